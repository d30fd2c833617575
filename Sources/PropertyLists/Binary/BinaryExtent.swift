/// What the references of a binary property list stand for, each of them counted.
///
/// Objects may be shared, so that a small file can stand for a tree without end, and for texts without end in it. The
/// reader bounds both, by the length of the file; and what it would refuse is not written.
struct BinaryExtent {
    /// Values, containers included.
    var valueCount = 0
    /// Bytes of scalars and keys.
    var byteCount = 0

    /// The most that the references of a document of so many bytes may stand for.
    static func limit(forLength length: Int) -> BinaryExtent {
        BinaryExtent(valueCount: max(1_000_000, length), byteCount: max(1 << 28, 32 * length))
    }

    /// The problem of going beyond a limit: `tooManyValues` or `tooManyBytes`; nil within it.
    func problem(beyond limit: BinaryExtent) -> PropertyListProblem? {
        guard valueCount <= limit.valueCount else { return .tooManyValues(limit: limit.valueCount) }
        return byteCount <= limit.byteCount ? nil : .tooManyBytes(limit: limit.byteCount)
    }

    static func += (extent: inout BinaryExtent, other: BinaryExtent) {
        extent.valueCount += other.valueCount
        extent.byteCount += other.byteCount
    }

    static func - (extent: BinaryExtent, other: BinaryExtent) -> BinaryExtent {
        BinaryExtent(
            valueCount: extent.valueCount - other.valueCount,
            byteCount: extent.byteCount - other.byteCount
        )
    }
}

extension BinaryExtent {
    /// What a tree takes without sharing, at most.
    init(of value: PropertyList) {
        self.init(valueCount: 1)
        switch value {
        case .array(let elements):
            for element in elements {
                self += BinaryExtent(of: element)
            }
        case .dictionary(let dictionary):
            for entry in dictionary {
                byteCount += entry.key.mostBytesInBinary
                self += BinaryExtent(of: entry.value)
            }
        case .string(let string): byteCount += string.mostBytesInBinary
        case .data(let data): byteCount += data.count
        case .integer, .real, .boolean, .date, .uid: byteCount += 16
        }
    }
}

extension String {
    /// The bytes that the text takes in ASCII or UTF-16, at most.
    fileprivate var mostBytesInBinary: Int { 2 * utf8.count }
}

/// What a reader knows of each object.
struct BinaryObjectStates {
    enum State: Equatable {
        case unread
        /// Something that was read once, and is not kept.
        case met
        /// A container in the middle of being read.
        case open
        /// A value that is kept, by its place among those.
        case known(Int)
    }

    /// One word for each object, where most of them will be read; otherwise none.
    private var words: [Int]
    /// The words of objects that are no longer unread, where few will be read.
    private var sparseWords: [Int: Int] = [:]

    private static let met = -1
    private static let open = -2

    /// No object has been read, of which most will be, or only some.
    init(objectCount: Int, isWhole: Bool) {
        words = isWhole ? [Int](repeating: 0, count: objectCount) : []
    }

    subscript(reference: Int) -> State {
        @inline(__always) get {
            switch words.isEmpty ? sparseWords[reference, default: 0] : words[reference] {
            case 0: .unread
            case BinaryObjectStates.met: .met
            case BinaryObjectStates.open: .open
            case let word: .known(word - 1)
            }
        }
        @inline(__always) set {
            let word =
                switch newValue {
                case .unread: 0
                case .met: BinaryObjectStates.met
                case .open: BinaryObjectStates.open
                case .known(let place): place + 1
                }
            if words.isEmpty {
                sparseWords[reference] = word
            } else {
                words[reference] = word
            }
        }
    }
}
