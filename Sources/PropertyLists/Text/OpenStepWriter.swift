/// A writer of OpenStep text with GNUstep's typed values, which preserve every kind but references of keyed archives.
///
/// The layout is that of GNUstep and macOS: one element a line, indented by four spaces a level.
struct OpenStepWriter {
    private var output: [UInt8] = []

    /// Returns a whole document; throws `unsupportedKind` for a uid, `dateOutOfRange`, `tooDeep`, and `removal`.
    static func document(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
        var writer = OpenStepWriter()
        if case .string(let string) = value {
            // A word alone would not be recognised.
            writer.output.append(quotedOpenStepString: string)
        } else {
            try writer.append(value, depth: 0)
        }
        writer.append("\n")
        return writer.output
    }

    /// Returns a value within a number of containers; throws as ``document(_:)`` does.
    static func value(_ value: PropertyList, depth: Int) throws(PropertyListError) -> [UInt8] {
        var writer = OpenStepWriter()
        try writer.append(value, depth: depth)
        return writer.output
    }

    private mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListError) {
        switch value {
        case .string(let string):
            output.append(openStepString: string)
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
            breakLine(depth: depth + 1)
            try append(element, depth: depth + 1)
        }
        breakLine(depth: depth)
        append(")")
    }

    /// Appends a dictionary; an empty one takes two lines, to distinguish it from JSON's `{}`.
    private mutating func append(_ dictionary: PropertyListDictionary, depth: Int) throws(PropertyListError) {
        try PropertyList.checkDepth(depth)
        append("{")
        for entry in dictionary {
            breakLine(depth: depth + 1)
            output.append(openStepString: entry.key)
            append(" = ")
            try append(entry.value, depth: depth + 1)
            append(";")
        }
        breakLine(depth: depth)
        append("}")
    }

    // MARK: Text

    private mutating func breakLine(depth: Int) {
        append("\n")
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 4 * depth))
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}

extension [UInt8] {
    /// Appends an OpenStep string as GNUstep and macOS do: without quotation marks only if it consists of ASCII letters
    /// and digits.
    mutating func append(openStepString string: String) {
        if !string.isEmpty, string.utf8.allSatisfy(\.isLetterOrDigit) {
            append(contentsOf: string.utf8)
        } else {
            append(quotedOpenStepString: string)
        }
    }

    /// Appends an OpenStep string in quotation marks.
    fileprivate mutating func append(quotedOpenStepString string: String) {
        append(UInt8(ascii: "\""))
        for unit in string.utf16 {
            if let byte = UInt8(exactly: unit), byte < 0x80 {
                append(openStepCharacter: byte)
            } else {
                appendEscape("U", unit, radix: 16, width: 4)
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
