/// A writer of binary property lists in CoreFoundation's layout.
///
/// The root object comes first, a container before its elements, and a dictionary's keys before its values. Equal
/// scalars become one object; equal containers do not. Time and memory are linear in the size of the tree.
struct BinaryWriter: ~Copyable {
    private struct Container {
        let number: Int
        let referenceCount: Int
    }

    private var objects: BinaryObjectList
    private var containers: [Container] = []
    /// The object numbers that containers refer to, in one row for each container; in a dictionary's row, the keys come
    /// first.
    private var references: [Int] = []

    /// Returns the document of a value.
    ///
    /// - Throws: `tooDeep` if containers nest too deep; `tooManyBytes` if shared scalars expand to more than a reader
    ///   accepts.
    static func document(_ value: PropertyList) throws(PropertyListError) -> [UInt8] {
        var writer = BinaryWriter(value)
        _ = try writer.number(value, depth: 0)
        writer.objects.forgetScalars()
        let document = writer.layOut()
        let extent = BinaryExtent(byteCount: writer.objects.lengthUnshared)
        if let problem = extent.problem(beyond: .limit(forLength: document.count)) {
            throw PropertyListError(problem)
        }
        return document
    }

    private init(_ value: PropertyList) {
        // Most of a document is its root dictionary, whose entries usually have two objects each.
        let count = if case .dictionary(let root) = value { 2 * root.count } else { 0 }
        objects = BinaryObjectList(expecting: count)
    }

    // MARK: Numbers

    /// Assigns a number to a value and to each value inside it, and returns the value's number.
    private mutating func number(_ value: PropertyList, depth: Int) throws(PropertyListError) -> Int {
        switch value {
        case .array(let elements):
            try PropertyList.checkDepth(depth)
            return try number(ofArray: elements.span, depth: depth)
        case .dictionary(let dictionary):
            try PropertyList.checkDepth(depth)
            try dictionary.checkIsNoEdit()
            return try number(ofDictionary: dictionary.entries.span, depth: depth)
        case .string(let string):
            return objects.number(ofString: string)
        case .data(let data):
            return objects.number(ofContents: data.span, BinaryMarker.data)
        case .integer(let integer):
            return objects.number { output in output.append(binaryInteger: integer) }
        case .boolean(let boolean):
            return objects.number { $0.append(boolean ? BinaryMarker.trueValue : BinaryMarker.falseValue) }
        case .real(let real):
            return objects.number(of: BinaryMarker.real | 3, real.bitPattern, width: 8)
        case .date(let date):
            return objects.number(of: BinaryMarker.date | 3, date.secondsSinceReferenceDate.bitPattern, width: 8)
        case .uid(let identifier):
            let width = identifier.binaryWidth
            return objects.number(of: BinaryMarker.uid | UInt8(width - 1), identifier, width: width)
        }
    }

