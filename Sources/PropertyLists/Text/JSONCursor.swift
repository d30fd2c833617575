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

    private struct Container {
        let isObject: Bool
        var isAtStart = true

        var end: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
        var name: String { isObject ? "an object" : "an array" }
    }

    /// How many objects and arrays may stand one in the other.
    package var depthLimit = PropertyList.depthLimit
    /// Where the value or key starts that comes next or was read last, in bytes from the start of the document.
    package internal(set) var offset = 0
    var cursor: ByteCursor
    private var containers: [Container] = []

    /// The cursor before the value of a document in UTF-8.
    init(_ bytes: ByteView) {
        cursor = ByteCursor(bytes)
        _ = cursor.skip("\u{FEFF}")
        beginToken()
    }

    /// The line and column of an offset, counted from the start.
    package func position(of offset: Int) -> SourcePosition {
        SourcePosition(offset: offset, in: cursor.bytes)
    }

    /// The lines and columns of offsets in any order.
    package func positions(of offsets: [Int]) -> [SourcePosition] {
        SourcePosition.positions(at: offsets, in: cursor.bytes)
    }

    /// The kind of the value that comes next.
    package mutating func kind() throws(PropertyListError) -> Kind {
        beginToken()
        return try kindOfToken()
    }

    /// The kind of the value that the token begins which comes next.
    @inline(__always)
    func kindOfToken() throws(PropertyListError) -> Kind {
        switch cursor.peek {
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

    /// Steps behind the key of the object's next member, whose value the caller reads; at its end out of the object,
    /// and returns nil; members with other keys than those, if any are given, are skipped.
    @inline(__always)
    package mutating func nextKey(among keys: [String]? = nil) throws(PropertyListError) -> String? {
        while try next() {
            guard cursor.peek == UInt8(ascii: "\"") else { throw unexpected(expected: "a key") }
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

    /// Steps before the array's next element, which the caller reads; at its end out of the array, and returns false.
    package mutating func nextElement() throws(PropertyListError) -> Bool {
        try next()
    }

    /// Steps to the end of the document; throws `trailingContent` if something else comes.
    package mutating func end() throws(PropertyListError) {
        beginToken()
        guard cursor.isAtEnd else { throw error(.trailingContent) }
    }

    /// Steps to a value of which an earlier ``offset`` is known, with no object or array around it.
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

    /// Reads a key, or steps over it where it is none of those wanted.
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

    /// Reads the string that comes next.
    package mutating func readString() throws(PropertyListError) -> String {
        beginToken()
        guard cursor.peek == UInt8(ascii: "\"") else { throw unexpected(expected: "a string") }
        return try readStringToken()
    }

    /// Reads the value that comes next, for what JSON takes it for: no object stands for a date or anything else; a
    /// `null` is an error, since no property list holds it.
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
        case .null: throw error(.null)
        }
    }

    /// Reads the `true` or `false` that comes next.
    package mutating func readBoolean() throws(PropertyListError) -> Bool {
        beginToken()
        if cursor.skip("true") { return true }
        guard cursor.skip("false") else { throw unexpected(expected: "a value") }
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
        case .number: _ = try readNumber()
        case .boolean: _ = try readBoolean()
        case .null: guard cursor.skip("null") else { throw unexpected(expected: "a value") }
        }
    }

    /// Steps over the value that comes next, whatever it is.
    package mutating func skipValue() throws(PropertyListError) {
        _ = try kind()
        guard skipToken() else { throw error(.unexpectedEnd(within: containers.last?.name ?? "the document")) }
    }

    // MARK: Tokens

    @inline(__always)
    mutating func beginToken() {
        cursor.skip(while: \.isWhiteSpace)
        offset = cursor.offset
    }

    var position: SourcePosition { SourcePosition(offset: offset, in: cursor.bytes) }

    func error(_ problem: PropertyListProblem) -> PropertyListError {
        PropertyListError(problem, at: position)
    }

    /// The error that the next character is not what is expected, or that a construct, or the innermost container, ends
    /// too early.
    func unexpected(expected: String, within construct: String? = nil) -> PropertyListError {
        let construct = construct ?? containers.last?.name ?? "the document"
        return error(
            cursor.shownCharacter.map { .unexpected($0, expected: expected) } ?? .unexpectedEnd(within: construct)
        )
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
