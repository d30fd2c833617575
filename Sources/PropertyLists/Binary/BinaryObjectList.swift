/// The bytes of a document's objects in the order of their numbers: scalars whole, containers up to their references.
///
/// Scalars are equal when their objects' bytes are, and then are one object.
struct BinaryObjectList {
    private(set) var bytes: [UInt8] = []
    /// Where each object starts.
    private var starts: [Int] = []
    private var scalars = NumberTable()
    /// Bytes of all scalars, those that went where an equal one was among them.
    private(set) var lengthUnshared = 0
    /// No document can be made of which many scalars have the same hash.
    private let hash = SecretHash()

    /// The number of objects.
    var count: Int { starts.count }

    /// Where the object of a number starts in the bytes.
    func start(of number: Int) -> Int {
        starts[number]
    }

    /// Where the object of a number ends in the bytes.
    func end(of number: Int) -> Int {
        number + 1 < starts.count ? starts[number + 1] : bytes.count
    }

    /// Appends a container.
    ///
    /// - Returns: its number.
    mutating func append(container marker: UInt8, count: Int) -> Int {
        starts.append(bytes.count)
        bytes.append(marker: marker, count: count)
        return starts.count - 1
    }

    /// The number of a value that is no container.
    mutating func number(ofScalar value: PropertyList) -> Int {
        starts.append(bytes.count)
        bytes.append(binaryScalar: value)
        return numberOfLast()
    }

    /// The number of a string.
    mutating func number(ofString string: String) -> Int {
        starts.append(bytes.count)
        bytes.append(binaryString: string)
        return numberOfLast()
    }

    /// Gives up the memory that only finding equal scalars takes.
    mutating func forgetScalars() {
        scalars = NumberTable()
    }

    /// The number of the last object, which goes where an equal one is there already.
    private mutating func numberOfLast() -> Int {
        let last = starts.count - 1
        lengthUnshared += bytes.count - starts[last]
        let hash = UInt32(truncatingIfNeeded: hash(bytes.span.extracting(starts[last]...)))
        var place = scalars.firstPlace(ofHash: hash)
        while let scalar = scalars.entry(at: place) {
            if scalar.hash == hash, isObject(scalar.number, equalTo: last) {
                bytes.removeLast(bytes.count - starts[last])
                starts.removeLast()
                return scalar.number
            }
            place = scalars.place(after: place)
        }
        scalars.insert(last, hash: hash, at: place)
        return last
    }

    private func isObject(_ number: Int, equalTo other: Int) -> Bool {
        let bytes = bytes.span
        return bytes.extracting(start(of: number)..<end(of: number))
            .hasSameBytes(as: bytes.extracting(start(of: other)..<end(of: other)))
    }
}
