/// Reads a binary property list: from the outermost object along the references, without recursion.
///
/// Each object is read once, however often it is referred to, so that the time is linear in the bytes. The tree that
/// the references stand for is bounded all the same, in values and in depth.
struct BinaryReader: ~Copyable {
    /// What is known of an object.
    private enum State {
        case unread
        /// A scalar that was met once; as most are not met again, it is not kept.
        case met
        /// A container in the middle of being read.
        case open
        case scalar(PropertyList)
        /// A container, by its place in `subtrees`.
        case container(Int)
    }

    private struct OpenContainer {
        let reference: Int
        let object: BinaryObject
        /// Elements that have been read.
        var position = 0
        /// Containers that nest in the deepest element.
        var elementHeight = 0
        /// Values that were counted before this.
        let valuesBefore: Int
    }

    private struct Subtree {
        let value: PropertyList
        /// Values within, this one included.
        let valueCount: Int
        /// Containers that nest, this one included.
        let height: Int
    }

    private let objects: BinaryObjectTable
    private var states: [State]
    private var subtrees: [Subtree] = []
    private var openContainers: [OpenContainer] = []
    private var builder = PropertyListBuilder()
    private let valueLimit: Int
    private var valueCount = 0
    /// Bytes of the scalars that have been read.
    private var contentLength = 0

    /// The value of a document.
    ///
    /// - Parameter keys: the keys of the root dictionary that are wanted; nil wants all.
    /// - Throws: what is wrong, and at which offset.
    static func read(_ bytes: ByteView, keys: [String]? = nil) throws(PropertyListError) -> PropertyList {
        var reader = BinaryReader(try BinaryObjectTable(bytes))
        return try reader.readRoot()
    }

    private init(_ objects: BinaryObjectTable) {
        self.objects = objects
        states = [State](repeating: .unread, count: objects.trailer.objectCount)
        valueLimit = max(1_000_000, objects.bytes.count)
    }

    private mutating func readRoot() throws(PropertyListError) -> PropertyList {
        let root = try objects.object(objects.trailer.root)
        guard root.isContainer else { return try objects.scalar(root) }
        try begin(root, reference: objects.trailer.root)
        while let container = openContainers.last {
            if container.position < container.object.count {
                try readElement(of: container)
            } else {
                try end(container)
            }
        }
        return subtrees[subtrees.count - 1].value
    }

    // MARK: Containers

    private mutating func begin(_ object: BinaryObject, reference: Int) throws(PropertyListError) {
        do throws(PropertyListProblem) {
            try PropertyList.checkDepth(builder.depth)
        } catch {
            throw PropertyListError(error, at: SourcePosition(offset: object.offset))
        }
        if object.kind == .dictionary {
            builder.beginDictionary()
        } else {
            builder.beginArray()
        }
        states[reference] = .open
        openContainers.append(OpenContainer(reference: reference, object: object, valuesBefore: valueCount))
        try countValues(1, at: object.offset)
    }

    private mutating func readElement(of container: OpenContainer) throws(PropertyListError) {
        openContainers[openContainers.count - 1].position += 1
        let width = objects.trailer.referenceWidth
        var offset = container.object.contents.lowerBound + container.position * width
        if container.object.kind == .dictionary {
            builder.append(key: try readKey(at: offset))
            offset += container.object.count * width
        }
        try readValue(at: offset)
    }

    private mutating func end(_ container: OpenContainer) throws(PropertyListError) {
        do throws(PropertyListProblem) {
            try builder.checkKeys()
        } catch {
            throw PropertyListError(error, at: SourcePosition(offset: container.object.offset))
        }
        let value = builder.end()
        openContainers.removeLast()
        let height = container.elementHeight + 1
        raiseElementHeight(to: height)
        states[container.reference] = .container(subtrees.count)
        subtrees.append(Subtree(value: value, valueCount: valueCount - container.valuesBefore, height: height))
    }

    private mutating func raiseElementHeight(to height: Int) {
        if let innermost = openContainers.indices.last {
            openContainers[innermost].elementHeight = max(openContainers[innermost].elementHeight, height)
        }
    }

    // MARK: References

    /// Reads the value to which the reference at an offset refers.
    private mutating func readValue(at offset: Int) throws(PropertyListError) {
        let reference = try objects.reference(at: offset)
        switch states[reference] {
        case .unread, .met:
            let object = try objects.object(reference)
            if object.isContainer {
                try begin(object, reference: reference)
            } else {
                try countValues(1, at: offset)
                builder.append(try readScalar(object, reference: reference))
            }
        case .open:
            throw PropertyListError(.cycle, at: SourcePosition(offset: offset))
        case .scalar(let value):
            try countValues(1, at: offset)
            builder.append(value)
        case .container(let place):
            let subtree = subtrees[place]
            guard builder.depth + subtree.height <= PropertyList.depthLimit else {
                throw PropertyListError(.tooDeep(limit: PropertyList.depthLimit), at: SourcePosition(offset: offset))
            }
            try countValues(subtree.valueCount, at: offset)
            raiseElementHeight(to: subtree.height)
            builder.append(subtree.value)
        }
    }

    /// The key to which the reference at an offset refers.
    private mutating func readKey(at offset: Int) throws(PropertyListError) -> String {
        let reference = try objects.reference(at: offset)
        if case .scalar(.string(let key)) = states[reference] {
            return key
        }
        let object = try objects.object(reference)
        guard object.kind.propertyListKind == .string,
            case .string(let key) = try readScalar(object, reference: reference)
        else {
            throw PropertyListError(.keyNotString(object.kind.propertyListKind), at: SourcePosition(offset: offset))
        }
        return key
    }

    /// Reads a scalar for the first time or the second; from then on it is known.
    ///
    /// Objects may overlap, so that a small file could hold a large text many times over. The bytes of all that are
    /// read are bounded, then, by those that the file has.
    private mutating func readScalar(
        _ object: BinaryObject,
        reference: Int
    ) throws(PropertyListError) -> PropertyList {
        if case .met = states[reference] {
            let value = try objects.scalar(object)
            states[reference] = .scalar(value)
            return value
        }
        contentLength += object.contents.count
        guard contentLength <= objects.bytes.count else {
            throw PropertyListError(.overlappingObjects, at: SourcePosition(offset: object.offset))
        }
        states[reference] = .met
        return try objects.scalar(object)
    }

    private mutating func countValues(_ count: Int, at offset: Int) throws(PropertyListError) {
        valueCount += count
        guard valueCount <= valueLimit else {
            throw PropertyListError(.tooManyValues(limit: valueLimit), at: SourcePosition(offset: offset))
        }
    }
}
