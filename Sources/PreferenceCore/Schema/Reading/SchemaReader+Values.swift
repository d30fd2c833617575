import PropertyLists

// The values of keywords. Everything that JSON Schema allows is parsed; a `null` that a property list cannot contain is
// skipped.

extension SchemaReader {
    mutating func readString(of keyword: SchemaKeyword, expected: String = "a string") throws(Problem) -> String {
        try expect(.string, of: keyword, expected)
        return try reading(try cursor.readString())
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

    /// Parses a number of characters or elements.
    mutating func readCount(of keyword: SchemaKeyword) throws(Problem) -> SchemaNumber {
        guard let count = Int(propertyList: try readNumber(of: keyword).propertyList), count >= 0 else {
            throw .invalidValue(keyword, expected: "an integer of at least 0")
        }
        return SchemaNumber(count)
    }

    /// Parses strings, which must be unique.
    mutating func readStrings(
        of keyword: SchemaKeyword,
        expected: String = "an array of unique strings",
        where isAllowed: (String) -> Bool = { _ in true }
    ) throws(Problem) -> [String] {
        try expect(.array, of: keyword, expected)
        var strings: [String] = []
        var seen: Set<ByteKey> = []
        try beginArray()
        while try nextElement() {
            let string = try readString(of: keyword, expected: expected)
            guard isAllowed(string), seen.insert(ByteKey(string)).inserted else {
                throw .invalidValue(keyword, expected: expected)
            }
            strings.append(string)
        }
        return strings
    }

    mutating func readFormerNames() throws(Problem) -> [String] {
        try readStrings(of: .formerly, expected: "an array of unique key names without NUL") {
            !$0.utf8.contains(0)
        }
    }

    /// Parses a value of any kind; nil for `null`.
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

    /// Parses the name of a type, or an array of such names.
    mutating func readTypes() throws(Problem) -> [SchemaType] {
        let expected =
            "a type (boolean, integer, number, string, array, object, null) or an array of unique types"
        let isArray = try nextKind() == .array
        let start = cursor.offset
        let names =
            isArray
            ? try readStrings(of: .type, expected: expected) { SchemaType(rawValue: $0) != nil }
            : [try readString(of: .type, expected: expected)]
        let types = names.compactMap(SchemaType.init)
        guard !types.isEmpty else { throw failure(.invalidValue(.type, expected: expected), at: start) }
        return types
    }

    mutating func readPattern() throws(Problem) -> SchemaPattern {
        try pattern(try readString(of: .pattern))
    }

    func pattern(_ text: String) throws(Problem) -> SchemaPattern {
        try rethrowing(try SchemaPattern(text)) { (problem: SchemaPatternProblem) in
            Problem.pattern(problem.description)
        }
    }

    /// Parses a reference: a fragment of a URI that is a JSON Pointer.
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
    /// The text with percent-encoded bytes decoded (RFC 3986); nil if the encoding is malformed or the bytes are not
    /// UTF-8.
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
