/// Finds hazards in a binary document, each at the offset of its object, and where each value is.
struct BinaryInspector {
    private let objects: BinaryObjectTable
    /// The objects that have been met: one that is shared is reported once.
    private var met: [Bool]
    private(set) var findings: [PropertyListFinding] = []
    /// Where the object of each value starts, a container before its elements.
    private(set) var offsets: [Int] = []

    /// Inspects a document that has been read, so that its references end.
    init(_ bytes: ByteView) throws(PropertyListError) {
        objects = try BinaryObjectTable(bytes)
        met = [Bool](repeating: false, count: objects.trailer.objectCount)
        try inspect(objects.trailer.root, path: [])
    }

    private mutating func inspect(_ reference: Int, path: [String]) throws(PropertyListError) {
        let object = try objects.object(reference)
        offsets.append(object.offset)
        let isNew = !met[reference]
        met[reference] = true
        switch object.kind {
        case .array:
            if isNew, objects.bytes[object.offset] & 0xF0 == BinaryMarker.set {
                add(.set, object, path)
            }
            for position in 0..<object.count {
                try inspect(objects.reference(position, of: object), path: path + [String(position)])
            }
        case .dictionary:
            try inspect(dictionary: object, isNew: isNew, path: path)
        default:
            guard isNew else { return }
            let value = try objects.scalar(object)
            if let hazard = isWideNegative(object, value) ? .wideInteger : value.hazard {
                add(hazard, object, path)
            }
        }
    }

    private mutating func inspect(dictionary: BinaryObject, isNew: Bool, path: [String]) throws(PropertyListError) {
        var keys: [String] = []
        for position in 0..<dictionary.count {
            keys.append(try objects.string(objects.object(objects.reference(position, of: dictionary))))
        }
        if isNew {
            for (key, other) in keys.equivalents {
                add(.equivalentKey(other), dictionary, path + [key])
            }
        }
        for position in 0..<dictionary.count {
            let reference = try objects.reference(dictionary.count + position, of: dictionary)
            try inspect(reference, path: path + [keys[position]])
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
