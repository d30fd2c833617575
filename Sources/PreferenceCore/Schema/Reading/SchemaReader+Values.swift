import PropertyLists

// The values of keywords. What JSON Schema allows is read, and a `null` left out where it is no value of a property list.

extension SchemaReader {
    mutating func readString(of keyword: SchemaKeyword) throws(Problem) -> String {
        try expect(.string, of: keyword, "a string")
        return try readString()
    }

    mutating func readBoolean(of keyword: SchemaKeyword) throws(Problem) -> Bool {
        try expect(.boolean, of: keyword, "true or false")
        return try readBoolean()
    }

    mutating func readNumber(of keyword: SchemaKeyword) throws(Problem) -> SchemaNumber {
        try expect(.number, of: keyword, "a number")
        guard let number = SchemaNumber(try readValue()) else { throw .invalidValue(keyword, expected: "a number") }
        return number
    }

    /// Reads how many there have to be of something.
    mutating func readCount(of keyword: SchemaKeyword) throws(Problem) -> Int {
        guard let count = Int(propertyList: try readNumber(of: keyword).propertyList), count >= 0 else {
            throw .invalidValue(keyword, expected: "a whole number from 0 on")
        }
        return count
    }

    /// Reads strings that have to differ.
    mutating func readStrings(
        of keyword: SchemaKeyword,
        expected: String = "an array of strings that differ",
        where isAllowed: (String) -> Bool = { _ in true }
    ) throws(Problem) -> [String] {
        try expect(.array, of: keyword, expected)
        var strings: [String] = []
        var met: Set<ByteKey> = []
        try beginArray()
        while try nextElement() {
            try expect(.string, of: keyword, expected)
            let string = try readString()
            guard isAllowed(string), met.insert(ByteKey(string)).inserted else {
                throw .invalidValue(keyword, expected: expected)
            }
            strings.append(string)
        }
        return strings
    }

    mutating func readFormerNames() throws(Problem) -> [String] {
        try readStrings(of: .formerly, expected: "an array of names of keys that differ, without NUL") {
            !$0.utf8.contains(0)
        }
    }

    /// Reads a value of any kind; nil for a `null`.
    mutating func readAnyValue() throws(Problem) -> PropertyList? {
        guard try nextKind() != .null else {
            try checkValue()
            return nil
        }
        return try readValue()
    }

    mutating func readAnyValues(of keyword: SchemaKeyword) throws(Problem) -> [PropertyList] {
        try expect(.array, of: keyword, "an array")
        var values: [PropertyList] = []
        try beginArray()
        while try nextElement() {
            if let value = try readAnyValue() {
                values.append(value)
            }
        }
        return values
    }

    /// Reads the name of a type, or an array of them.
    mutating func readTypes() throws(Problem) -> [SchemaType] {
        guard try nextKind() == .array else { return [try readType()] }
        let start = cursor.offset
        var types: [SchemaType] = []
        try beginArray()
        while try nextElement() {
            let type = try readType()
            guard !types.contains(type) else { throw Self.noType }
            types.append(type)
        }
        guard !types.isEmpty else {
            cursor.move(to: start)
            throw Self.noType
        }
        return types
    }

    private mutating func readType() throws(Problem) -> SchemaType {
        guard try nextKind() == .string, let type = SchemaType(rawValue: try readString()) else { throw Self.noType }
        return type
    }

    private static var noType: Problem {
        let known = SchemaType.allCases.map(\.rawValue).joined(separator: ", ")
        return .invalidValue(.type, expected: "one of \(known), or an array of some that differ")
    }

    mutating func readPattern() throws(Problem) -> SchemaPattern {
        let text = try readString(of: .pattern)
        return try rethrowing(as: { Problem.pattern($0.description) }) { () throws(SchemaPatternProblem) in
            try SchemaPattern(text)
        }
    }

    /// Reads a reference: the fragment of a URI, which is a JSON Pointer.
    mutating func readPointer() throws(Problem) -> JSONPointer {
        let reference = try readString(of: .reference)
        guard reference.utf8.first == UInt8(ascii: "#"), let text = String(reference.dropFirst()).removingPercents,
            let pointer = JSONPointer(text)
        else { throw .unresolvedReference(reference) }
        return pointer
    }

    private mutating func expect(
        _ kind: JSONCursor.Kind,
        of keyword: SchemaKeyword,
        _ expected: String
    ) throws(Problem) {
        guard try nextKind() == kind else { throw .invalidValue(keyword, expected: expected) }
    }
}

extension String {
    /// The text with its percent-encoded bytes decoded, by RFC 3986; nil where they are no UTF-8, or malformed.
    fileprivate var removingPercents: String? {
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst()?.hexadecimalDigit, let low = rest.popFirst()?.hexadecimalDigit else {
                    return nil
                }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
