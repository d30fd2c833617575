/// A reader of OpenStep text, or the pairs of a `.strings` file, that builds a tree without recursion.
///
/// It reads what CoreFoundation reads, with the same value, and what GNUstep reads: typed values, words of more
/// characters, `\u` escapes, a dictionary without its last semicolon. Any other scalar is a string or data, whatever it
/// looks like. Unlike CoreFoundation, it refuses a document of which a part would be ignored, half of a surrogate pair,
/// and a document without a value or a comment.
struct OpenStepReader: ~Copyable {
    private struct Container {
        enum Form {
            case array
            case dictionary
            /// The pairs of a `.strings` file: a dictionary without braces that ends with the document.
            case pairs
        }

        let form: Form
        let start: Int
        var count = 0

        var separator: UInt8 { form == .array ? UInt8(ascii: ",") : UInt8(ascii: ";") }

        /// The byte after the last element; nil for the end of the document.
        var end: UInt8? {
            switch form {
            case .array: UInt8(ascii: ")")
            case .dictionary: UInt8(ascii: "}")
            case .pairs: nil
            }
        }

        var expectedAfterElement: String {
            switch form {
            case .array: ", or )"
            case .dictionary: "; or }"
            case .pairs: ";"
            }
        }

        var name: String {
            switch form {
            case .array: "an array"
            case .dictionary: "a dictionary"
            case .pairs: "a pair of key and value"
            }
        }
    }

    var cursor: ByteCursor
    /// The start of the token that is being read, where an error points.
    var tokenStart = 0
    private var hasComments = false
    /// The first offset of each hazard; nil if hazards are not wanted.
    private(set) var hazards: [PropertyListHazard: Int]?
    /// The offset of each key of the open dictionaries.
    private var keyOffsets: [Int] = []
    /// The entries of duplicate keys, with the offsets of the keys.
    private(set) var duplicates: [(key: String, offset: Int, isRead: Bool)] = []
    private var containers: [Container] = []
    private var builder = PropertyListBuilder()

    /// Returns the value of a document in UTF-8.
    static func read(_ bytes: ByteView) throws(PropertyListError) -> PropertyList {
        var reader = OpenStepReader(cursor: ByteCursor(bytes), hazards: nil)
        return try reader.readDocument()
    }

    /// Returns the value of a document in UTF-8, and the hazards in its text: of most, the first of each kind.
    static func inspect(
        _ bytes: ByteView
    ) throws(PropertyListError) -> (value: PropertyList, hazards: [(hazard: PropertyListHazard, offset: Int)]) {
        var reader = OpenStepReader(cursor: ByteCursor(bytes), hazards: [:])
        let value = try reader.readDocument()
        let hazards = (reader.hazards ?? [:]).map { (hazard: $0.key, offset: $0.value) }
        return (value, hazards + reader.duplicates.map { (.duplicateKey($0.key, isRead: $0.isRead), $0.offset) })
    }

    private init(cursor: ByteCursor, hazards: [PropertyListHazard: Int]?) {
        self.cursor = cursor
        self.hazards = hazards
    }

    mutating func note(_ hazard: PropertyListHazard, at offset: Int) {
        if hazards != nil, hazards?[hazard] == nil {
            hazards?[hazard] = offset
        }
    }

    private mutating func readDocument() throws(PropertyListError) -> PropertyList {
        _ = cursor.skip("\u{FEFF}")
        try beginToken()
        try readRoot()
        while let container = containers.last {
            try readNext(in: container)
        }
        try beginToken()
        guard cursor.isAtEnd, let root = builder.root else { throw error(.trailingContent) }
        return root
    }

    /// Reads the root, or its beginning: a string that more content follows is the first key of a `.strings` file.
    private mutating func readRoot() throws(PropertyListError) {
        switch cursor.peek {
        case nil where hasComments:
            // A template of a `.strings` file.
            builder.append(.dictionary([:]))
        case nil:
            throw error(.empty)
        case UInt8(ascii: "{"), UInt8(ascii: "("), UInt8(ascii: "<"):
            try readValue()
        default:
            let start = cursor.offset
            let string = try readString(expected: "a value")
            try beginToken()
            if cursor.isAtEnd {
                builder.append(.string(string))
            } else {
                builder.begin(isDictionary: true)
                containers.append(Container(form: .pairs, start: start, count: 1))
                try readPair(key: string, at: start)
            }
        }
    }

