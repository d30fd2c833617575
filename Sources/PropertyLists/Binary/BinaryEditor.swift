/// An editor that changes entries of a binary property list in its bytes.
///
/// The editor copies the bytes of unchanged objects. It rewrites only the offset table, the trailer and, if its
/// references change, the root dictionary. It removes objects that lose their last reference. New objects reuse the
/// places of unreferenced objects in the offset table.
struct BinaryEditor {
    private enum Reference {
        case old(Int)
        /// An index into `additions`.
        case new(Int)
    }

    private let objects: BinaryObjectTable
    private let root: BinaryObject
    private var counts: BinaryReferenceCounts
    private var keys: [Reference] = []
    private var values: [Reference] = []
    /// Keys and values that the document does not contain yet.
    private var additions: [PropertyList] = []

    private init(_ objects: BinaryObjectTable, root: BinaryObject) throws(PropertyListError) {
        self.objects = objects
        self.root = root
        counts = try BinaryReferenceCounts(objects)
    }

    /// Returns a document with its root dictionary changed from `old` to `new`; nil if it must be written from scratch.
    ///
    /// `old` is the root dictionary that was read from the document. The result is nil if common keys are in a
    /// different order, if the references are too narrow, or if objects overlap. It is also nil if few of many objects
    /// remain, or if shared references expand to more than a reader accepts.
    ///
    /// - Throws: `tooDeep` if a value nests too deep; another error if the document's structure is invalid.
    static func document(
        _ bytes: ByteView,
        changing old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(PropertyListError) -> [UInt8]? {
        let objects = try BinaryObjectTable(bytes)
        let root = try objects.object(objects.trailer.root)
        guard root.kind == .dictionary, root.count == old.count,
            let changes = new.changes(from: old)
        else { return nil }
        var editor = try BinaryEditor(objects, root: root)
        for change in changes {
            try editor.apply(change)
        }
        guard let output = try editor.output() else { return nil }
        // Shared references can expand to more values than the document has bytes. A reader limits the expansion.
        let extent = BinaryExtent(of: .dictionary(new))
        return extent.problem(beyond: .limit(forLength: output.count)) == nil ? output : nil
    }

    // MARK: Entries

    private mutating func apply(_ change: EntryChange) throws(PropertyListError) {
        switch change {
        case .keep(let position):
            keys.append(.old(try keyReference(at: position)))
            values.append(.old(try valueReference(at: position)))
        case .replaceValue(let position, let value):
            keys.append(.old(try keyReference(at: position)))
            try counts.release(valueReference(at: position))
            values.append(add(value))
        case .rename(let position, let key):
            try counts.release(keyReference(at: position))
            keys.append(add(.string(key)))
            values.append(.old(try valueReference(at: position)))
        case .remove(let position):
            try counts.release(keyReference(at: position))
            try counts.release(valueReference(at: position))
        case .insert(let entry):
            keys.append(add(.string(entry.key)))
            values.append(add(entry.value))
        }
    }

    private mutating func add(_ value: PropertyList) -> Reference {
        additions.append(value)
        return .new(additions.count - 1)
    }

    private func keyReference(at position: Int) throws(PropertyListError) -> Int {
        try objects.reference(position, of: root)
    }

    private func valueReference(at position: Int) throws(PropertyListError) -> Int {
        try objects.reference(root.count + position, of: root)
    }

    // MARK: Output

    private func output() throws(PropertyListError) -> [UInt8]? {
        let new = try BinaryAdditions(
            additions,
            objectCount: objects.trailer.objectCount,
            freeReferences: counts.released + counts.unreachable,
            referenceWidth: objects.trailer.referenceWidth
        )
        guard let new, let edits = try edits(new.references) else { return nil }

        var offsets = [Int?](repeating: nil, count: max(objects.trailer.objectCount, new.objectCount))
        var liveLength = new.bytes.count
        for reference in 0..<objects.trailer.objectCount where counts[reference] > 0 {
            let object = try objects.object(reference)
            guard reference == objects.trailer.root || !edits.intersect(object.range) else { return nil }
            offsets[reference] = edits.newOffset(of: object.offset)
            liveLength += object.range.count
        }
        var output = edits.applied(to: objects.bytes[..<objects.trailer.offsetTable])
        for (reference, offset) in new.offsets {
            offsets[reference] = output.count + offset
        }
        output += new.bytes
        let objectCount = (offsets.lastIndex { $0 != nil } ?? objects.trailer.root) + 1
        // A reader rejects objects that are longer in total than the document, and more offsets than object bytes.
        guard liveLength <= output.count, objectCount <= output.count - BinaryTrailer.headerLength else { return nil }
        append(offsets[..<objectCount], to: &output)
        return output
    }

    /// Returns the edits of the objects; nil if the root dictionary overlaps a removed object.
    private func edits(_ newReferences: [Int]) throws(PropertyListError) -> ByteEdits? {
        var removed: [Range<Int>] = []
        for reference in counts.released {
            removed.append(try objects.object(reference).range)
        }
        var edits = ByteEdits(removing: removed)
        guard !edits.intersect(root.range) else { return nil }
        var object: [UInt8] = []
        if keys.count == root.count {
            objects.bytes[root.offset..<root.contents.lowerBound].append(to: &object)
        } else {
            object.append(addingCapacity: OutputSpan<UInt8>.longestMarker) { output in
                output.append(marker: BinaryMarker.dictionary, count: keys.count)
            }
        }
        let references = (keys + values).map { reference in
            switch reference {
            case .old(let reference): reference
            case .new(let place): newReferences[place]
            }
        }
        object.append(bigEndian: references, width: objects.trailer.referenceWidth)
        edits.replace(root.range, with: object)
        return edits
    }

    /// Appends the offset table and the trailer; a nil offset marks a free place.
    private func append(_ offsets: ArraySlice<Int?>, to output: inout [UInt8]) {
        let trailer = objects.trailer
        let rootOffset = offsets[trailer.root] ?? root.offset
        let offsetTable = output.count
        let isWideEnough = UInt64(offsetTable) >> UInt64(8 * trailer.offsetWidth) == 0
        let offsetWidth = isWideEnough ? trailer.offsetWidth : UInt64(offsetTable).binaryWidth
        // A free place must contain a valid offset too: that of the root object.
        output.append(bigEndian: offsets.map { $0 ?? rootOffset }, width: offsetWidth)
        let start = objects.bytes.count - BinaryTrailer.length
        objects.bytes[start..<start + BinaryTrailer.unusedLength].append(to: &output)
        let newTrailer = BinaryTrailer(
            offsetWidth: offsetWidth,
            referenceWidth: trailer.referenceWidth,
            objectCount: offsets.count,
            root: trailer.root,
            offsetTable: offsetTable
        )
        output.append(addingCapacity: BinaryTrailer.length) { output in newTrailer.append(to: &output) }
    }
}

/// The objects to add to an existing binary property list: their references and their bytes.
struct BinaryAdditions {
    /// The reference of each added value.
    private(set) var references: [Int] = []
    /// The offset of each new object in `bytes`.
    private(set) var offsets: [(reference: Int, offset: Int)] = []
    private(set) var bytes: [UInt8] = []
    /// One more than the highest reference of all objects, old and new.
    private(set) var objectCount: Int

