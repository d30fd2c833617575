/// An editor that changes entries of a binary property list in its bytes, in dictionaries and arrays at any depth.
///
/// The editor copies the bytes of unchanged objects. It rewrites only the offset table, the trailer and the containers
/// whose references change. It removes objects that lose their last reference. New objects reuse the places of
/// unreferenced objects in the offset table.
struct BinaryEditor {
    private enum Reference {
        case old(Int)
        /// An index into `additions`.
        case new(Int)
    }

    private let objects: BinaryObjectTable
    private var counts: BinaryReferenceCounts
    /// The changed containers, with their new references to keys and values.
    private var containers: [(reference: Int, object: BinaryObject, elements: [Reference])] = []
    /// Keys and values that the document does not contain yet.
    private var additions: [PropertyList] = []
    /// The keys that changed and lost their other entries.
    private var duplicates: [String] = []

    private init(_ objects: BinaryObjectTable) throws(PropertyListError) {
        self.objects = objects
        counts = try BinaryReferenceCounts(objects)
    }

    /// Returns a document with its root dictionary changed from `old` to `new`; nil if it must be written from scratch.
    ///
    /// `old` is the root dictionary that was read from the document. The result is nil if common keys are in a
    /// different order, if the references are too narrow, or if objects overlap. It is also nil if few of many objects
    /// remain, or if shared references expand to more than a reader accepts.
    ///
    /// - Throws: `tooDeep` if a value nests too deep; another error if the document's structure is invalid.
    static func splice(
        _ bytes: ByteView,
        changing old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(PropertyListError) -> Splice? {
        guard let changes = new.changes(from: old) else { return nil }
        var editor = try BinaryEditor(try BinaryObjectTable(bytes))
        guard try editor.change(.dictionary, editor.objects.trailer.root, by: changes),
            let output = try editor.output()
        else { return nil }
        // Shared references can expand to more values than the document has bytes. A reader limits the expansion.
        let extent = BinaryExtent(of: .dictionary(new))
        guard extent.problem(beyond: .limit(forLength: output.count)) == nil else { return nil }
        return Splice(end: output, duplicates: editor.duplicates)
    }

    // MARK: Changes

    /// Changes the entries of the container at a reference, and returns whether it is one whose bytes may change.
    ///
    /// Nothing else may refer to it, and it must not be a set, which is read as an array.
    private mutating func change(
        _ kind: PropertyListKind,
        _ reference: Int,
        by changes: [EntryChange]
    ) throws(PropertyListError) -> Bool {
        let object = try objects.object(reference)
        guard counts[reference] == 1, object.kind == kind, objects.bytes[object.offset] & 0xF0 != BinaryMarker.set,
            let changes = try located(changes, in: object)
        else { return false }
        let keys = kind == .dictionary ? try changedKeys(of: object, by: changes) : []
        containers.append((reference, object, keys + (try changedValues(of: object, by: changes))))
        return true
    }

    /// Returns steps that change the entries that were read from a container, as steps at the positions of all entries.
    ///
    /// Returns nil if other entries were read.
    private mutating func located(
        _ changes: [EntryChange],
        in container: BinaryObject
    ) throws(PropertyListError) -> [EntryChange]? {
        let count = changes.count { $0.oldPosition != nil }
        if count == container.count { return changes }
        guard container.kind == .dictionary,
            let duplicates = DuplicateKeys(in: try objects.keys(of: container), counting: .first),
            count == duplicates.positions.count
        else { return nil }
        return duplicates.spread(changes, removing: &self.duplicates)
    }

    private mutating func changedKeys(
        of dictionary: BinaryObject,
        by changes: [EntryChange]
    ) throws(PropertyListError) -> [Reference] {
        var keys: [Reference] = []
        for change in changes {
            switch change {
            case .keep(let position), .replaceValue(let position, _, _):
                keys.append(.old(try objects.reference(position, of: dictionary)))
            case .rename(let position, let key):
                try counts.release(objects.reference(position, of: dictionary))
                keys.append(add(.string(key)))
            case .remove(let position):
                try counts.release(objects.reference(position, of: dictionary))
            case .insert(let key, _):
                if let key { keys.append(add(.string(key))) }
            }
        }
        return keys
    }

    private mutating func changedValues(
        of container: BinaryObject,
        by changes: [EntryChange]
    ) throws(PropertyListError) -> [Reference] {
        func reference(_ position: Int) throws(PropertyListError) -> Int {
            // The references to the keys of a dictionary precede those to its values.
            try objects.reference(objects.referenceCount(of: container) - container.count + position, of: container)
        }
        var values: [Reference] = []
        for change in changes {
            switch change {
            case .keep(let position), .rename(let position, _):
                values.append(.old(try reference(position)))
            case .replaceValue(let position, let old, let value):
                values.append(try replace(old, at: reference(position), with: value))
            case .remove(let position):
                try counts.release(reference(position))
            case .insert(_, let value):
                values.append(add(value))
            }
        }
        return values
    }

    /// Changes the entries of a container that differ, or replaces a value as a whole.
    private mutating func replace(
        _ old: PropertyList,
        at reference: Int,
        with new: PropertyList
    ) throws(PropertyListError) -> Reference {
        if let changes = new.changes(fromNested: old), try change(new.kind, reference, by: changes) {
            return .old(reference)
        }
        try counts.release(reference)
        return add(new)
    }

    private mutating func add(_ value: PropertyList) -> Reference {
        additions.append(value)
        return .new(additions.count - 1)
    }

    // MARK: Output

    private func output() throws(PropertyListError) -> [UInt8]? {
        let new = try BinaryAdditions(
            additions,
            objectCount: objects.trailer.objectCount,
            freeReferences: counts.released + counts.unreachable,
            referenceWidth: objects.trailer.referenceWidth
        )
        guard let new else { return nil }
        let changed = try edits(new.references)
        guard let edits = ByteEdits(changed) else { return nil }

        var offsets = [Int?](repeating: nil, count: max(objects.trailer.objectCount, new.objectCount))
        for container in containers {
            offsets[container.reference] = edits.newOffset(of: container.object.offset)
        }
        var liveLength = changed.reduce(new.bytes.count) { $0 + $1.replacement.count }
        for reference in 0..<objects.trailer.objectCount where counts[reference] > 0 && offsets[reference] == nil {
            let object = try objects.object(reference)
            liveLength += object.range.count
            guard !edits.intersect(object.range) else { return nil }
            offsets[reference] = edits.newOffset(of: object.offset)
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

    private func edits(_ newReferences: [Int]) throws(PropertyListError) -> [ByteEdits.Edit] {
        var edits: [ByteEdits.Edit] = []
        for reference in counts.released {
            edits.append(.init(range: try objects.object(reference).range))
        }
        for (_, object, elements) in containers {
            edits.append(.init(range: object.range, replacement: bytes(of: object, elements, newReferences)))
        }
        return edits
    }

    private func bytes(of container: BinaryObject, _ elements: [Reference], _ newReferences: [Int]) -> [UInt8] {
        var bytes: [UInt8] = []
        if elements.count == objects.referenceCount(of: container) {
            objects.bytes[container.offset..<container.contents.lowerBound].append(to: &bytes)
        } else {
            let isDictionary = container.kind == .dictionary
            bytes.append(addingCapacity: OutputSpan<UInt8>.longestMarker) { output in
                output.append(
                    marker: isDictionary ? BinaryMarker.dictionary : BinaryMarker.array,
                    count: isDictionary ? elements.count / 2 : elements.count
                )
            }
        }
        let references = elements.map { element in
            switch element {
            case .old(let reference): reference
            case .new(let place): newReferences[place]
            }
        }
        bytes.append(bigEndian: references, width: objects.trailer.referenceWidth)
        return bytes
    }

    /// Appends the offset table and the trailer; a nil offset marks a free place.
    private func append(_ offsets: ArraySlice<Int?>, to output: inout [UInt8]) {
        let trailer = objects.trailer
        let rootOffset = offsets[trailer.root] ?? BinaryTrailer.headerLength
        let offsetTable = output.count
        let isWideEnough = UInt64(offsetTable) >> UInt64(8 * trailer.offsetWidth) == 0
        let offsetWidth = isWideEnough ? trailer.offsetWidth : UInt64(offsetTable).binaryWidth
        // A free place must contain a valid offset too: the offset of the root object.
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
