/// Reads a binary property list: from an object along the references, without recursion.
///
/// Each object is read twice at most, however often it is referred to, so that the time is linear in the bytes: most
/// are not referred to again, and are not kept before they are. The tree that the references stand for is bounded all
/// the same, in values and in depth.
struct BinaryReader: ~Copyable {
    let objects: BinaryObjectTable
    /// Containers around what is read.
    private let outerDepth: Int
    private var states: BinaryObjectStates
    private var subtrees: [Subtree] = []
    var builder = PropertyListBuilder()
    /// The containers that are open, but for the one whose elements are being read.
    var openContainers: [OpenContainer] = []
    private let limit: BinaryExtent
    /// What the references that have been followed stand for.
    private var extent = BinaryExtent()
    /// Bytes of the scalars that have been read.
    private var contentLength = 0

    /// The value of a document; of a root dictionary, only the entries of `keys`.
    static func read(_ bytes: ByteView, keys: KeySelection? = nil) throws(PropertyListError) -> PropertyList {
        if let names = keys?.names, names.count <= BinaryLocator.mostKeys {
            return try BinaryLocator.root(of: bytes, keys: names)
        }
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        guard let keys, root.kind == .dictionary else { return try read(objects.trailer.root, of: objects, depth: 0) }
        var reader = BinaryReader(objects, outerDepth: 0)
        return try reader.readEntries(of: root, keys: keys)
    }

    /// The value of one object, with those within it; `depth` is the number of containers around it.
    static func read(
        _ reference: Int,
        of objects: BinaryObjectTable,
        depth: Int
    ) throws(PropertyListError) -> PropertyList {
        let object = try objects.object(reference)
        guard object.isContainer else { return try objects.scalar(object) }
        var reader = BinaryReader(objects, outerDepth: depth)
        return try reader.readTree(from: object, reference: reference)
    }

    private init(_ objects: BinaryObjectTable, outerDepth: Int) {
        self.objects = objects
        self.outerDepth = outerDepth
        states = BinaryObjectStates(objectCount: objects.trailer.objectCount, isWhole: outerDepth == 0)
        limit = BinaryExtent.limit(forLength: objects.bytes.count)
    }

    /// Reads a container with all within it, inside of those that are open.
    mutating func readTree(from root: BinaryObject, reference: Int) throws(PropertyListError) -> PropertyList {
        let outerCount = openContainers.count
        var container = try begin(root, reference: reference)
        while true {
            if let (object, reference) = try readElements(of: &container) {
                openContainers.append(container)
                container = try begin(object, reference: reference)
                continue
            }
            let subtree = try end(container)
            guard openContainers.count > outerCount else { return subtree.value }
            container = openContainers.removeLast()
            container.elementHeight = max(container.elementHeight, subtree.height)
        }
    }

    // MARK: Containers

    mutating func begin(_ object: BinaryObject, reference: Int) throws(PropertyListError) -> OpenContainer {
        try PropertyList.checkDepth(outerDepth + openContainers.count, at: SourcePosition(offset: object.offset))
        builder.begin(isDictionary: object.kind == .dictionary)
        let container = OpenContainer(
            reference: reference,
            object: object,
            isRepeated: states[reference] == .met,
            extentBefore: extent
        )
        states[reference] = .open
        try count(BinaryExtent(valueCount: 1), at: object.offset)
        return container
    }

    /// Reads the elements up to the next container, which comes first then, or else to the end.
    private mutating func readElements(
        of container: inout OpenContainer
    ) throws(PropertyListError) -> (BinaryObject, reference: Int)? {
        let width = objects.trailer.referenceWidth
        while container.position < container.object.count {
            var offset = container.object.contents.lowerBound + container.position * width
            if container.object.kind == .dictionary {
                let key = try readKey(at: offset)
                container.keysAscend = container.keysAscend && builder.isAboveLatestKey(key)
                builder.append(key: key)
                offset += container.object.count * width
            }
            container.position += 1
            if let next = try readElement(at: offset, of: &container) {
                return next
            }
        }
        return nil
    }

    /// Reads the element to which the reference at an offset refers, unless it is a container that is not known yet:
    /// that is to be read then.
    @inline(__always)
    mutating func readElement(
        at offset: Int,
        of container: inout OpenContainer
    ) throws(PropertyListError) -> (BinaryObject, reference: Int)? {
        let reference = try objects.reference(at: offset)
        switch states[reference] {
        case .unread, .met:
            let object = try objects.object(reference)
            if object.isContainer {
                return (object, reference)
            }
            try count(BinaryExtent(valueCount: 1, byteCount: object.contents.count), at: offset)
            builder.append(try readScalar(object, reference: reference))
        case .open:
            throw PropertyListError(.cycle, atByte: offset)
        case .known(let place):
            let subtree = subtrees[place]
            let depth = outerDepth + openContainers.count + subtree.height
            try PropertyList.checkDepth(depth, at: SourcePosition(offset: offset))
            try count(subtree.extent, at: offset)
            container.elementHeight = max(container.elementHeight, subtree.height)
            builder.append(subtree.value)
        }
        return nil
    }

