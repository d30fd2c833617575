/// Writes a tree as a binary property list, in CoreFoundation's layout: the outermost object first, a container before
/// its elements, a dictionary's keys before its values.
///
/// Equal scalars become one object, containers do not. Time and memory are linear in the tree.
struct BinaryWriter {
    private struct Container {
        let number: Int
        let referenceCount: Int
    }

    private var objects = BinaryObjectList()
    /// The containers among the objects, in their order.
    private var containers: [Container] = []
    /// The numbers to which containers refer, each container's in a row; a dictionary's keys, then its values.
    private var references: [Int] = []

    /// A whole document.
    ///
    /// - Throws: `tooDeep` where containers nest deeper than a reader would take; `tooManyBytes` where equal scalars,
    ///   of which the document holds one, make it stand for more.
    static func document(_ value: PropertyList) throws(PropertyListProblem) -> [UInt8] {
        var writer = BinaryWriter()
        _ = try writer.number(value, depth: 0)
        writer.objects.forgetScalars()
        let document = writer.layOut()
        try BinaryExtent(byteCount: writer.objects.lengthUnshared).check(against: .limit(forLength: document.count))
        return document
    }

    // MARK: Numbers

    /// Numbers a value, and those within it.
    ///
    /// - Parameter depth: the number of containers around the value.
    private mutating func number(_ value: PropertyList, depth: Int) throws(PropertyListProblem) -> Int {
        switch value {
        case .array(let elements):
            try PropertyList.checkDepth(depth)
            return try number(ofArray: elements.span, depth: depth)
        case .dictionary(let dictionary):
            try PropertyList.checkDepth(depth)
            return try number(ofDictionary: dictionary.entries.span, depth: depth)
        default:
            return objects.number(ofScalar: value)
        }
    }

    private mutating func number(ofArray elements: Span<PropertyList>, depth: Int) throws(PropertyListProblem) -> Int {
        let number = objects.append(container: BinaryMarker.array, count: elements.count)
        let row = beginRow(of: number, length: elements.count)
        for index in elements.indices {
            references[row + index] = try self.number(elements[index], depth: depth + 1)
        }
        return number
    }

    private mutating func number(
        ofDictionary entries: Span<PropertyListDictionary.Entry>,
        depth: Int
    ) throws(PropertyListProblem) -> Int {
        let number = objects.append(container: BinaryMarker.dictionary, count: entries.count)
        let row = beginRow(of: number, length: 2 * entries.count)
        for index in entries.indices {
            references[row + index] = objects.number(ofString: entries[index].key)
        }
        for index in entries.indices {
            references[row + entries.count + index] = try self.number(entries[index].value, depth: depth + 1)
        }
        return number
    }

    /// Sets the places of a container's references aside.
    private mutating func beginRow(of container: Int, length: Int) -> Int {
        containers.append(Container(number: container, referenceCount: length))
        let row = references.count
        references.append(addingCapacity: length) { row in row.append(repeating: 0, count: length) }
        return row
    }

    // MARK: Bytes

    private func layOut() -> [UInt8] {
        let referenceWidth = UInt64(objects.count).binaryWidth
        let offsetTable = BinaryTrailer.headerLength + objects.bytes.count + references.count * referenceWidth
        let offsetWidth = UInt64(offsetTable).binaryWidth
        let length = offsetTable + objects.count * offsetWidth + BinaryTrailer.length
        let trailer = BinaryTrailer(
            offsetWidth: offsetWidth,
            referenceWidth: referenceWidth,
            objectCount: objects.count,
            root: 0,
            offsetTable: offsetTable
        )
        return [UInt8](capacity: length) { output in
            output.append("bplist00")
            writeObjects(referenceWidth: referenceWidth, to: &output)
            writeOffsets(offsetWidth: offsetWidth, referenceWidth: referenceWidth, to: &output)
            output.append(repeating: 0, count: BinaryTrailer.unusedLength)
            trailer.append(to: &output)
        }
    }

    /// Writes the objects, the references of each container behind it.
    private func writeObjects(referenceWidth: Int, to output: inout OutputSpan<UInt8>) {
        let bytes = objects.bytes.span
        var written = 0
        var row = 0
        for container in containers {
            let end = objects.end(of: container.number)
            output.append(bytes.extracting(written..<end))
            written = end
            for index in row..<row + container.referenceCount {
                output.append(bigEndian: UInt64(references[index]), width: referenceWidth)
            }
            row += container.referenceCount
        }
        output.append(bytes.extracting(written...))
    }

    /// Writes where each object starts, which the references before it have moved.
    private func writeOffsets(offsetWidth: Int, referenceWidth: Int, to output: inout OutputSpan<UInt8>) {
        var shift = BinaryTrailer.headerLength
        var next = 0
        for number in 0..<objects.count {
            output.append(bigEndian: UInt64(objects.start(of: number) + shift), width: offsetWidth)
            if next < containers.count, containers[next].number == number {
                shift += containers[next].referenceCount * referenceWidth
                next += 1
            }
        }
    }
}