    // MARK: Containers

    /// Reads an element, or the end of the innermost container.
    private mutating func readNext(in container: Container) throws(PropertyListError) {
        try beginToken()
        if container.count > 0 {
            if cursor.skip(container.separator) {
                try beginToken()
            } else if cursor.peek != container.end || container.form == .pairs {
                throw unexpected(expected: container.expectedAfterElement)
            } else if container.form == .dictionary {
                note(.missingSemicolon, at: cursor.offset)
            }
        }
        if cursor.peek == container.end {
            _ = cursor.next()
            containers.removeLast()
            return builder.append(container.form == .array ? builder.end(counting: nil) : .dictionary(endDictionary()))
        }
        containers[containers.count - 1].count += 1
        if container.form == .array {
            try readValue()
        } else {
            let start = cursor.offset
            let key = try readString(expected: "a key", endsPairs: container.form == .pairs)
            try beginToken()
            try readPair(key: key, at: start)
        }
    }

    /// Ends the innermost dictionary, and records its duplicate keys.
    private mutating func endDictionary() -> PropertyListDictionary {
        let entries = builder.endEntries()
        let firstOffset = keyOffsets.count - entries.count
        defer { keyOffsets.removeLast(entries.count) }
        guard let found = DuplicateKeys(in: entries.map(\.key), counting: .last) else {
            return PropertyListDictionary(uniqueEntries: entries)
        }
        duplicates += found.entries.map { ($0.key, keyOffsets[firstOffset + $0.position], $0.isRead) }
        return PropertyListDictionary(uniqueEntries: found.positions.map { entries[$0] })
    }

    /// Reads what follows a key; a key without a value is its own value, as in CoreFoundation.
    private mutating func readPair(key: String, at offset: Int) throws(PropertyListError) {
        builder.append(key: key)
        keyOffsets.append(offset)
        if cursor.skip(UInt8(ascii: "=")) {
            try beginToken()
            try readValue()
        } else if cursor.peek == UInt8(ascii: ";") {
            note(.keyWithoutValue, at: offset)
            builder.append(.string(key))
        } else {
            throw unexpected(expected: "= or ;")
        }
    }

    // MARK: Values

    private mutating func readValue() throws(PropertyListError) {
        if cursor.skip(UInt8(ascii: "{")) {
            try PropertyList.checkDepth(builder.depth, at: position)
            builder.begin(isDictionary: true)
            containers.append(Container(form: .dictionary, start: tokenStart))
        } else if cursor.skip(UInt8(ascii: "(")) {
            try PropertyList.checkDepth(builder.depth, at: position)
            builder.begin(isDictionary: false)
            containers.append(Container(form: .array, start: tokenStart))
        } else if cursor.skip("<*") {
            note(.gnustepValue, at: tokenStart)
            builder.append(try readTypedValue())
        } else if cursor.skip("<[") {
            note(.gnustepValue, at: tokenStart)
            builder.append(.data(try readBase64()))
        } else if cursor.skip(UInt8(ascii: "<")) {
            builder.append(.data(try readHexadecimal()))
        } else {
            builder.append(.string(try readString(expected: "a value")))
        }
    }

    // MARK: Tokens

    mutating func beginToken() throws(PropertyListError) {
        let comment = cursor.skipOpenStepSpace()
        tokenStart = cursor.offset
        guard !cursor.bytes.hasBytes("/*", at: cursor.offset) else { throw error(.unexpectedEnd(within: "a comment")) }
        guard let comment else { return }
        hasComments = true
        guard String(validating: cursor.bytes[comment..<cursor.offset]) != nil else {
            tokenStart = comment
            throw error(.invalidUTF8)
        }
    }

    private var position: SourcePosition { SourcePosition(offset: tokenStart, in: cursor.bytes) }

    func error(_ problem: PropertyListProblem) -> PropertyListError {
        PropertyListError(problem, at: position)
    }

    /// Returns the error for an unexpected character, or for an early end of a construct or the innermost container.
    mutating func unexpected(expected: String, within construct: String? = nil) -> PropertyListError {
        tokenStart = cursor.offset
        guard let character = cursor.shownCharacter else {
            return error(.unexpectedEnd(within: construct ?? containers.last?.name ?? "the document"))
        }
        return error(.unexpected(character, expected: expected))
    }
}
