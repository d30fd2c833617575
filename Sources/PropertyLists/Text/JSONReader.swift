/// A reader of JSON that builds a tree without recursion.
struct JSONReader: ~Copyable {
    private struct Container {
        enum Meaning {
            case array
            /// A dictionary, or any form but `$dict`: the end of the object decides.
            case object
            /// An object whose first key is `$dict`.
            case dictionaryForm
            /// The dictionary within `$dict`, which is never a form itself.
            case literalDictionary
        }

        var meaning: Meaning
        let start: Int
        /// The number of offsets up to and including the container's own.
        let offsetCount: Int
        var isEmpty = true
    }

    private var json: JSONCursor
    private var containers: [Container] = []
    private var builder = PropertyListBuilder()
    private let keepsOffsets: Bool
    /// The offset of each value; a container precedes its elements.
    private var offsets: [Int] = []

    static func read(_ bytes: ByteView) throws(PropertyListError) -> PropertyList {
        var reader = JSONReader(bytes, keepsOffsets: false)
        return try reader.readDocument()
    }

    /// Returns the value of a document, and the offset of each value in it; a container precedes its elements.
    static func readWithOffsets(_ bytes: ByteView) throws(PropertyListError) -> (PropertyList, offsets: [Int]) {
        var reader = JSONReader(bytes, keepsOffsets: true)
        return (try reader.readDocument(), reader.offsets)
    }

    private init(_ bytes: ByteView, keepsOffsets: Bool) {
        json = JSONCursor(bytes)
        self.keepsOffsets = keepsOffsets
    }

    private mutating func readDocument() throws(PropertyListError) -> PropertyList {
        guard !json.cursor.isAtEnd else { throw json.error(.empty) }
        try readValue()
        while let container = containers.last {
            try readNext(in: container)
        }
        try json.end()
        guard let root = builder.root else { throw json.error(.empty) }
        return root
    }

    // MARK: Containers

    /// Reads an element, or the end of the innermost container.
    private mutating func readNext(in container: Container) throws(PropertyListError) {
        if container.meaning == .dictionaryForm, !container.isEmpty {
            json.beginToken()
            guard json.cursor.peek != UInt8(ascii: ",") else { throw invalidForm(.dictionary, from: container.start) }
        }
        guard try container.meaning == .array ? json.nextElement() : readKey(in: container) else { return try end() }
        containers[containers.count - 1].isEmpty = false
        try readValue()
    }

    /// Reads the next key, up to its value; returns false at the end of the object.
    private mutating func readKey(in container: Container) throws(PropertyListError) -> Bool {
        guard let key = try json.nextKey() else { return false }
        builder.append(key: key)
        json.beginToken()
        if container.isEmpty, container.meaning == .object, JSONForm(rawValue: key) == .dictionary {
            containers[containers.count - 1].meaning = .dictionaryForm
            guard json.cursor.peek == UInt8(ascii: "{") else { throw invalidForm(.dictionary, from: container.start) }
        }
        return true
    }

    private mutating func begin(_ meaning: Container.Meaning) throws(PropertyListError) {
        containers.append(Container(meaning: meaning, start: json.offset, offsetCount: offsets.count))
        try json.begin(isObject: meaning != .array)
        builder.begin(isDictionary: meaning != .array)
    }

    private mutating func end() throws(PropertyListError) {
        let container = containers.removeLast()
        json.offset = container.start
        var value = builder.end(counting: nil)
        if case .dictionary(let dictionary) = value {
            if let key = dictionary.entries.duplicateKey {
                throw try duplicate(key, from: container.start)
            }
            if container.meaning != .literalDictionary, let (form, content) = dictionary.jsonForm {
                guard let decoded = form.value(of: content) else {
                    if form == .date, case .string(let text) = content {
                        throw json.error(.invalidValue(.date, text: text))
                    }
                    throw invalidForm(form, from: container.start)
                }
                // A seed can change a key, not an element or a document.
                guard !form.isEdit || containers.last.map({ $0.meaning != .array }) ?? false else {
                    throw json.error(.edit)
                }
                value = decoded
                if keepsOffsets, form != .dictionary {
                    // The content of the form is not a value of its own.
                    offsets.removeLast(offsets.count - container.offsetCount)
                }
            }
        }
        builder.append(value)
    }