    private mutating func end(_ container: OpenContainer) throws(PropertyListError) -> Subtree {
        let value = builder.end()
        if !container.keysAscend, case .dictionary(let dictionary) = value, let key = dictionary.entries.duplicateKey {
            throw PropertyListError(.duplicateKey(key), atByte: container.object.offset)
        }
        builder.append(value)
        let subtree = Subtree(
            value: value,
            extent: extent - container.extentBefore,
            height: container.elementHeight + 1
        )
        if container.isRepeated {
            keep(subtree, reference: container.reference)
        } else {
            states[container.reference] = .met
        }
        return subtree
    }

    // MARK: Scalars

    mutating func readKey(at offset: Int) throws(PropertyListError) -> String {
        let reference = try objects.reference(at: offset)
        if case .known(let place) = states[reference], case .string(let key) = subtrees[place].value {
            try count(BinaryExtent(byteCount: subtrees[place].extent.byteCount), at: offset)
            return key
        }
        let object = try objects.object(reference)
        guard object.kind == .string else { throw PropertyListError(.keyNotString(object.kind), atByte: offset) }
        try count(BinaryExtent(byteCount: object.contents.count), at: offset)
        guard case .string(let key) = try readScalar(object, reference: reference) else {
            preconditionFailure("a string is read as another kind")
        }
        return key
    }

    private mutating func readScalar(_ object: BinaryObject, reference: Int) throws(PropertyListError) -> PropertyList {
        let isFirst = try isFirstReading(of: object, reference: reference)
        let value = try objects.scalar(object)
        if !isFirst {
            let extent = BinaryExtent(valueCount: 1, byteCount: object.contents.count)
            keep(Subtree(value: value, extent: extent, height: 0), reference: reference)
        }
        return value
    }

    /// Keeps a value that has been read for the second time; from then on it is known.
    private mutating func keep(_ subtree: Subtree, reference: Int) {
        states[reference] = .known(subtrees.count)
        subtrees.append(subtree)
    }

    /// Whether a scalar is read for the first time, of which it takes note.
    ///
    /// Objects may overlap, so that a small file could hold a large text many times over. The bytes of all that are
    /// read are bounded, then, by those that the file has.
    @inline(__always)
    private mutating func isFirstReading(of object: BinaryObject, reference: Int) throws(PropertyListError) -> Bool {
        guard case .unread = states[reference] else { return false }
        contentLength += object.contents.count
        guard contentLength <= objects.bytes.count else {
            throw PropertyListError(.overlappingObjects, atByte: object.offset)
        }
        states[reference] = .met
        return true
    }

    private mutating func count(_ further: BinaryExtent, at offset: Int) throws(PropertyListError) {
        extent += further
        if let problem = extent.problem(beyond: limit) {
            throw PropertyListError(problem, atByte: offset)
        }
    }
}

extension BinaryReader {
    struct OpenContainer {
        let reference: Int
        let object: BinaryObject
        /// Whether it is read for the second time.
        let isRepeated: Bool
        /// What was counted before this.
        let extentBefore: BinaryExtent
        /// Elements or entries that have been read, or begun.
        var position = 0
        /// Containers that nest in the deepest element.
        var elementHeight = 0
        /// Whether each key is above the one before, so that none stands twice: compared while they are at hand, since
        /// a second pass over a large dictionary costs a twentieth of the reading.
        var keysAscend = true
    }

    /// A value that is kept, as it may be referred to again.
    struct Subtree {
        let value: PropertyList
        /// What it stands for, itself included.
        let extent: BinaryExtent
        /// Containers that nest, this one included.
        let height: Int
    }
}

/// Reading of a root dictionary by its keys: all of them, and then the values of some; what is wrong with another value
/// stays unnoticed, but for the root dictionary's reference to it.
extension BinaryReader {
    /// The keys of a document's root dictionary, in its order; nil if the root is no dictionary.
    static func keys(_ bytes: ByteView) throws(PropertyListError) -> [String]? {
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        guard root.kind == .dictionary else { return nil }
        var reader = BinaryReader(objects, outerDepth: 0)
        return try reader.readKeys(of: root)
    }

    /// The keys of the root dictionary, of which none stands twice.
    private mutating func readKeys(of dictionary: BinaryObject) throws(PropertyListError) -> [String] {
        let width = objects.trailer.referenceWidth
        var keys: [String] = []
        for position in 0..<dictionary.count {
            let offset = dictionary.contents.lowerBound + position * width
            keys.append(try readKey(at: offset))
            // The values follow all keys.
            let valueOffset = offset + dictionary.count * width
            guard try objects.reference(at: valueOffset) != objects.trailer.root else {
                throw PropertyListError(.cycle, atByte: valueOffset)
            }
        }
        if let key = keys.duplicate {
            throw PropertyListError(.duplicateKey(key), atByte: dictionary.offset)
        }
        return keys
    }

    /// The entries of the root dictionary that are sought.
    private mutating func readEntries(
        of root: BinaryObject,
        keys sought: KeySelection
    ) throws(PropertyListError) -> PropertyList {
        let keys = try readKeys(of: root)
        var container = try begin(root, reference: objects.trailer.root)
        for (position, key) in keys.enumerated() where sought.contains(key) {
            builder.append(key: key)
            let offset = root.contents.lowerBound + (root.count + position) * objects.trailer.referenceWidth
            if let (object, reference) = try readElement(at: offset, of: &container) {
                openContainers.append(container)
                _ = try readTree(from: object, reference: reference)
                container = openContainers.removeLast()
            }
        }
        return builder.end()
    }
}