    private mutating func number(ofArray elements: Span<PropertyList>, depth: Int) throws(PropertyListError) -> Int {
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
    ) throws(PropertyListError) -> Int {
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

    private mutating func beginRow(of container: Int, length: Int) -> Int {
        containers.append(Container(number: container, referenceCount: length))
        let row = references.count
        references.append(addingCapacity: length) { row in row.append(repeating: 0, count: length) }
        return row
    }

    // MARK: Bytes

    private func layOut() -> [UInt8] {
        let referenceWidth = UInt64(objects.count).binaryWidth
        let offsetTable = BinaryTrailer.headerLength + objects.length + references.count * referenceWidth
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

    private func writeObjects(referenceWidth: Int, to output: inout OutputSpan<UInt8>) {
        objects.bytes.withSpan { bytes in
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
    }

    /// Writes the offset of each object, which includes the references of the containers before it.
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

/// The bytes of a document's objects, in the order of their numbers.
///
/// Scalars are complete, and equal scalars are one object. Containers end before their references.
struct BinaryObjectList: ~Copyable {
    private(set) var bytes: ElementStack<UInt8>
    private var starts: ElementStack<Int>
    private var scalars: KeyTable
    /// The length of all scalars in bytes, including the duplicates that were removed.
    private(set) var lengthUnshared = 0

    /// Creates an empty list with room for some objects; it grows if there are more.
    init(expecting count: Int) {
        let usualLength = 32
        bytes = ElementStack(expecting: usualLength * count)
        starts = ElementStack(expecting: count)
        scalars = KeyTable(expecting: count)
    }

    var count: Int { starts.count }

    /// The number of bytes.
    var length: Int { bytes.count }

    func start(of number: Int) -> Int {
        starts[number]
    }

    func end(of number: Int) -> Int {
        number + 1 < starts.count ? starts[number + 1] : bytes.count
    }

    mutating func append(container marker: UInt8, count: Int) -> Int {
        starts.push(bytes.count)
        bytes.append(addingCapacity: OutputSpan<UInt8>.longestMarker) { output in
            output.append(marker: marker, count: count)
        }
        return starts.count - 1
    }

    mutating func number(ofString string: String) -> Int {
        string.withBytes { string in
            if string.isASCII {
                return number(ofContents: string, BinaryMarker.asciiString)
            }
            let count = string.utf16Length
            return number(addingCapacity: OutputSpan<UInt8>.longestMarker + 2 * count) { output in
                output.append(marker: BinaryMarker.utf16String, count: count)
                output.append(bigEndianUTF16Of: string)
            }
        }
    }

    /// Returns the number of the object with a marker, the length of its contents, and the contents.
    ///
    /// Most are keys that exist already, so they are written only if they do not.
    mutating func number(ofContents contents: Span<UInt8>, _ marker: UInt8) -> Int {
        let headerLength = OutputSpan<UInt8>.length(ofMarkerWithCount: contents.count)
        lengthUnshared += headerLength + contents.count
        let place = bytes.withSpan { bytes in
            scalars.find(contents) { number in
                let object = bytes.extracting(starts[number]..<end(of: number))
                return object.count == headerLength + contents.count && object[0] & 0xF0 == marker
                    && object.extracting(headerLength...).hasSameBytes(as: contents)
            }
        }
        if let number = place.number { return number }
        let start = bytes.count
        bytes.append(addingCapacity: OutputSpan<UInt8>.longestMarker + contents.count) { output in
            output.append(marker: marker, count: contents.count)
            output.append(contents)
        }
        return add(from: start, at: place)
    }

    mutating func number(of marker: UInt8, _ bits: UInt64, width: Int) -> Int {
        number { output in
            output.append(marker)
            output.append(bigEndian: bits, width: width)
        }
    }

    /// Returns the number of the object that a closure writes.
    mutating func number(
        addingCapacity capacity: Int = OutputSpan<UInt8>.longestMarker,
        _ write: (inout OutputSpan<UInt8>) -> Void
    ) -> Int {
        let start = bytes.count
        bytes.append(addingCapacity: capacity, write)
        lengthUnshared += bytes.count - start
        let place = bytes.withSpan { bytes in
            let object = bytes.extracting(start...)
            return scalars.find(object) { number in
                let end = number + 1 < starts.count ? starts[number + 1] : start
                return bytes.extracting(starts[number]..<end).hasSameBytes(as: object)
            }
        }
        if let number = place.number {
            bytes.remove(from: start)
            return number
        }
        return add(from: start, at: place)
    }

    /// Frees the memory that is only needed to find equal scalars.
    mutating func forgetScalars() {
        scalars = KeyTable()
    }

    /// Adds the scalar that was written from an offset on.
    private mutating func add(from start: Int, at place: KeyTable.Place) -> Int {
        starts.push(start)
        scalars.insert(starts.count - 1, at: place)
        return starts.count - 1
    }
}

extension OutputSpan<UInt8> {
    /// The room for a marker with the longest count, or for the longest number, in bytes.
    static let longestMarker = 1 + 17

    fileprivate static func length(ofMarkerWithCount count: Int) -> Int {
        count < Int(BinaryMarker.extendedCount) ? 1 : 2 + UInt64(count).binaryWidth
    }

    /// Appends a marker with a count; a count of 15 or more follows the marker as an integer object.
    mutating func append(marker: UInt8, count: Int) {
        if count < Int(BinaryMarker.extendedCount) {
            append(marker | UInt8(count))
        } else {
            append(marker | BinaryMarker.extendedCount)
            append(binaryInteger: PropertyListInteger(UInt64(count)))
        }
    }

    fileprivate mutating func append(binaryInteger integer: PropertyListInteger) {
        if !integer.isNegative, integer.bitPattern > Int64.max {
            // An integer of eight bytes is signed.
            append(BinaryMarker.integer | 4)
            append(bigEndian: 0, width: 8)
            append(bigEndian: integer.bitPattern, width: 8)
        } else {
            let width = integer.bitPattern.binaryWidth
            append(BinaryMarker.integer | UInt8(width.trailingZeroBitCount))
            append(bigEndian: integer.bitPattern, width: width)
        }
    }
}

extension Span<UInt8> {
    /// The number of UTF-16 code units of UTF-8 text: two for a character of four bytes, one for any other.
    fileprivate var utf16Length: Int {
        var length = 0
        for index in indices {
            length += self[index].isUTF8Continuation ? 0 : self[index] < 0b1111_0000 ? 1 : 2
        }
        return length
    }
}

extension UInt64 {
    /// The width of the number as an unsigned integer: 1, 2, 4 or 8 bytes.
    var binaryWidth: Int {
        switch self {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