    /// Returns the error for a key that the object at an offset contains twice, at its second occurrence.
    ///
    /// It goes through the object again, because only this error needs the offsets of keys.
    private func duplicate(_ key: String, from start: Int) throws(PropertyListError) -> PropertyListError {
        var cursor = json
        cursor.move(to: start)
        try cursor.beginObject()
        var isSecond = false
        while let found = try cursor.nextKey(), !isSecond || !found.hasSameBytes(as: key) {
            isSecond = isSecond || found.hasSameBytes(as: key)
            try cursor.skipValue()
        }
        return cursor.error(.duplicateKey(key))
    }

    private mutating func invalidForm(_ form: JSONForm, from start: Int) -> PropertyListError {
        json.offset = start
        return json.error(.invalidForm(form.rawValue))
    }

    // MARK: Values

    private mutating func readValue() throws(PropertyListError) {
        if keepsOffsets, containers.last?.meaning != .dictionaryForm {
            offsets.append(json.offset)
        }
        switch try json.kindOfToken() {
        case .object: try begin(containers.last?.meaning == .dictionaryForm ? .literalDictionary : .object)
        case .array: try begin(.array)
        case .string: builder.append(.string(try json.readStringToken()))
        case .number: builder.append(try json.readNumber())
        case .boolean: builder.append(.boolean(try json.readBoolean()))
        case .null:
            guard json.cursor.skip("null") else { throw json.unexpected(expected: "a value") }
            throw json.error(.null(key: builder.innermostKey))
        }
    }
}

/// The key of an object that represents a kind of value that JSON lacks.
enum JSONForm: String {
    case date = "$date"
    case data = "$data"
    case uid = "$uid"
    case real = "$real"
    /// An integer beyond 2^53-1; any other is read too.
    case integer = "$integer"
    /// Stands for no value: a seed removes the key.
    case removal = "$unset"
    /// Stands for some elements of an array: a seed changes only those.
    case elements = "$elements"
    /// Encloses a dictionary that would otherwise be read as one of the forms.
    case dictionary = "$dict"

    /// Whether the form stands for a change, not for a value.
    var isEdit: Bool { self == .removal || self == .elements }

    /// Returns the value that an object of this form represents, or nil if the form does not allow the content.
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
        case (.integer, .string(let text)):
            PropertyListInteger(text).map(PropertyList.integer)
        case (.integer, .integer):
            content
        case (.removal, .boolean(true)):
            .dictionary(.removal)
        case (.elements, .dictionary(let elements)) where elements.allSatisfy(\.isElement):
            .dictionary(PropertyListDictionary(elements: elements))
        case (.dictionary, .dictionary):
            content
        default:
            nil
        }
    }
}

extension PropertyListDictionary.Entry {
    /// Whether the entry can stand for an element of an array.
    fileprivate var isElement: Bool {
        guard let selector = ElementSelector(key) else { return false }
        switch value {
        case .boolean(true): return true
        case .dictionary(let entries) where entries.isRemoval: return true
        case .dictionary(let entries):
            // The next seed would not find the element under another name.
            guard let member = selector.member, !entries.isOfElements else { return false }
            return entries[member] == nil || selector.matches(value)
        default: return false
        }
    }
}

extension PropertyListDictionary {
    /// The form that this dictionary's object represents, and its content; nil if the object is a plain dictionary.
    var jsonForm: (JSONForm, PropertyList)? {
        guard let entry = first, let form = JSONForm(rawValue: entry.key), count == 1 || form == .dictionary else {
            return nil
        }
        return (form, entry.value)
    }
}

extension Double {
    /// `inf`, `-inf` or `nan`; for a NaN with other bits than `Double.nan`, `nan(0x...)` with all bits.
    var notFiniteText: String {
        if isNaN, bitPattern != Double.nan.bitPattern {
            "nan(0x\(String(bitPattern, radix: 16)))"
        } else {
            shortestText
        }
    }

    /// Parses a text in the spelling of ``notFiniteText``; returns nil for any other text.
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

extension Span<UInt8> {
    /// Whether a JSON document seems to have an integer in its typed form.
    package var namesIntegers: Bool { withByteView { $0.firstOffset(of: "\"$integer\"", from: 0) != nil } }
}
