/// An inspector that finds the hazards in a binary document, with their offsets, and the offset of each value.
struct BinaryInspector {
    private let objects: BinaryObjectTable
    /// Whether each object was visited; a shared object is reported once.
    private var met: [Bool]
    private(set) var findings: [PropertyListFinding] = []
    /// The offset of each value's object, a container before its elements.
    private(set) var offsets: [Int] = []

    /// Inspects a document that was read before, so that its references are known to have no cycle.
    init(_ bytes: ByteView) throws(PropertyListError) {
        objects = try BinaryObjectTable(bytes)
        met = [Bool](repeating: false, count: objects.trailer.objectCount)
        try inspect(objects.trailer.root, pointer: [])
    }

    private mutating func inspect(_ reference: Int, pointer: [String]) throws(PropertyListError) {
        let object = try objects.object(reference)
        offsets.append(object.offset)
        let isNew = !met[reference]
        met[reference] = true
        switch object.kind {
        case .array:
            if isNew, objects.bytes[object.offset] & 0xF0 == BinaryMarker.set {
                add(.set, object, pointer)
            }
            for position in 0..<object.count {
                try inspect(objects.reference(position, of: object), pointer: pointer + [String(position)])
            }
        case .dictionary:
            try inspect(dictionary: object, isNew: isNew, pointer: pointer)
        default:
            guard isNew else { return }
            let value = try objects.scalar(object)
            if isWideNegative(object, value) {
                add(.wideInteger, object, pointer)
            } else if let hazard = value.hazard ?? hazard(ofString: object) {
                add(hazard, object, pointer)
            }
        }
    }

    private func hazard(ofString object: BinaryObject) -> PropertyListHazard? {
        guard object.kind == .string else { return nil }
        return objects.isLatin1(object) ? .notASCII : objects.hasLoneSurrogate(object) ? .loneSurrogate : nil
    }

    private mutating func inspect(dictionary: BinaryObject, isNew: Bool, pointer: [String]) throws(PropertyListError) {
        let keys = try objects.keys(of: dictionary)
        for (position, key) in keys.enumerated() {
            let reference = try objects.reference(position, of: dictionary)
            let object = try objects.object(reference)
            if !met[reference], let hazard = hazard(ofString: object) {
                add(hazard, object, pointer + [key])
            }
            met[reference] = true
        }
        let duplicates = DuplicateKeys(in: keys, counting: .first)
        let positions = duplicates?.positions ?? Array(keys.indices)
        if isNew {
            for (key, other) in positions.map({ keys[$0] }).equivalents {
                add(.equivalentKey(other), dictionary, pointer + [key])
            }
            for (key, position, isRead) in duplicates?.entries ?? [] {
                let value = try objects.object(try objects.reference(dictionary.count + position, of: dictionary))
                add(.duplicateKey(key, isRead: isRead), value, pointer)
            }
        }
        for position in positions {
            let reference = try objects.reference(dictionary.count + position, of: dictionary)
            try inspect(reference, pointer: pointer + [keys[position]])
        }
    }

    private func isWideNegative(_ object: BinaryObject, _ value: PropertyList) -> Bool {
        guard case .integer(let integer) = value else { return false }
        return integer.isNegative && object.contents.count == 16
    }

    private mutating func add(_ hazard: PropertyListHazard, _ object: BinaryObject, _ pointer: [String]) {
        findings.append(
            PropertyListFinding(hazard: hazard, position: SourcePosition(offset: object.offset), pointer: pointer)
        )
    }
}
