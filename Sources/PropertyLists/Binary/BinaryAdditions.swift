/// New objects for a binary property list that is there: their references in it, and their bytes.
struct BinaryAdditions {
    /// The reference of each value that was to be added.
    private(set) var references: [Int] = []
    /// Where each new object starts in `bytes`.
    private(set) var offsets: [(reference: Int, offset: Int)] = []
    private(set) var bytes: [UInt8] = []
    /// One more than the highest reference, of the new objects and the old.
    private(set) var objectCount: Int

    /// The objects of values, as ``BinaryWriter`` makes them.
    ///
    /// - Parameters:
    ///   - values: values of a dictionary, and keys.
    ///   - objectCount: the number of objects that are there.
    ///   - freeReferences: references that new objects take first.
    ///   - referenceWidth: the bytes of a reference.
    /// - Throws: `tooDeep` for a value.
    /// - Returns: nil where a reference does not fit its width.
    init?(
        _ values: [PropertyList],
        objectCount: Int,
        freeReferences: [Int],
        referenceWidth: Int
    ) throws(PropertyListError) {
        self.objectCount = objectCount
        let document: [UInt8]
        do throws(PropertyListProblem) {
            document = try BinaryWriter.document(.array(values))
        } catch {
            throw PropertyListError(error)
        }
        try document.span.withByteView { document throws(PropertyListError) in
            let objects = try BinaryObjectTable(document)
            let newReferences = takeReferences(for: objects, free: freeReferences)
            try copy(objects, newReferences, referenceWidth: referenceWidth)
        }
        guard UInt64(self.objectCount - 1) >> UInt64(8 * referenceWidth) == 0 else { return nil }
    }

    /// The new reference of each object of a document, but for the outermost array.
    private mutating func takeReferences(for objects: BinaryObjectTable, free: [Int]) -> [Int] {
        var free = free[...]
        return (0..<objects.trailer.objectCount).map { reference in
            guard reference != objects.trailer.root else { return reference }
            if let free = free.popFirst() {
                return free
            }
            objectCount += 1
            return objectCount - 1
        }
    }

    /// Copies the objects of a document, but for the outermost array.
    private mutating func copy(
        _ objects: BinaryObjectTable,
        _ newReferences: [Int],
        referenceWidth: Int
    ) throws(PropertyListError) {
        for reference in 0..<objects.trailer.objectCount {
            let object = try objects.object(reference)
            var elements: [Int] = []
            for position in 0..<objects.referenceCount(of: object) {
                elements.append(newReferences[try objects.reference(position, of: object)])
            }
            guard reference != objects.trailer.root else {
                references = elements
                continue
            }
            offsets.append((newReferences[reference], bytes.count))
            let copiedRange = object.isContainer ? object.offset..<object.contents.lowerBound : object.range
            objects.bytes[copiedRange].append(to: &bytes)
            bytes.append(bigEndian: elements, width: referenceWidth)
        }
    }
}
