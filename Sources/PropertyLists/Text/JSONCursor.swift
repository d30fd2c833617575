/// A cursor that reads JSON value by value, for callers that need a part of a document or its position.
///
/// An error has the position of ``offset`` at the time when it is thrown. The cursor looks only at the brackets,
/// quotation marks and escapes of a value that it skips.
package struct JSONCursor {
    package enum Kind: String {
        case object
        case array
        case string
        case number
        case boolean
        case null
    }

    private struct Container {
        let isObject: Bool
        var isAtStart = true

        var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
        var name: String { isObject ? "an object" : "an array" }
    }

    /// The maximum nesting depth of objects and arrays.
    package var depthLimit = PropertyList.depthLimit
    /// The start, in bytes, of the value or key that comes next or was read last.
    package internal(set) var offset = 0
    var cursor: ByteCursor
    private var containers: [Container] = []

    /// Creates a cursor before the value of a document in UTF-8.
    init(_ bytes: ByteView) {
        cursor = ByteCursor(bytes)
        _ = cursor.skip("\u{FEFF}")
        beginToken()
    }

    /// Returns the line and column of an offset; each call counts from the start of the document.
    package func position(of offset: Int) -> SourcePosition {
        SourcePosition(offset: offset, in: cursor.bytes)
    }

    /// Returns the line and column of each offset; the offsets may be in any order.
    package func positions(of offsets: [Int]) -> [SourcePosition] {
        SourcePosition.positions(at: offsets, in: cursor.bytes)
    }

    /// Returns the kind of the next value.
    package mutating func kind() throws(PropertyListError) -> Kind {
        beginToken()
        return try kindOfToken()
    }

    /// Returns the kind of the value that starts at the cursor.
    @inline(__always)
    func kindOfToken() throws(PropertyListError) -> Kind {
        switch cursor.peek {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean
        case UInt8(ascii: "n"): return .null
        case let byte? where byte == UInt8(ascii: "-") || byte.decimalDigit != nil: return .number
        default:
            // The end of an array is read before its next element.
            let isAfterComma = cursor.peek == UInt8(ascii: "]") && containers.last?.isObject == false
            throw unexpected(expected: isAfterComma ? "a value after the comma" : "a value")
        }
    }

    // MARK: Objects and arrays

    /// Enters the next object, before its first member.
    package mutating func beginObject() throws(PropertyListError) {
        try begin(isObject: true)
    }

    /// Enters the next array, before its first element.
    package mutating func beginArray() throws(PropertyListError) {
        try begin(isObject: false)
    }

    /// Moves past the object's next key and its colon, and returns the key; the caller reads the value.
    ///
    /// Leaves the object at its end, and returns nil. If `keys` is given, skips members with other keys.
    @inline(__always)
    package mutating func nextKey(among keys: [String]? = nil) throws(PropertyListError) -> String? {
        while try next() {
            guard cursor.peek == UInt8(ascii: "\"") else {
                let isEnd = cursor.peek == UInt8(ascii: "}")
                throw unexpected(expected: isEnd ? "a key after the comma" : "a key in double quotes")
            }
            let key = try readKey(among: keys)
            let start = offset
            beginToken()
            guard cursor.skip(UInt8(ascii: ":")) else { throw unexpected(expected: ":") }
            guard let key else {
                try skipValue()
                continue
            }
            offset = start
            return key
        }
        return nil
    }

    /// Moves to the array's next element, which the caller reads.
    ///
    /// Leaves the array at its end, and returns false.
    package mutating func nextElement() throws(PropertyListError) -> Bool {
        try next()
    }

    /// Moves to the end of the document; throws `trailingContent` if anything but whitespace follows.
    package mutating func end() throws(PropertyListError) {
        beginToken()
        guard cursor.isAtEnd else { throw error(.trailingContent) }
    }

    /// Moves to a value whose ``offset`` is known from before; the cursor is then in no object or array.
    package mutating func move(to offset: Int) {
        containers = []
        cursor.move(to: offset)
        self.offset = offset
    }

    mutating func begin(isObject: Bool) throws(PropertyListError) {
        beginToken()
        guard containers.count < depthLimit else { throw error(.tooDeep(limit: depthLimit)) }
        guard cursor.skip(isObject ? UInt8(ascii: "{") : UInt8(ascii: "[")) else {
            throw unexpected(expected: isObject ? "{" : "[")
        }
        containers.append(Container(isObject: isObject))
    }

    @inline(__always)
    private mutating func next() throws(PropertyListError) -> Bool {
        guard let container = containers.last else { return false }
        beginToken()
        if cursor.skip(container.end) {
            containers.removeLast()
            return false
        }
        if container.isAtStart {
            containers[containers.count - 1].isAtStart = false
        } else {
            guard cursor.skip(UInt8(ascii: ",")) else {
                throw unexpected(expected: container.isObject ? ", or }" : ", or ]")
            }
            beginToken()
        }
        return true
    }

    /// Reads a key; returns nil if `keys` does not contain it.
    @inline(__always)
    private mutating func readKey(among keys: [String]?) throws(PropertyListError) -> String? {
        guard let keys else { return try readStringToken() }
        if let plain = skipPlainString() {
            return keys.first { plain.hasSameBytes(as: $0) }
        }
        let key = try readStringToken()
        return keys.first { $0.hasSameBytes(as: key) }
    }

    // MARK: Values

    package mutating func readString() throws(PropertyListError) -> String {
        beginToken()
        guard cursor.peek == UInt8(ascii: "\"") else { throw unexpected(expected: "a string") }
        return try readStringToken()
    }

    /// Reads the next value as plain JSON: an object such as `{"$date": ...}` is a dictionary.
    ///
    /// A `null` is an error, because property lists have no null.
    package mutating func readValue() throws(PropertyListError) -> PropertyList {
        switch try kind() {
        case .object:
            let start = offset
            var dictionary = PropertyListDictionary()
            try beginObject()
            while let key = try nextKey() {
                guard dictionary[key] == nil else { throw error(.duplicateKey(key)) }
                dictionary[key] = try readValue()
            }
            offset = start
            return .dictionary(dictionary)
        case .array:
            let start = offset
            var elements: [PropertyList] = []
            try beginArray()
            while try nextElement() {
                elements.append(try readValue())
            }
            offset = start
            return .array(elements)
        case .string: return .string(try readString())
        case .number: return try readNumber()
        case .boolean: return .boolean(try readBoolean())
        case .null: throw error(.null(key: nil))
        }
    }

    package mutating func readBoolean() throws(PropertyListError) -> Bool {
        beginToken()
        if cursor.skip("true") { return true }
        guard cursor.skip("false") else { throw unexpected(expected: "a value") }
        return false
    }

    /// Skips the next value, and checks that it conforms to RFC 8259.
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
        case .number: _ = try readNumber()
        case .boolean: _ = try readBoolean()
        case .null: guard cursor.skip("null") else { throw unexpected(expected: "a value") }
        }
    }

    /// Skips the next value without checking what it contains.
    package mutating func skipValue() throws(PropertyListError) {
        _ = try kind()
        guard skipToken() else { throw error(.unexpectedEnd(within: containers.last?.name ?? "the document")) }
    }

    // MARK: Tokens

    @inline(__always)
    mutating func beginToken() {
        cursor.skip(while: \.isWhitespace)
        offset = cursor.offset
    }

    var position: SourcePosition { SourcePosition(offset: offset, in: cursor.bytes) }

    func error(_ problem: PropertyListProblem) -> PropertyListError {
        PropertyListError(problem, at: position)
    }

    /// Returns the error for an unexpected character, or for an early end of a construct or the innermost container.
    func unexpected(expected: String, within construct: String? = nil) -> PropertyListError {
        let construct = construct ?? containers.last?.name ?? "the document"
        return error(found.map { .unexpected($0, expected: expected) } ?? .unexpectedEnd(within: construct))
    }

    /// The word at the cursor, or else the character; nil at the end.
    private var found: String? {
        var rest = cursor
        if rest.skip("//") || rest.skip("/*") { return "a comment" }
        rest.skip(while: \.isLetterOrDigit)
        let length = Swift.min(rest.offset - cursor.offset, 20)
        return length < 2 ? cursor.shownCharacter : cursor.bytes[cursor.offset...].shown(atMost: length)
    }
}

extension Span<UInt8> {
    /// Calls a closure with a cursor at the start of the bytes, which are JSON in UTF-8.
    ///
    /// The cursor is valid only during the call.
    package func withJSONCursor<Value, Failure: Error>(
        _ body: (inout JSONCursor) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try withByteView { bytes throws(Failure) in
            var cursor = JSONCursor(bytes)
            return try body(&cursor)
        }
    }
}
