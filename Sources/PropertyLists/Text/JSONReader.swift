/// Reads JSON into a tree, without recursion.
struct JSONReader: ~Copyable {
    private struct Container {
        enum Meaning {
            case array
            /// A dictionary, or one of the forms that end with the object: all but `$dict`.
            case object
            /// An object whose first key is `$dict`.
            case dictionaryForm
            /// The dictionary in such an object, which is no form, whatever it holds.
            case literalDictionary
        }

        var meaning: Meaning
        let start: Int
        /// The number of offsets up to its own.
        let offsetCount: Int
        var count = 0

        var end: UInt8 { meaning == .array ? UInt8(ascii: "]") : UInt8(ascii: "}") }
        var name: String { meaning == .array ? "an array" : "an object" }
    }

    private var scanner: JSONScanner
    private var containers: [Container] = []
    private var builder = PropertyListBuilder()
    private let keepsOffsets: Bool
    /// Where each value starts, a container before its elements.
    private var offsets: [Int] = []

    /// The value of a document.
    static func read(_ bytes: ByteView) throws(PropertyListError) -> PropertyList {
        var reader = JSONReader(bytes, keepsOffsets: false)
        return try reader.readDocument()
    }

    /// The value of a document, and where each value in it starts, a container before its elements.
    static func readWithOffsets(_ bytes: ByteView) throws(PropertyListError) -> (PropertyList, offsets: [Int]) {
        var reader = JSONReader(bytes, keepsOffsets: true)
        return (try reader.readDocument(), reader.offsets)
    }

    private init(_ bytes: ByteView, keepsOffsets: Bool) {
        scanner = JSONScanner(bytes)
        self.keepsOffsets = keepsOffsets
    }

    private mutating func readDocument() throws(PropertyListError) -> PropertyList {
        scanner.beginDocument()
        guard !scanner.cursor.isAtEnd else { throw scanner.error(.empty) }
        try readValue()
        while let container = containers.last {
            try readNext(in: container)
        }
        scanner.beginToken()
        guard scanner.cursor.isAtEnd, let root = builder.root else { throw scanner.error(.trailingContent) }
        return root
    }

    // MARK: Containers

    /// Reads an element, or the end of the innermost container.
    private mutating func readNext(in container: Container) throws(PropertyListError) {
        scanner.beginToken()
        if scanner.cursor.skip(container.end) {
            return try end()
        }
        if container.count > 0 {
            guard scanner.cursor.skip(UInt8(ascii: ",")) else {
                throw unexpected(expected: container.meaning == .array ? ", or ]" : ", or }")
            }
            if container.meaning == .dictionaryForm {
                throw invalidForm(.dictionary, from: container.start)
            }
            scanner.beginToken()
        }
        containers[containers.count - 1].count += 1
        if container.meaning != .array {
            try readKey(isFirst: container.count == 0)
        }
        try readValue()
    }

    private mutating func readKey(isFirst: Bool) throws(PropertyListError) {
        guard scanner.cursor.peek == UInt8(ascii: "\"") else { throw unexpected(expected: "a key") }
        let key = try scanner.readString()
        builder.append(key: key)
        scanner.beginToken()
        guard scanner.cursor.skip(UInt8(ascii: ":")) else { throw unexpected(expected: ":") }
        scanner.beginToken()
        let innermost = containers.count - 1
        if isFirst, containers[innermost].meaning == .object, JSONForm(rawValue: key) == .dictionary {
            containers[innermost].meaning = .dictionaryForm
            guard scanner.cursor.peek == UInt8(ascii: "{") else {
                throw invalidForm(.dictionary, from: containers[innermost].start)
            }
        }
    }

    private mutating func begin(_ meaning: Container.Meaning) throws(PropertyListError) {
        try PropertyList.checkDepth(builder.depth, at: scanner.position)
        if meaning == .array {
            builder.beginArray()
        } else {
            builder.beginDictionary()
        }
        containers.append(Container(meaning: meaning, start: scanner.tokenStart, offsetCount: offsets.count))
    }

