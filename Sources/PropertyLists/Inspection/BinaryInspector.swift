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
