@testable import PropertyLists

extension PropertyList {
    /// The kind and the bits of the value, and of all within it, as `Peers/PropertyListPeer.swift` spells them.
    ///
    /// Two values have the same text when they are equal: dictionaries stand in the order of their spelled keys.
    var canonicalText: String {
        switch self {
        case .string(let string): return string.canonicalText
        case .integer(let integer): return "i\(integer)"
        case .real(let real): return "r" + String(real.bitPattern, radix: 16)
        case .boolean(let boolean): return "\(boolean)"
        case .date(let date): return "d" + String(date.secondsSinceReferenceDate.bitPattern, radix: 16)
        case .data(let data): return "<" + data.map(\.twoHexadecimalDigits).joined() + ">"
        case .uid(let identifier): return "u\(identifier)"
        case .array(let elements): return "[" + elements.map(\.canonicalText).joined(separator: " ") + "]"
        case .dictionary(let dictionary):
            let entries = dictionary.map { (key: $0.key.canonicalText, value: $0.value.canonicalText) }
            return "{" + entries.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }.joined(separator: " ") + "}"
        }
    }
}

extension String {
    fileprivate var canonicalText: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case " "..."~": text.unicodeScalars.append(scalar)
            default: text += "\\{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return text + "\""
    }
}

extension UInt8 {
    fileprivate var twoHexadecimalDigits: String {
        (self < 0x10 ? "0" : "") + String(self, radix: 16)
    }
}
