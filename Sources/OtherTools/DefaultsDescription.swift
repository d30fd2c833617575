package import PropertyLists

/// The text of a value as defaults(1) prints it: `description` in Foundation of macOS.
///
/// Containers within others start with the indentation of their own lines, so that `key =     {` has five spaces.
package struct DefaultsDescription {
    private(set) package var text = ""

    /// Describes a value; a string on its own is printed as it is.
    package init(_ value: PropertyList) {
        if value.kind.isContainer {
            append(value, level: 0)
        } else {
            text = Self.scalar(value)
        }
    }

    private mutating func append(_ value: PropertyList, level: Int) {
        switch value {
        case .array(let elements):
            text += Self.indentation(level) + "(\n"
            for (position, element) in elements.enumerated() {
                appendElement(element, level: level + 1)
                text += position == elements.count - 1 ? "\n" : ",\n"
            }
            text += Self.indentation(level) + ")"
        case .dictionary(let entries):
            text += Self.indentation(level) + "{\n"
            // Foundation prints the keys in order.
            for entry in entries.sorted(byBytesOf: \.key) {
                text += Self.indentation(level + 1) + Self.quoted(entry.key) + " = "
                append(entry.value, level: level + 1)
                text += ";\n"
            }
            text += Self.indentation(level) + "}"
        case .data:
            text += Self.scalar(value)
        default:
            text += Self.quoted(Self.scalar(value))
        }
    }

    private mutating func appendElement(_ value: PropertyList, level: Int) {
        text += Self.indentation(level)
        append(value, level: level)
    }

    private static func indentation(_ level: Int) -> String { String(repeating: "    ", count: level) }

    // MARK: Scalars

    private static func scalar(_ value: PropertyList) -> String {
        switch value {
        case .boolean(let value): value ? "1" : "0"
        case .real(let value): real(value)
        case .data(let bytes): data(bytes)
        case .date(let date): date.rfc3339.map(date(rfc3339:)) ?? "\(date.secondsSinceReferenceDate)"
        default: (try? value.text) ?? ""
        }
    }

    /// Returns a number as `NSNumber` describes it: without a fraction if it has none.
    private static func real(_ value: Double) -> String {
        let text = value.shortestText
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// Returns `2025-01-31 12:00:00 +0000` for `2025-01-31T12:00:00Z`; fractions of seconds are dropped.
    private static func date(rfc3339 text: String) -> String {
        let parts = text.split(separator: "T")
        guard parts.count == 2 else { return text }
        return "\(parts[0]) \(parts[1].prefix(8)) +0000"
    }

    /// Returns the length and the bytes; of more than 24, only the first 16 and the last 8.
    private static func data(_ bytes: [UInt8]) -> String {
        func digits(_ bytes: ArraySlice<UInt8>) -> String {
            bytes.map { String($0, radix: 16, width: 2) }.joined()
        }
        guard bytes.count > 24 else { return "{length = \(bytes.count), bytes = 0x\(digits(bytes[...]))}" }
        let groups = stride(from: 0, to: 16, by: 4).map { digits(bytes[$0..<$0 + 4]) }
        let end = bytes.count - 8
        let last = [end, end + 4].map { digits(bytes[$0..<$0 + 4]) }
        let all = (groups + ["..."] + last).joined(separator: " ")
        return "{length = \(bytes.count), bytes = 0x\(all) }"
    }

    /// Returns a string with quotation marks, unless it consists of ASCII letters and digits.
    private static func quoted(_ string: String) -> String {
        let isPlain =
            !string.isEmpty
            && string.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            }
        if isPlain { return string }
        var quoted = "\""
        for unit in string.utf16 {
            switch unit {
            case 0x22: quoted += "\\\""
            case 0x5C: quoted += "\\\\"
            case 0x0A: quoted += "\\n"
            case 0x09: quoted += "\\t"
            case 0x0D: quoted += "\\r"
            case 0x07: quoted += "\\a"
            case 0x08: quoted += "\\b"
            case 0x0B: quoted += "\\v"
            case 0x0C: quoted += "\\f"
            case 0x20..<0x7F: quoted.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            case ..<0x80: quoted += "\\" + String(unit, radix: 8, width: 3)
            default: quoted += "\\U" + String(unit, radix: 16, width: 4)
            }
        }
        return quoted + "\""
    }
}
