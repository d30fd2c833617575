import TestSupport

@testable import PropertyLists

extension PropertyList {
    init(xml text: String) throws(PropertyListError) {
        try self.init(xml: Array(text.utf8))
    }

    init(xml bytes: [UInt8]) throws(PropertyListError) {
        try self.init(parsing: bytes.span, as: .xml)
    }

    init(binary bytes: [UInt8]) throws(PropertyListError) {
        self = try bytes.span.withByteView { bytes throws(PropertyListError) in try BinaryReader.read(bytes) }
    }

    init(binary document: BinaryDocument) throws(PropertyListError) {
        try self.init(binary: document.bytes)
    }

    init(json text: String) throws(PropertyListError) {
        try self.init(json: Array(text.utf8))
    }

    init(json bytes: [UInt8]) throws(PropertyListError) {
        try self.init(parsingJSON: bytes.span)
    }
}

/// Returns the value at a path in a binary document, or nil if there is none.
///
/// Creates no tree of the other values.
func locate(_ path: [String], in document: [UInt8]) throws(PropertyListError) -> PropertyList? {
    try PropertyList(at: path, parsing: document.span, as: .binary)
}

/// Returns the error that a read throws, or nil if it succeeds.
func error<Value>(of read: () throws(PropertyListError) -> Value) -> PropertyListError? {
    do throws(PropertyListError) {
        _ = try read()
        return nil
    } catch {
        return error
    }
}

/// Returns a value inside nested containers.
func nested(_ depth: Int, around value: PropertyList = 1) -> PropertyList {
    (0..<depth).reduce(value) { value, level in level.isMultiple(of: 2) ? [value] : ["k": value] }
}

extension SourcePosition {
    init(offset: Int, in text: [UInt8]) {
        self = text.span.withByteView { SourcePosition(offset: offset, in: $0) }
    }
}

extension PropertyList {
    /// Returns the nearest value that XML can store.
    ///
    /// Dates have whole seconds, and there is a single NaN. A dictionary that looks like a reference becomes a
    /// reference. At the root, a reference becomes a dictionary.
    func asInXML(isRoot: Bool = true) -> PropertyList {
        switch self {
        case .date(let date):
            let seconds = date.secondsSinceReferenceDate
            let isSupported = seconds.isFinite && seconds.magnitude < 6.7e16
            return .date(PropertyListDate(secondsSinceReferenceDate: isSupported ? seconds.rounded(.down) + 0.0 : 0))
        case .real(let real) where real.isNaN:
            return .real(.nan)
        case .array(let elements):
            return .array(elements.map { $0.asInXML(isRoot: false) })
        case .dictionary(let dictionary):
            if !isRoot, dictionary.count == 1, case .integer(let integer)? = dictionary["CF$UID"],
                let identifier = UInt64(exactly: integer)
            {
                return .uid(identifier)
            }
            return .dictionary(dictionary.asInXML)
        case .uid(let identifier) where isRoot:
            return ["CF$UID": .integer(PropertyListInteger(identifier))]
        default:
            return self
        }
    }
}

extension PropertyListDictionary {
    var asInXML: PropertyListDictionary {
        reduce(into: PropertyListDictionary()) { $0[$1.key] = $1.value.asInXML(isRoot: false) }
    }
}

extension PropertyList {
    /// The type and the bits of the value and its contents, in the form of `Peers/PropertyListPeer.swift`.
    ///
    /// Equal values have the same text, since dictionaries are sorted by the text of their keys.
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
