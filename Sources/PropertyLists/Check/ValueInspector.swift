/// Finds hazards in a value, whatever document it came from.
struct ValueInspector {
    private(set) var findings: [PropertyListFinding] = []

    /// The hazards of a value and of those within it.
    static func findings(in value: PropertyList) -> [PropertyListFinding] {
        var inspector = ValueInspector()
        inspector.inspect(value, path: [])
        return inspector.findings
    }

    private mutating func inspect(_ value: PropertyList, path: [String]) {
        switch value {
        case .array(let elements):
            for (position, element) in elements.enumerated() {
                inspect(element, path: path + [String(position)])
            }
        case .dictionary(let dictionary):
            for (key, other) in dictionary.keys.equivalents {
                add(.equivalentKey(other), path: path + [key])
            }
            for entry in dictionary {
                inspect(entry.value, path: path + [entry.key])
            }
        default:
            value.hazard.map { add($0, path: path) }
        }
    }

    private mutating func add(_ hazard: PropertyListHazard, path: [String]) {
        findings.append(PropertyListFinding(hazard: hazard, position: nil, path: path))
    }
}

extension PropertyList {
    /// The hazard that a value without further values in it is in every format; nil where it is none.
    var hazard: PropertyListHazard? {
        switch self {
        case .uid: .reference
        case .integer(let integer) where !integer.isNegative && integer.bitPattern > UInt64(Int64.max): .unsignedInteger
        case .real(let real) where real.isZero && real.sign == .minus: .negativeZero
        case .date(let date) where !date.secondsSinceReferenceDate.isFinite: .dateNotFinite
        case .date where held(in: .xml) != self: .fractionOfSecond
        default: nil
        }
    }
}

extension [String] {
    /// The keys that are canonically equivalent to one before them, each with that one.
    var equivalents: [(key: String, other: String)] {
        // Equivalent texts are the same to Swift; among ASCII alone none are.
        guard contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) else { return [] }
        var first: [String: String] = [:]
        return compactMap { key in
            if let other = first[key] { return (key, other) }
            first[key] = key
            return nil
        }
    }
}

/// Finds hazards in a binary document, each at the offset of its object.
struct BinaryInspector {
    private let objects: BinaryObjectTable
    /// The objects that have been met: one that is shared is reported once.
    private var met: [Bool]
    private var findings: [PropertyListFinding] = []

    /// The hazards of a document that has been read, so that its references end, in the order of its values.
    static func findings(in bytes: ByteView) throws(PropertyListError) -> [PropertyListFinding] {
        let objects = try BinaryObjectTable(bytes)
        var inspector = BinaryInspector(
            objects: objects,
            met: [Bool](repeating: false, count: objects.trailer.objectCount)
        )
        try inspector.inspect(objects.trailer.root, path: [])
        return inspector.findings
    }

    private init(objects: BinaryObjectTable, met: [Bool]) {
        self.objects = objects
        self.met = met
    }

    private mutating func inspect(_ reference: Int, path: [String]) throws(PropertyListError) {
        guard !met[reference] else { return }
        met[reference] = true
        let object = try objects.object(reference)
        switch object.kind {
        case .array:
            if objects.bytes[object.offset] & 0xF0 == BinaryMarker.set {
                add(.set, object, path)
            }
            for position in 0..<object.count {
                try inspect(objects.reference(position, of: object), path: path + [String(position)])
            }
        case .dictionary:
            try inspect(dictionary: object, path: path)
        default:
            let value = try objects.scalar(object)
            if let hazard = isWideNegative(object, value) ? .wideInteger : value.hazard {
                add(hazard, object, path)
            }
        }
    }

    private mutating func inspect(dictionary: BinaryObject, path: [String]) throws(PropertyListError) {
        var keys: [String] = []
        for position in 0..<dictionary.count {
            keys.append(try objects.string(objects.object(objects.reference(position, of: dictionary))))
        }
        for (key, other) in keys.equivalents {
            add(.equivalentKey(other), dictionary, path + [key])
        }
        for position in 0..<dictionary.count {
            try inspect(
                objects.reference(dictionary.count + position, of: dictionary),
                path: path + [keys[position]]
            )
        }
    }

    private func isWideNegative(_ object: BinaryObject, _ value: PropertyList) -> Bool {
        guard case .integer(let integer) = value else { return false }
        return integer.isNegative && object.contents.count == 16
    }

    private mutating func add(_ hazard: PropertyListHazard, _ object: BinaryObject, _ path: [String]) {
        findings.append(
            PropertyListFinding(hazard: hazard, position: SourcePosition(offset: object.offset), path: path)
        )
    }
}
