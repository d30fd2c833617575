/// An inspector that finds the hazards in a value: those that it has in every format, and those that it has as this
/// package writes it in one.
struct ValueInspector {
    private(set) var findings: [PropertyListFinding] = []
    private let format: PropertyListFormat?

    /// Returns the hazards in a value.
    ///
    /// - Parameter format: the format in which this package writes the value; nil for the hazards of every format.
    static func findings(in value: PropertyList, writtenAs format: PropertyListFormat? = nil) -> [PropertyListFinding] {
        var inspector = ValueInspector(format: format)
        inspector.inspect(value, pointer: [])
        return inspector.findings
    }

    private init(format: PropertyListFormat?) {
        self.format = format
    }

    private mutating func inspect(_ value: PropertyList, pointer: [String]) {
        if case .dictionary(let dictionary) = value {
            for (key, other) in dictionary.keys.equivalents {
                add(.equivalentKey(other), pointer: pointer + [key])
            }
            for entry in dictionary where format == .xml {
                entry.key.hazardsInXML.forEach { add($0, pointer: pointer + [entry.key]) }
            }
        }
        value.hazard.map { add($0, pointer: pointer) }
        switch (format, value) {
        case (.xml, .string(let text)): text.hazardsInXML.forEach { add($0, pointer: pointer) }
        case (.openStep, .integer), (.openStep, .real), (.openStep, .boolean), (.openStep, .date):
            add(.gnustepValue, pointer: pointer)
        default: break
        }
        for (token, part) in value.parts where format == .openStep || !part.isHarmless {
            inspect(part, pointer: pointer + [token])
        }
    }

    private mutating func add(_ hazard: PropertyListHazard, pointer: [String]) {
        findings.append(PropertyListFinding(hazard: hazard, position: nil, pointer: pointer))
    }
}

extension PropertyList {
    /// Returns the hazards that this value has as this package writes it.
    ///
    /// - Parameter key: its key in the root dictionary, with which the pointers begin.
    package func hazards(of key: String, writtenAs format: PropertyListFormat) -> [PropertyListFinding] {
        if isHarmless, key.hazardsInXML.isEmpty, format != .openStep { return [] }
        return ValueInspector.findings(in: [key: self], writtenAs: format)
    }

    /// Whether the value is a scalar that has no hazard in any format but OpenStep text: most values are.
    fileprivate var isHarmless: Bool {
        switch self {
        case .string(let text): text.hazardsInXML.isEmpty
        case .integer, .real: hazard == nil
        case .boolean, .data: true
        case .date, .uid, .array, .dictionary: false
        }
    }
}

extension PropertyListDictionary {
    /// The keys that are canonically equivalent to an earlier key, each with that key.
    package var equivalentKeys: [(key: String, other: String)] { keys.equivalents }
}

extension String {
    /// The hazards of the text of a string or a key in XML, as this package writes it.
    fileprivate var hazardsInXML: [PropertyListHazard] {
        // Only a control character, and what begins with the byte 0xEF, can be one.
        if utf8.allSatisfy({ $0 >= 0x20 && $0 != 0xEF || $0.isWhitespace }) { return [] }
        let forbidden = unicodeScalars.first { !$0.isAllowedInXML }.map {
            PropertyListHazard.controlCharacter($0.value)
        }
        return [unicodeScalars.first == "\u{FEFF}" ? .byteOrderMark : nil, forbidden].compactMap(\.self)
    }
}

extension PropertyList {
    /// The hazard of a scalar, in every format; nil if it is not a hazard.
    var hazard: PropertyListHazard? {
        switch self {
        case .uid: .reference
        case .integer(let integer) where !integer.isNegative && integer.bitPattern > UInt64(Int64.max): .unsignedInteger
        case .real(let real) where real.isZero && real.sign == .minus: .negativeZero
        case .date(let date) where !date.secondsSinceReferenceDate.isFinite: .dateNotFinite
        case .date where stored(in: .xml) != self: .fractionOfSecond
        default: nil
        }
    }
}

extension [String] {
    /// The keys that are canonically equivalent to an earlier key, each with that key.
    var equivalents: [(key: String, other: String)] {
        // Swift treats equivalent strings as equal. Different ASCII strings are never equivalent.
        guard contains(where: { !$0.isASCII }) else { return [] }
        var first: [String: String] = [:]
        return compactMap { key in
            if let other = first[key] { return other.hasSameBytes(as: key) ? nil : (key, other) }
            first[key] = key
            return nil
        }
    }
}
