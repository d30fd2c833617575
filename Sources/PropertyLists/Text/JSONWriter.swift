/// The representation in JSON of the kinds of values that JSON lacks.
public enum JSONStyle: Sendable {
    /// The representation that other programs expect; a kind may be lost.
    ///
    /// Dates and data are strings. A reference of a keyed archive is `{"$uid": 1}`. A real that is not finite cannot be
    /// written.
    case plain
    /// An object with one key that names the kind; the text reads back as the same value.
    ///
    /// The objects are `{"$date": "2001-01-01T00:00:00Z"}`, `{"$data": "AQI="}`, `{"$uid": 1}`, `{"$real": "nan"}`, and
    /// `{"$integer": "9007199254740993"}` for an integer beyond 2^53-1, which many programs would round.
    /// A dictionary that would be read as one of them is written as `{"$dict": {...}}`, as is one that would be read as
    /// `{"$unset": true}` or `{"$elements": {...}}`: in a seed, a key to remove, and elements of an array to change.
    case typed
}

extension PropertyList {
    /// Parses JSON, strictly by RFC 8259, and decodes the objects that `JSONStyle.typed` writes.
    ///
    /// A number without a fraction and an exponent is an integer; any other is a real.
    ///
    /// - Parameter bytes: one JSON text in UTF-8; it may start with a byte order mark.
    /// - Throws: the problem, with its line and column. Some valid JSON is an error too: `null`, an integer below -2^63
    ///   or above 2^64-1, a real beyond a double's range, a duplicate key.
    public init(parsingJSON bytes: Span<UInt8>) throws(PropertyListError) {
        try self.init(parsing: bytes, as: .json)
    }

    /// Returns the value as JSON, with dictionaries in their order.
    ///
    /// - Parameters:
    ///   - style: how to write dates, data, references of keyed archives and reals that are not finite.
    ///   - pretty: whether each element is on its own line, indented by two spaces a level; if false, there is no
    ///     whitespace between elements.
    /// - Throws: `tooDeep`; in the plain style also `notFinite` and `dateOutOfRange`.
    public func json(_ style: JSONStyle, pretty: Bool = false) throws(PropertyListError) -> String {
        String(decoding: try JSONWriter(self, style, in: .json(pretty: pretty)).output, as: UTF8.self)
    }

    /// Returns the JSON that ``json(_:pretty:)`` does, as a document that ends with a line break.
    ///
    /// - Parameter hasPlainIntegers: whether the typed style, too, has all integers as numbers: a file belongs to other
    ///   programs, which read them.
    package func jsonDocument(
        _ style: JSONStyle,
        pretty: Bool,
        hasPlainIntegers: Bool = false
    ) throws(PropertyListError) -> [UInt8] {
        let layout = TextStyle.json(pretty: pretty)
        return try JSONWriter(self, style, in: layout, hasPlainIntegers: hasPlainIntegers).output + Indentation.lineFeed
    }
}

struct JSONWriter {
    let style: JSONStyle
    private var layout: TextStyle
    private let hasPlainIntegers: Bool
    private(set) var output: [UInt8] = []

    /// Writes a value within a number of containers.
    ///
    /// Throws `tooDeep`; in the plain style also `notFinite` and `dateOutOfRange`.
    init(
        _ value: PropertyList,
        _ style: JSONStyle,
        in layout: TextStyle,
        hasPlainIntegers: Bool = false,
        depth: Int = 0
    ) throws(PropertyListError) {
        self.style = style
        self.layout = layout
        self.hasPlainIntegers = hasPlainIntegers || style == .plain
        try append(value, depth: depth)
    }

