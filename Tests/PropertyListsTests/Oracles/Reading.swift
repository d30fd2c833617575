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

/// The value at a path in a binary document, read without a tree of the others; nil where the path leads nowhere.
func locate(_ path: [String], in document: [UInt8]) throws(PropertyListError) -> PropertyList? {
    try PropertyList(at: path, parsing: document.span, as: .binary)
}

/// The error of a reading that fails; nil of one that does not.
func error<Value>(of read: () throws(PropertyListError) -> Value) -> PropertyListError? {
    do throws(PropertyListError) {
        _ = try read()
        return nil
    } catch {
        return error
    }
}

/// Containers one in another.
func nested(_ depth: Int, around value: PropertyList = 1) -> PropertyList {
    (0..<depth).reduce(value) { value, level in level.isMultiple(of: 2) ? [value] : ["k": value] }
}

extension SourcePosition {
    init(offset: Int, in text: [UInt8]) {
        self = text.span.withByteView { SourcePosition(offset: offset, in: $0) }
    }
}

extension EntryLocator {
    /// What a search finds in a document that is fetched part by part, nil where that needs the reader; and how many
    /// bytes it has fetched.
    ///
    /// Other bytes are in place of those that have not been asked for.
    mutating func search(
        _ document: [UInt8],
        memoryLength: Int,
        using generator: inout SeededGenerator
    ) throws(PropertyListError) -> (root: PropertyList?, fetched: Int) {
        var memory = [UInt8](repeating: .random(in: .min ... .max, using: &generator), count: memoryLength)
        var fetched = 0
        while true {
            switch try advance(in: memory.span) {
            case .found(let root):
                return (root, fetched)
            case .needsReader:
                return (nil, fetched)
            case .needs(let fetch):
                memory.replaceSubrange(fetch.place..<fetch.place + fetch.range.count, with: document[fetch.range])
                fetched += fetch.range.count
            }
        }
    }
}

extension BinaryLocator {
    /// What a search finds in a document that is fetched part by part, and how many bytes it has fetched.
    static func search(
        _ keys: [String],
        in document: [UInt8],
        using generator: inout SeededGenerator
    ) throws(PropertyListError) -> (found: PropertyList, fetched: Int) {
        var locator = BinaryLocator(for: keys, inDocumentOf: document.count)
        let length = memoryLength(forDocumentOf: document.count)
        let (root, fetched) = try locator.search(document, memoryLength: length, using: &generator)
        if let root { return (root, fetched) }
        return (try PropertyList(parsing: document.span, as: .binary, keys: keys), fetched + document.count)
    }
}

extension PropertyList {
    /// The nearest value that XML can hold: dates of whole seconds, one not-a-number, a reference for a dictionary that
    /// is spelled like one, and the other way round at the root.
    func asInXML(isRoot: Bool = true) -> PropertyList {
        switch self {
        case .date(let date):
            let seconds = date.secondsSinceReferenceDate
            let isHeld = seconds.isFinite && seconds.magnitude < 6e18
            return .date(PropertyListDate(secondsSinceReferenceDate: isHeld ? seconds.rounded(.down) + 0.0 : 0))
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
