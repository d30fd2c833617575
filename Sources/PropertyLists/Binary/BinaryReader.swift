/// A reader of binary property lists that follows the references from an object, without recursion.
///
/// Each object is read at most twice, however many references it has, so the time is linear in the number of bytes. The
/// reader keeps a value only after the second reading, because most objects have only one reference. It also limits the
/// expanded tree, in values, bytes and depth.
struct BinaryReader: ~Copyable {
    let objects: BinaryObjectTable
    /// The number of containers around the value that is read.
    private let outerDepth: Int
    private var states: BinaryObjectStates
    private var subtrees: [Subtree] = []
    var builder = PropertyListBuilder()
    /// The open containers, except the one whose elements are being read.
    var openContainers: [OpenContainer] = []
    private let limit: BinaryExtent
    /// The extent of the references that were followed.
    private var extent = BinaryExtent()
    /// The length of the scalars that were read, in bytes.
    private var contentLength = 0

    /// Returns the value of a document; if it is a dictionary and `keys` is not nil, only the selected entries.
    static func read(_ bytes: ByteView, keys: KeySelection? = nil) throws(PropertyListError) -> PropertyList {
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        guard let keys, root.kind == .dictionary else { return try read(objects.trailer.root, of: objects, depth: 0) }
        var reader = BinaryReader(objects, outerDepth: 0)
        return try reader.readEntries(of: root, keys: keys)
    }

    /// Returns the value of an object and everything inside it; `depth` is the number of containers around it.
    static func read(
        _ reference: Int,
        of objects: BinaryObjectTable,
        depth: Int
    ) throws(PropertyListError) -> PropertyList {
        let object = try objects.object(reference)
        guard object.isContainer else { return try objects.scalar(object) }
        var reader = BinaryReader(objects, outerDepth: depth)
        try reader.readTree(from: object, reference: reference)
        guard let root = reader.builder.root else { preconditionFailure("a container that has not ended") }
        return root
    }

    private init(_ objects: BinaryObjectTable, outerDepth: Int) {
        self.objects = objects
        self.outerDepth = outerDepth
        states = BinaryObjectStates(objectCount: objects.trailer.objectCount, isWhole: outerDepth == 0)
        limit = BinaryExtent.limit(forLength: objects.bytes.count)
    }

    /// Reads a container and everything inside it, within the open containers.
    mutating func readTree(from root: BinaryObject, reference: Int) throws(PropertyListError) {
        let outerCount = openContainers.count
        var container = try begin(root, reference: reference)
        while true {
            if let (object, reference) = try readElements(of: &container) {
                openContainers.append(container)
                container = try begin(object, reference: reference)
                continue
            }
            end(container)
            guard openContainers.count > outerCount else { return }
            let height = container.elementHeight + 1
            container = openContainers.removeLast()
            container.elementHeight = max(container.elementHeight, height)
        }
    }

    // MARK: Containers

