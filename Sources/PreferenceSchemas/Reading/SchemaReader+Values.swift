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
        guard keyword != .multipleOf || number > SchemaNumber(0) else {
            throw .invalidValue(keyword, expected: "a number above 0")
        }
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
        do {
            return try SchemaPattern(text)
        } catch {
            throw .pattern(error.description)
        }
    }

    /// Parses a reference: a URI with a fragment that is a JSON Pointer, or the name of an anchor.
    mutating func readPointer() throws(Problem) -> JSONPointer {
        _ = try nextKind()
        let offset = cursor.offset
        let reference = try readString(of: .reference)
        if reference.utf8.first == UInt8(ascii: "#"), !hasIdentifiers, dialect.identifier == "$id",
            let pointer = String(reference.dropFirst()).removingPercents.flatMap({ JSONPointer($0) })
        {
            return pointer
        }
        if resources == nil {
            var root = cursor
            root.move(to: start)
            resources = try reading(try SchemaResources(root, identifier: dialect.identifier))
        }
        guard let pointer = resources?.pointer(of: reference, at: offset) else {
            throw .unresolvedReference(reference)
        }
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
