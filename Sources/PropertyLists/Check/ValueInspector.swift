/// An inspector that finds the hazards in a value, whatever format it was read from.
struct ValueInspector {
    private(set) var findings: [PropertyListFinding] = []

    static func findings(in value: PropertyList) -> [PropertyListFinding] {
        var inspector = ValueInspector()
        inspector.inspect(value, pointer: [])
        return inspector.findings
    }

    private mutating func inspect(_ value: PropertyList, pointer: [String]) {
        if case .dictionary(let dictionary) = value {
            for (key, other) in dictionary.keys.equivalents {
                add(.equivalentKey(other), pointer: pointer + [key])
            }
        }
        value.hazard.map { add($0, pointer: pointer) }
        for (token, part) in value.parts {
            inspect(part, pointer: pointer + [token])
        }
    }

    private mutating func add(_ hazard: PropertyListHazard, pointer: [String]) {
        findings.append(PropertyListFinding(hazard: hazard, position: nil, pointer: pointer))
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
        guard contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) else { return [] }
        var first: [String: String] = [:]
        return compactMap { key in
            if let other = first[key] { return other.hasSameBytes(as: key) ? nil : (key, other) }
            first[key] = key
            return nil
        }
    }
}