    private mutating func end() throws(PropertyListError) {
        let container = containers.removeLast()
        scanner.tokenStart = container.start
        var value = builder.end()
        if case .dictionary(let dictionary) = value {
            if let key = dictionary.entries.duplicateKey {
                throw scanner.error(.duplicateKey(key))
            }
            if container.meaning != .literalDictionary, let (form, content) = dictionary.jsonForm {
                guard let meant = form.value(of: content) else { throw invalidForm(form, from: container.start) }
                value = meant
                if keepsOffsets, form != .dictionary {
                    // What the form holds is no value of its own.
                    offsets.removeLast(offsets.count - container.offsetCount)
                }
            }
        }
        builder.append(value)
    }

    private mutating func invalidForm(_ form: JSONForm, from start: Int) -> PropertyListError {
        scanner.tokenStart = start
        return scanner.error(.invalidForm(form.rawValue))
    }

    // MARK: Values

    /// Reads a scalar, or the beginning of a container.
    private mutating func readValue() throws(PropertyListError) {
        if keepsOffsets, containers.last?.meaning != .dictionaryForm {
            offsets.append(scanner.tokenStart)
        }
        switch scanner.cursor.peek {
        case UInt8(ascii: "{"):
            _ = scanner.cursor.next()
            try begin(containers.last?.meaning == .dictionaryForm ? .literalDictionary : .object)
        case UInt8(ascii: "["):
            _ = scanner.cursor.next()
            try begin(.array)
        case UInt8(ascii: "\""):
            builder.append(.string(try scanner.readString()))
        case let byte? where byte == UInt8(ascii: "-") || byte.decimalDigit != nil:
            builder.append(try scanner.readNumber())
        case _ where scanner.cursor.skip("true"):
            builder.append(.boolean(true))
        case _ where scanner.cursor.skip("false"):
            builder.append(.boolean(false))
        case _ where scanner.cursor.skip("null"):
            throw scanner.error(.null)
        default:
            throw unexpected(expected: "a value")
        }
    }

    /// The error that the next character is not what is expected, or that there is none.
    private func unexpected(expected: String) -> PropertyListError {
        scanner.unexpected(expected: expected, within: containers.last?.name ?? "the document")
    }
}

/// The key of an object that stands for a kind which JSON does not have.
enum JSONForm: String {
    case date = "$date"
    case data = "$data"
    case uid = "$uid"
    case real = "$real"
    /// Around a dictionary that could be taken for one of the forms.
    case dictionary = "$dict"

    /// What an object of the form stands for; nil where it holds something else than the form takes.
    func value(of content: PropertyList) -> PropertyList? {
        switch (self, content) {
        case (.date, .string(let text)):
            PropertyListDate(rfc3339: text).map(PropertyList.date)
        case (.date, .integer(let seconds)):
            Double(seconds.description).map { .date(PropertyListDate(secondsSinceReferenceDate: $0)) }
        case (.date, .real(let seconds)):
            .date(PropertyListDate(secondsSinceReferenceDate: seconds))
        case (.data, .string(let text)):
            [UInt8](base64: text).map(PropertyList.data)
        case (.uid, .integer(let integer)):
            UInt64(exactly: integer).map(PropertyList.uid)
        case (.real, .string(let text)):
            Double(notFiniteText: text).map(PropertyList.real)
        case (.dictionary, .dictionary):
            content
        default:
            nil
        }
    }
}

extension PropertyListDictionary {
    /// The form that the object of this dictionary is read as, and its content; nil if it is read as a dictionary.
    var jsonForm: (JSONForm, PropertyList)? {
        guard let entry = first, let form = JSONForm(rawValue: entry.key), count == 1 || form == .dictionary else {
            return nil
        }
        return (form, entry.value)
    }
}

extension Double {
    /// `inf`, `-inf` and `nan`, or `nan(0x...)` with all bits where they are not those of `Double.nan`.
    var notFiniteText: String {
        if isNaN, bitPattern != Double.nan.bitPattern {
            "nan(0x\(String(bitPattern, radix: 16)))"
        } else {
            shortestText
        }
    }

    /// The number that such a text spells; nil for any other text.
    init?(notFiniteText text: String) {
        switch text {
        case "nan": self = .nan
        case "inf": self = .infinity
        case "-inf": self = -.infinity
        case _ where text.hasPrefix("nan(0x") && text.hasSuffix(")"):
            guard let bits = UInt64(text.dropFirst("nan(0x".count).dropLast(), radix: 16) else { return nil }
            self.init(bitPattern: bits)
            guard isNaN, notFiniteText == text else { return nil }
        default: return nil
        }
    }
}
