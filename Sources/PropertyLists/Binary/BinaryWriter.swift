/// Writes a tree as a binary property list, in CoreFoundation's layout: the outermost object first, a container before
/// its elements, a dictionary's keys before its values.
///
/// Equal scalars become one object, containers do not. Time and memory are linear in the tree.
struct BinaryWriter {
    private enum Object {
        case scalar(PropertyList)
        case array(references: Range<Int>)
        /// References of the keys, then of the values.
        case dictionary(references: Range<Int>)
    }

    /// The objects in the order of the file; the place of one is its number.
    private var objects: [Object] = []
    /// The numbers to which containers refer, each container's in a row.
    private var references: [Int] = []
    private var scalars = BinaryScalarTable()

    /// A whole document.
    ///
    /// - Throws: `tooDeep` where containers nest deeper than a reader would take.
    static func document(_ value: PropertyList) throws(PropertyListProblem) -> [UInt8] {
        var writer = BinaryWriter()
        _ = try writer.number(value, depth: 0)
        return writer.layOut()
    }

    // MARK: Numbers

    /// Numbers a value, and those within it.
    ///
    /// - Parameter depth: the number of containers around the value.
    private mutating func number(_ value: PropertyList, depth: Int) throws(PropertyListProblem) -> Int {
        switch value {
        case .array(let elements):
            let slots = try beginContainer(length: elements.count, depth: depth)
            let number = append(.array(references: slots))
            for (slot, element) in zip(slots, elements) {
                references[slot] = try self.number(element, depth: depth + 1)
            }
            return number
        case .dictionary(let dictionary):
            let slots = try beginContainer(length: 2 * dictionary.count, depth: depth)
            let number = append(.dictionary(references: slots))
            for (slot, entry) in zip(slots, dictionary) {
                references[slot] = self.number(scalar: .string(entry.key))
            }
            for (slot, entry) in zip(slots.dropFirst(dictionary.count), dictionary) {
                references[slot] = try self.number(entry.value, depth: depth + 1)
            }
            return number
        default:
            return number(scalar: value)
        }
    }

    private mutating func beginContainer(length: Int, depth: Int) throws(PropertyListProblem) -> Range<Int> {
        try PropertyList.checkDepth(depth)
        let start = references.count
        references.append(contentsOf: repeatElement(0, count: length))
        return start..<references.count
    }

    private mutating func number(scalar: PropertyList) -> Int {
        let next = objects.count
        let number = scalars.number(of: scalar, orNew: next)
        return number == next ? append(.scalar(scalar)) : number
    }

    private mutating func append(_ object: Object) -> Int {
        objects.append(object)
        return objects.count - 1
    }

    // MARK: Bytes

    private func layOut() -> [UInt8] {
        let referenceWidth = UInt64(objects.count).binaryWidth
        var output = Array("bplist00".utf8)
        var offsets: [Int] = []
        offsets.reserveCapacity(objects.count)
        for object in objects {
            offsets.append(output.count)
            switch object {
            case .scalar(let value):
                output.append(binaryScalar: value)
            case .array(let slots):
                output.append(marker: BinaryMarker.array, count: slots.count)
                output.append(bigEndian: references[slots], width: referenceWidth)
            case .dictionary(let slots):
                output.append(marker: BinaryMarker.dictionary, count: slots.count / 2)
                output.append(bigEndian: references[slots], width: referenceWidth)
            }
        }
        let offsetTable = output.count
        let offsetWidth = UInt64(offsetTable).binaryWidth
        output.append(bigEndian: offsets[...], width: offsetWidth)

        output.append(contentsOf: repeatElement(0, count: 6))
        output.append(UInt8(offsetWidth))
        output.append(UInt8(referenceWidth))
        let root = 0
        output.append(bigEndian: [objects.count, root, offsetTable], width: 8)
        return output
    }
}
