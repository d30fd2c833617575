/// A reader of OpenStep text, or the pairs of a `.strings` file, that builds a tree without recursion.
///
/// It reads everything that CoreFoundation reads, and GNUstep's typed values. Any other scalar is a string or data,
/// whatever it looks like.
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
    private var firstComment: Int?
    private var firstExtension: Int?
    private var containers: [Container] = []
    private var builder = PropertyListBuilder()

    /// Returns the value of a document in UTF-8, and the offsets of its first comment and of the first value in
    /// GNUstep's own notation.
    ///
    /// An offset is nil if the document has none.
    static func read(
        _ bytes: ByteView
    ) throws(PropertyListError) -> (value: PropertyList, firstComment: Int?, firstExtension: Int?) {
        var reader = OpenStepReader(cursor: ByteCursor(bytes))
        let value = try reader.readDocument()
        return (value, reader.firstComment, reader.firstExtension)
    }

    private init(cursor: ByteCursor) {
        self.cursor = cursor
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
                try readPair(key: string)
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
            }
        }
        if cursor.peek == container.end {
            _ = cursor.next()
            containers.removeLast()
            tokenStart = container.start
            let value = builder.end()
            if case .dictionary(let dictionary) = value, let key = dictionary.entries.duplicateKey {
                throw error(.duplicateKey(key))
            }
            return builder.append(value)
        }
        containers[containers.count - 1].count += 1
        if container.form == .array {
            try readValue()
        } else {
            let key = try readString(expected: "a key")
            try beginToken()
            try readPair(key: key)
        }
    }

    /// Reads what follows a key; a key without a value is its own value, as in CoreFoundation.
    private mutating func readPair(key: String) throws(PropertyListError) {
        builder.append(key: key)
        if cursor.skip(UInt8(ascii: "=")) {
            try beginToken()
            try readValue()
        } else if cursor.peek == UInt8(ascii: ";") {
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
            firstExtension = firstExtension ?? tokenStart
            builder.append(try readTypedValue())
        } else if cursor.skip("<[") {
            firstExtension = firstExtension ?? tokenStart
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
        firstComment = firstComment ?? comment
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

extension OpenStepReader {
    /// Reads data after `<`: pairs of hexadecimal digits, with optional whitespace and comments between the pairs.
    mutating func readHexadecimal() throws(PropertyListError) -> [UInt8] {
        var data: [UInt8] = []
        while true {
            try beginToken()
            if cursor.skip(UInt8(ascii: ">")) {
                return data
            }
            let high = try readDigit(expected: "a hexadecimal digit or >")
            let low = try readDigit(expected: "a second hexadecimal digit")
            data.append(high << 4 | low)
        }
    }

    private mutating func readDigit(expected: String) throws(PropertyListError) -> UInt8 {
        guard let digit = cursor.peek?.hexadecimalDigit else { throw unexpected(expected: expected, within: "data") }
        _ = cursor.next()
        return digit
    }

    /// Reads data after `<[`: base64, as newer versions of GNUstep write it.
    mutating func readBase64() throws(PropertyListError) -> [UInt8] {
        let text = try readText(until: "]>", within: "data")
        guard let data = Base64.decode(text) else { throw error(.invalidValue(.data, text: text.shown(atMost: 60))) }
        return data
    }

    /// Reads one of GNUstep's typed values after `<*`: a letter, then a text with optional quotation marks.
    mutating func readTypedValue() throws(PropertyListError) -> PropertyList {
        let type = cursor.peek
        let content = try readText(until: ">", within: "a typed value")
        let text = content.isEmpty ? content : content[1...].withoutQuotes
        switch type {
        case UInt8(ascii: "I"):
            guard let integer = IntegerText(text) else { throw invalid(.integer, text) }
            guard let value = integer.value else { throw error(.integerOutOfRange(text.shown(atMost: 60))) }
            return .integer(value)
        case UInt8(ascii: "R"):
            guard let real = Double(propertyListXML: text) else { throw invalid(.real, text) }
            return .real(real)
        case UInt8(ascii: "B"):
            guard text.count == 1, text.hasBytes("Y", at: 0) || text.hasBytes("N", at: 0) else {
                throw invalid(.boolean, text)
            }
            return .boolean(text.hasBytes("Y", at: 0))
        case UInt8(ascii: "D"):
            guard let date = PropertyListDate(openStep: text) else { throw invalid(.date, text) }
            return .date(date)
        default:
            throw error(.unexpected("<*\(content.shown(atMost: 1))", expected: "<*I, <*R, <*B or <*D"))
        }
    }

    private func invalid(_ kind: PropertyListKind, _ text: ByteView) -> PropertyListError {
        error(.invalidValue(kind, text: text.shown(atMost: 60)))
    }

    /// Returns the text before `end`, and skips both.
    private mutating func readText(
        until end: StaticString,
        within construct: String
    ) throws(PropertyListError) -> ByteView {
        let start = cursor.offset
        guard let offset = cursor.bytes.firstOffset(of: end, from: start) else {
            throw error(.unexpectedEnd(within: construct))
        }
        cursor.move(to: offset + end.utf8CodeUnitCount)
        return cursor.bytes[start..<offset]
    }
}

extension ByteView {
    /// The text between quotation marks; the whole text if it is not quoted.
    fileprivate var withoutQuotes: ByteView {
        count > 1 && hasBytes("\"", at: 0) && hasBytes("\"", at: count - 1) ? self[1..<count - 1] : self
    }
}