    private mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListError) {
        switch value {
        case .string(let string):
            output.append(jsonString: string, escapingNonASCII: layout.escapesNonASCII)
        case .integer(let integer) where integer.isRoundedInJSON && !hasPlainIntegers:
            try begin(.integer, depth: depth)
            append("\"\(integer)\"}")
        case .integer(let integer):
            append(integer.description)
        case .real(let real):
            try append(real, depth: depth)
        case .boolean(let boolean):
            append(boolean ? "true" : "false")
        case .date(let date):
            try append(date, depth: depth)
        case .data(let data):
            try append(data, depth: depth)
        case .uid(let identifier):
            try begin(.uid, depth: depth)
            append(String(identifier))
            append("}")
        case .array(let elements):
            try append(elements, depth: depth)
        case .dictionary(let dictionary) where dictionary.isOfElements:
            try begin(.elements, depth: depth)
            try append(dictionary, depth: depth + 1)
            append("}")
        case .dictionary(let dictionary) where isWrapped(dictionary):
            try begin(.dictionary, depth: depth)
            try append(dictionary, depth: depth + 1)
            append("}")
        case .dictionary(let dictionary) where dictionary.isRemoval:
            try begin(.removal, depth: depth)
            append("true}")
        case .dictionary(let dictionary):
            try append(dictionary, depth: depth)
        }
    }

    /// Whether a dictionary would be read as a form; in the plain style, as one that changes an array.
    private func isWrapped(_ dictionary: PropertyListDictionary) -> Bool {
        guard let form = dictionary.jsonForm?.0 else { return false }
        return style == .typed || form == .elements
    }

    // MARK: Kinds that JSON does not have

    private mutating func append(_ real: Double, depth: Int) throws(PropertyListError) {
        if real.isFinite {
            append(real.shortestText)
        } else if style == .typed {
            try begin(.real, depth: depth)
            output.append(jsonString: real.notFiniteText)
            append("}")
        } else {
            throw PropertyListError(.notFinite(real.shortestText))
        }
    }

    private mutating func append(_ date: PropertyListDate, depth: Int) throws(PropertyListError) {
        if style == .typed {
            try begin(.date, depth: depth)
            if let text = date.rfc3339 {
                output.append(jsonString: text)
            } else {
                try append(date.secondsSinceReferenceDate, depth: depth + 1)
            }
            append("}")
        } else if let text = date.rfc3339 ?? date.rfc3339WholeSeconds {
            output.append(jsonString: text)
        } else {
            throw PropertyListError(.dateOutOfRange(seconds: date.secondsSinceReferenceDate.shortestText))
        }
    }

    private mutating func append(_ data: [UInt8], depth: Int) throws(PropertyListError) {
        if style == .typed {
            try begin(.data, depth: depth)
        }
        append("\"")
        Base64.append(data, to: &output)
        append(style == .typed ? "\"}" : "\"")
    }

    /// Opens the object of a form, up to its value.
    private mutating func begin(_ form: JSONForm, depth: Int) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        append("{")
        append(key: form.rawValue)
    }

    // MARK: Containers

    private mutating func append(_ elements: [PropertyList], depth: Int) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        append("[")
        for (position, element) in elements.enumerated() {
            append(position == 0 ? "" : ",")
            layout.breakLine(before: position, depth: depth + 1, in: &output)
            try append(element, depth: depth + 1)
        }
        if !elements.isEmpty {
            layout.breakLine(beforeEndAt: depth, in: &output)
        }
        append("]")
    }

    private mutating func append(_ dictionary: PropertyListDictionary, depth: Int) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        append("{")
        for (position, entry) in dictionary.enumerated() {
            append(position == 0 ? "" : ",")
            layout.breakLine(before: position, depth: depth + 1, in: &output)
            append(key: entry.key)
            try append(entry.value, depth: depth + 1)
        }
        if !dictionary.isEmpty {
            layout.breakLine(beforeEndAt: depth, in: &output)
        }
        append("}")
    }

    // MARK: Text

    private mutating func append(key: String) {
        output.append(jsonString: key, escapingNonASCII: layout.escapesNonASCII)
        output += layout.assignment
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}

extension [UInt8] {
    /// Appends a JSON string; escapes only what JSON requires, and what is not ASCII on request.
    mutating func append(jsonString string: String, escapingNonASCII: Bool = false) {
        append(UInt8(ascii: "\""))
        if escapingNonASCII {
            for unit in string.utf16 {
                if let byte = UInt8(exactly: unit), byte < 0x80 {
                    append(jsonByte: byte)
                } else {
                    append(contentsOf: "\\u\(String(unit, radix: 16, width: 4))".utf8)
                }
            }
        } else if string.utf8.contains(where: isEscapedInJSON) {
            for byte in string.utf8 {
                append(jsonByte: byte)
            }
        } else {
            append(contentsOf: string.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(jsonByte byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): append(contentsOf: "\\\\".utf8)
        case 0x08: append(contentsOf: "\\b".utf8)
        case 0x09: append(contentsOf: "\\t".utf8)
        case 0x0A: append(contentsOf: "\\n".utf8)
        case 0x0C: append(contentsOf: "\\f".utf8)
        case 0x0D: append(contentsOf: "\\r".utf8)
        case 0x00..<0x20: append(contentsOf: "\\u\(String(byte, radix: 16, width: 4))".utf8)
        default: append(byte)
        }
    }
}

private func isEscapedInJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}