    mutating func begin(_ object: BinaryObject, reference: Int) throws(PropertyListError) -> OpenContainer {
        try PropertyList.checkDepth(outerDepth + openContainers.count, at: SourcePosition(offset: object.offset))
        if builder.depth == 0, object.kind == .dictionary {
            builder.reserveEntries(object.count)
        }
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

    /// Reads elements up to the next container and returns that container; returns nil at the end.
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

    /// Reads the element that the reference at an offset refers to.
    ///
    /// If the element is a container that is not known yet, returns it instead; the caller must read it next.
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

    private mutating func end(_ container: OpenContainer) {
        let value = builder.end(counting: container.keysAscend ? nil : .first)
        if container.isRepeated {
            let extent = extent - container.extentBefore
            keep(
                Subtree(value: value, extent: extent, height: container.elementHeight + 1),
                reference: container.reference
            )
        } else {
            states[container.reference] = .met
        }
        builder.append(value)
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

    /// Keeps a value that was read for the second time, and marks it as known.
    private mutating func keep(_ subtree: Subtree, reference: Int) {
        states[reference] = .known(subtrees.count)
        subtrees.append(subtree)
    }

    /// Returns whether a scalar is read for the first time, and records the reading.
    ///
    /// Objects can overlap, so a small file could contain a large text many times. Therefore, all scalars that are read
    /// cannot be longer in total than the file.
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
        /// Whether the container is read for the second time.
        let isRepeated: Bool
        /// The reader's extent before this container.
        let extentBefore: BinaryExtent
        /// The number of elements or entries that were read or begun.
        var position = 0
        /// The number of nested containers in the deepest element.
        var elementHeight = 0
        /// Whether each key is above the previous one, so that no key is a duplicate.
        ///
        /// The reader compares the keys while it reads them. A second pass over a large dictionary would cost a
        /// twentieth of the reading time.
        var keysAscend = true
    }

    /// A value that is kept because other references to it can follow.
    struct Subtree {
        let value: PropertyList
        /// The extent of the value, including itself.
        let extent: BinaryExtent
        /// The number of nested containers, including this one.
        let height: Int
    }
}

/// Methods that read the keys of a root dictionary, and the values of some.
///
/// They do not detect errors in other values, except in the root dictionary's references to them.
extension BinaryReader {
    /// Returns the keys of a document's root dictionary in their order, and which of them are duplicates.
    ///
    /// Returns nil if the root is not a dictionary.
    static func keys(
        _ bytes: ByteView
    ) throws(PropertyListError) -> (keys: [String], duplicates: DuplicateKeys?)? {
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        guard root.kind == .dictionary else { return nil }
        var reader = BinaryReader(objects, outerDepth: 0)
        return try reader.readKeys(of: root)
    }

    /// Returns the keys of the root dictionary, each once, and which of them are duplicates.
    private mutating func readKeys(
        of dictionary: BinaryObject
    ) throws(PropertyListError) -> (keys: [String], duplicates: DuplicateKeys?) {
        let width = objects.trailer.referenceWidth
        var keys: [String] = []
        for position in 0..<dictionary.count {
            keys.append(try readKey(at: dictionary.contents.lowerBound + position * width))
            _ = try offsetOfValue(at: position, of: dictionary)
        }
        let duplicates = DuplicateKeys(in: keys, counting: .first)
        return (duplicates?.positions.map { keys[$0] } ?? keys, duplicates)
    }

    /// Returns the selected entries of the root dictionary.
    private mutating func readEntries(of root: BinaryObject, keys: KeySelection) throws(PropertyListError)
        -> PropertyList
    {
        var container = try begin(root, reference: objects.trailer.root)
        var nextKey = 0
        for position in 0..<root.count {
            let offset = root.contents.lowerBound + position * objects.trailer.referenceWidth
            let key = try selectedKey(at: offset, of: keys, expectedAt: &nextKey)
            let valueOffset = try offsetOfValue(at: position, of: root)
            guard let key else { continue }
            builder.append(key: key)
            if let (object, reference) = try readElement(at: valueOffset, of: &container) {
                openContainers.append(container)
                try readTree(from: object, reference: reference)
                container = openContainers.removeLast()
            }
        }
        return builder.end(counting: .first)
    }

    /// Returns the offset of the reference to the value of an entry of the root dictionary, which is checked.
    @inline(__always)
    private func offsetOfValue(at position: Int, of root: BinaryObject) throws(PropertyListError) -> Int {
        // The values follow all keys.
        let offset = root.contents.lowerBound + (root.count + position) * objects.trailer.referenceWidth
        guard try objects.reference(at: offset) != objects.trailer.root else {
            throw PropertyListError(.cycle, atByte: offset)
        }
        return offset
    }

    /// Returns the key that the reference at an offset refers to, if it is selected.
    private mutating func selectedKey(
        at offset: Int,
        of keys: KeySelection,
        expectedAt next: inout Int
    ) throws(PropertyListError) -> String? {
        let object = try objects.object(try objects.reference(at: offset))
        guard object.kind == .string else { throw PropertyListError(.keyNotString(object.kind), atByte: offset) }
        try count(BinaryExtent(byteCount: object.contents.count), at: offset)
        let text = objects.bytes[object.contents]
        if objects.bytes[object.offset] & 0xF0 == BinaryMarker.asciiString, text.isASCII {
            return keys.key(spelled: text, expectedAt: &next)
        }
        return try objects.string(object).utf8Span.span.withByteView { keys.key(spelled: $0, expectedAt: &next) }
    }
}
