/// A writer of OpenStep text with GNUstep's typed values, which preserve every kind but references of keyed archives.
struct OpenStepWriter {
    private var style: TextStyle
    private(set) var output: [UInt8] = []

    /// Writes a value within a number of containers; throws `unsupportedKind` for a uid, `dateOutOfRange`, `tooDeep`, and
    /// `removal`.
    init(_ value: PropertyList, in style: TextStyle, depth: Int) throws(PropertyListError) {
        self.style = style
        try append(value, depth: depth)
    }

    /// Returns a whole document; throws as ``init(_:in:depth:)`` does.
    static func document(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
        var style = TextStyle.openStep
        // A word alone would not be recognised.
        if case .string = value { style.quotesValues = true }
        return try OpenStepWriter(value, in: style, depth: 0).output + Indentation.lineFeed
    }

    private mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListError) {
        switch value {
        case .string(let string):
            output.append(openStepString: string, in: style, isQuoted: style.quotesValues)
        case .integer(let integer):
            append("<*I\(integer)>")
        case .real(let real):
            append("<*R\(real.shortestText)>")
        case .boolean(let boolean):
            append(boolean ? "<*BY>" : "<*BN>")
        case .date(let date):
            append("<*D")
            try date.appendOpenStep(to: &output)
            append(">")
        case .data(let data):
            append(data)
        case .array(let elements):
            try append(elements, depth: depth)
        case .dictionary(let dictionary):
            try dictionary.checkIsNoEdit()
            try append(dictionary, depth: depth)
        case .uid:
            throw PropertyListError(.unsupportedKind(.uid))
        }
    }

    /// Appends data as hexadecimal digits, which every program reads, in groups of four bytes.
    private mutating func append(_ data: [UInt8]) {
        append("<")
        for (position, byte) in data.enumerated() {
            if position > 0, position.isMultiple(of: 4) {
                append(" ")
            }
            output.append(OpenStepWriter.digits[Int(byte >> 4)])
            output.append(OpenStepWriter.digits[Int(byte & 15)])
        }
        append(">")
    }

    private static let digits = [UInt8]("0123456789abcdef".utf8)

    // MARK: Containers

    private mutating func append(_ elements: [PropertyList], depth: Int) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        append("(")
        for (position, element) in elements.enumerated() {
            append(position == 0 ? "" : ",")
            style.breakLine(before: position, depth: depth + 1, in: &output)
            try append(element, depth: depth + 1)
        }
        style.breakLine(beforeEndAt: depth, in: &output)
        append(")")
    }

    /// Appends a dictionary; an empty one takes two lines, to distinguish it from JSON's `{}`.
    private mutating func append(_ dictionary: PropertyListDictionary, depth: Int) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        append("{")
        for (position, entry) in dictionary.enumerated() {
            style.breakLine(before: position, depth: depth + 1, in: &output)
            output.append(openStepString: entry.key, in: style, isQuoted: style.quotesKeys)
            output += style.assignment
            try append(entry.value, depth: depth + 1)
            append(";")
        }
        style.breakLine(beforeEndAt: depth, in: &output)
        append("}")
    }

    // MARK: Text

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}

extension [UInt8] {
    /// Appends an OpenStep string, with quotation marks if it has to have them or is to have them.
    mutating func append(openStepString string: String, in style: TextStyle, isQuoted: Bool) {
        guard isQuoted || !style.isWord(string.utf8) else { return append(contentsOf: string.utf8) }
        append(UInt8(ascii: "\""))
        for scalar in string.unicodeScalars {
            if scalar.isASCII {
                append(openStepCharacter: UInt8(ascii: scalar))
            } else if style.escapesNonASCII {
                for unit in String(scalar).utf16 { appendEscape("U", unit, radix: 16, width: 4) }
            } else {
                append(contentsOf: String(scalar).utf8)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(openStepCharacter byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): append(contentsOf: "\\\\".utf8)
        case 0x07: append(contentsOf: "\\a".utf8)
        case 0x08: append(contentsOf: "\\b".utf8)
        case 0x09: append(contentsOf: "\\t".utf8)
        case 0x0A: append(contentsOf: "\\n".utf8)
        case 0x0B: append(contentsOf: "\\v".utf8)
        case 0x0C: append(contentsOf: "\\f".utf8)
        case 0x0D: append(contentsOf: "\\r".utf8)
        case 0x20..<0x7F: append(byte)
        default: appendEscape("", UInt16(byte), radix: 8, width: 3)
        }
    }

    private mutating func appendEscape(_ letter: String, _ unit: UInt16, radix: Int, width: Int) {
        append(contentsOf: "\\\(letter)\(String(unit, radix: radix, uppercase: true, width: width))".utf8)
    }
}

extension UInt8 {
    var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: decimalDigit != nil
        }
    }
}

extension PropertyListDate {
    /// Parses the text of a typed date, as GNUstep writes it: `2001-01-01 00:00:00 +0000`; returns nil for any other
    /// text.
    init?(openStep text: ByteView) {
        var cursor = ByteCursor(text)
        guard let year = cursor.decimal(length: 4...4),
            let date = cursor.civilDate(inYear: year),
            cursor.skip(" "),
            let time = cursor.civilTime(on: date),
            cursor.skip(" "),
            let offset = cursor.offsetFromUTC(separator: ""),
            cursor.isAtEnd
        else { return nil }
        self.init(secondsSinceReferenceDate: Double(time.secondsSinceReferenceDate - offset))
    }

    /// Appends the text of a typed date, in UTC.
    ///
    /// Rounds a fraction of a second down, because GNUstep rejects a file that contains one. Throws `dateOutOfRange` if
    /// the date is not finite or its year does not have four digits.
    func appendOpenStep(to output: inout [UInt8]) throws(PropertyListError) {
        guard let seconds = Int(exactly: secondsSinceReferenceDate.rounded(.down)),
            case let time = CivilTime(secondsSinceReferenceDate: seconds),
            0...9_999 ~= time.date.year
        else { throw PropertyListError(.dateOutOfRange(seconds: secondsSinceReferenceDate.shortestText)) }
        output.append(addingCapacity: 40) { output in
            output.append(decimal: time.date.year, width: 4)
            output.append(afterYear: time, separator: " ")
            output.append(" +0000")
        }
    }
}