    /// Creates the objects of values and keys with ``BinaryWriter``; nil if a reference exceeds its width.
    ///
    /// - Parameters:
    ///   - objectCount: the number of objects in the existing document.
    ///   - freeReferences: references that new objects use first.
    init?(
        _ values: [PropertyList],
        objectCount: Int,
        freeReferences: [Int],
        referenceWidth: Int
    ) throws(PropertyListError) {
        self.objectCount = objectCount
        let document = try BinaryWriter.document(.array(values))
        try document.span.withByteView { document throws(PropertyListError) in
            let objects = try BinaryObjectTable(document)
            let newReferences = takeReferences(for: objects, free: freeReferences)
            try copy(objects, newReferences, referenceWidth: referenceWidth)
        }
        guard UInt64(self.objectCount - 1) >> UInt64(8 * referenceWidth) == 0 else { return nil }
    }

    /// Returns the new reference of each object of a document; the root array keeps its own.
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

    /// Copies the objects of a document, except the root array.
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

/// The number of references to each object of a binary property list, from objects that the root object reaches.
struct BinaryReferenceCounts {
    private let objects: BinaryObjectTable
    private var counts: [Int]
    /// Objects that the root object did not reach before the first release.
    private(set) var unreachable: [Int] = []
    /// Objects that lost their last reference, each before the objects that only it referred to.
    private(set) var released: [Int] = []

    /// Counts the references and validates every object that the root object reaches.
    init(_ objects: BinaryObjectTable) throws(PropertyListError) {
        self.objects = objects
        counts = [Int](repeating: 0, count: objects.trailer.objectCount)
        counts[objects.trailer.root] = 1
        var found = [objects.trailer.root]
        while let reference = found.popLast() {
            let object = try objects.object(reference)
            for position in 0..<objects.referenceCount(of: object) {
                let element = try objects.reference(position, of: object)
                counts[element] += 1
                if counts[element] == 1 {
                    found.append(element)
                }
            }
        }
        unreachable = counts.indices.filter { counts[$0] == 0 }
    }

    subscript(reference: Int) -> Int {
        counts[reference]
    }

    /// Removes one reference to an object; after the last one, also the references to its elements.
    mutating func release(_ reference: Int) throws(PropertyListError) {
        var pending = [reference]
        while let reference = pending.popLast() {
            counts[reference] -= 1
            guard counts[reference] == 0 else { continue }
            released.append(reference)
            let object = try objects.object(reference)
            for position in 0..<objects.referenceCount(of: object) {
                pending.append(try objects.reference(position, of: object))
            }
        }
    }
}
