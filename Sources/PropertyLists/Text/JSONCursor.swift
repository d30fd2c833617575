/// Reads JSON as it is written, one value after the other: for those who want a part of a document, or the place of a
/// part.
///
/// An error is at the place that ``offset`` is when it is thrown. What is skipped is checked for its brackets and
/// quotation marks alone.
package struct JSONCursor {
    /// What kind of value comes next.
    package enum Kind: String {
        case object
        case array
        case string
        case number
        case boolean
        case null
    }

    /// An object or array that the cursor is in.
    private struct Container {
        let isObject: Bool
        var isAtStart = true

        var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
        var name: String { isObject ? "an object" : "an array" }
    }

    /// How many objects and arrays may stand one in the other.
    package var depthLimit = PropertyList.depthLimit
    private var scanner: JSONScanner
    private var containers: [Container] = []

    /// The cursor before the value of a document in UTF-8.
    init(_ bytes: ByteView) {
        scanner = JSONScanner(bytes)
        scanner.beginDocument()
    }

    /// Where the value or key starts that comes next or was read last, in bytes from the start of the document.
    package var offset: Int { scanner.tokenStart }

    /// The line and column of an offset.
    ///
    /// - Complexity: linear in the offset.
    package func position(of offset: Int) -> SourcePosition {
        SourcePosition(offset: offset, in: scanner.cursor.bytes)
    }

    /// The lines and columns of offsets in any order.
    package func positions(of offsets: [Int]) -> [SourcePosition] {
        SourcePosition.positions(at: offsets, in: scanner.cursor.bytes)
    }

    /// The kind of the value that comes next.
    package mutating func kind() throws(PropertyListError) -> Kind {
        scanner.beginToken()
        switch scanner.cursor.peek {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        case let byte? where byte == UInt8(ascii: "-") || byte.decimalDigit != nil: return .number
        default: throw unexpected(expected: "a value")
        }
    }

    // MARK: Objects and arrays

    /// Steps into the object that comes next, before its first member.
    package mutating func beginObject() throws(PropertyListError) {
        try begin(isObject: true)
    }

    /// Steps into the array that comes next, before its first element.
    package mutating func beginArray() throws(PropertyListError) {
        try begin(isObject: false)
    }

    /// Steps behind the key of the object's next member, or at its end out of the object.
    ///
    /// - Parameter keys: the keys of the members that are wanted, whose values the caller reads; others are skipped.
    ///   Nil wants all.
    /// - Returns: the key; nil at the end of the object.
    package mutating func nextKey(among keys: [String]? = nil) throws(PropertyListError) -> String? {
        while try next() {
            guard scanner.cursor.peek == UInt8(ascii: "\"") else { throw unexpected(expected: "a key") }
            let key = try readKey(among: keys)
            let start = scanner.tokenStart
            scanner.beginToken()
            guard scanner.cursor.skip(UInt8(ascii: ":")) else { throw unexpected(expected: ":") }
            guard let key else {
                try skipValue()
                continue
            }
            scanner.tokenStart = start
            return key
        }
        return nil
    }

    /// Steps before the array's next element, or at its end out of the array.
    ///
    /// - Returns: whether there is one, which the caller reads.
    package mutating func nextElement() throws(PropertyListError) -> Bool {
        try next()
    }

    /// Steps to the end of the document.
    ///
    /// - Throws: `trailingContent` where something else comes.
    package mutating func end() throws(PropertyListError) {
        scanner.beginToken()
        guard scanner.cursor.isAtEnd else { throw scanner.error(.trailingContent) }
    }

    /// Steps to a value of which an earlier ``offset`` is known, with no object or array around it.
    package mutating func move(to offset: Int) {
        containers = []
        scanner.cursor.move(to: offset)
        scanner.tokenStart = offset
    }

    private mutating func begin(isObject: Bool) throws(PropertyListError) {
        scanner.beginToken()
        guard containers.count < depthLimit else { throw scanner.error(.tooDeep(limit: depthLimit)) }
        guard scanner.cursor.skip(isObject ? UInt8(ascii: "{") : UInt8(ascii: "[")) else {
            throw unexpected(expected: isObject ? "{" : "[")
        }
        containers.append(Container(isObject: isObject))
    }

    private mutating func next() throws(PropertyListError) -> Bool {
        guard let container = containers.last else { return false }
        scanner.beginToken()
        if scanner.cursor.skip(container.end) {
            containers.removeLast()
            return false
        }
        if container.isAtStart {
            containers[containers.count - 1].isAtStart = false
        } else {
            guard scanner.cursor.skip(UInt8(ascii: ",")) else {
                throw unexpected(expected: container.isObject ? ", or }" : ", or ]")
            }
            scanner.beginToken()
        }
        return true
    }

    /// Reads a key, or steps over it where it is none of those wanted.
    private mutating func readKey(among keys: [String]?) throws(PropertyListError) -> String? {
        guard let keys else { return try scanner.readString() }
        if let plain = scanner.skipPlainString() {
            return keys.first { plain.hasSameBytes(as: $0) }
        }
        let key = try scanner.readString()
        return keys.first { $0.hasSameBytes(as: key) }
    }

    // MARK: Values

    /// Reads the string that comes next.
    package mutating func readString() throws(PropertyListError) -> String {
        scanner.beginToken()
        guard scanner.cursor.peek == UInt8(ascii: "\"") else { throw unexpected(expected: "a string") }
        return try scanner.readString()
    }

    /// Reads the value that comes next, for what JSON takes it for: no object stands for a date or anything else.
    ///
    /// - Throws: as any reader of JSON; `null` too, which no property list holds.
    package mutating func readValue() throws(PropertyListError) -> PropertyList {
        switch try kind() {
        case .object:
            let start = offset
            var dictionary = PropertyListDictionary()
            try beginObject()
            while let key = try nextKey() {
                guard dictionary[key] == nil else { throw scanner.error(.duplicateKey(key)) }
                dictionary[key] = try readValue()
            }
            scanner.tokenStart = start
            return .dictionary(dictionary)
        case .array:
            let start = offset
            var elements: [PropertyList] = []
            try beginArray()
            while try nextElement() {
                elements.append(try readValue())
            }
            scanner.tokenStart = start
            return .array(elements)
        case .string: return .string(try readString())
        case .number: return try scanner.readNumber()
        case .boolean: return .boolean(try readBoolean())
        case .null: throw scanner.error(.null)
        }
    }

    /// Reads the `true` or `false` that comes next.
    package mutating func readBoolean() throws(PropertyListError) -> Bool {
        scanner.beginToken()
        if scanner.cursor.skip("true") { return true }
        guard scanner.cursor.skip("false") else { throw unexpected(expected: "a value") }
        return false
    }

    /// Steps over the value that comes next, whatever it is, and checks that it is JSON to the letter.
    package mutating func checkValue() throws(PropertyListError) {
        switch try kind() {
        case .object:
            try beginObject()
            while try nextKey() != nil {
                try checkValue()
            }
        case .array:
            try beginArray()
            while try nextElement() {
                try checkValue()
            }
        case .string: _ = try readString()
        case .number: _ = try scanner.readNumber()
        case .boolean: _ = try readBoolean()
        case .null: guard scanner.cursor.skip("null") else { throw unexpected(expected: "a value") }
        }
    }

    /// Steps over the value that comes next, whatever it is.
    package mutating func skipValue() throws(PropertyListError) {
        _ = try kind()
        guard scanner.skipValue() else {
            throw scanner.error(.unexpectedEnd(within: containers.last?.name ?? "the document"))
        }
    }

    private func unexpected(expected: String) -> PropertyListError {
        scanner.unexpected(expected: expected, within: containers.last?.name ?? "the document")
    }
}

extension Span<UInt8> {
    /// Lends a cursor at the start of the bytes as JSON in UTF-8, for the time of the body.
    package func withJSONCursor<Value, Failure: Error>(
        _ body: (inout JSONCursor) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withByteView { bytes throws(Failure) in
            var cursor = JSONCursor(bytes)
            return try body(&cursor)
        }
    }
}
