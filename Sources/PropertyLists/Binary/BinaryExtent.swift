/// The size of the tree that a binary property list expands to, with every reference counted.
///
/// Objects can be shared, so a small file can expand to a tree, and to texts in it, of almost unlimited size. The
/// reader limits both by the length of the file. The writer does not write what the reader would reject.
struct BinaryExtent {
    /// The number of values, including containers.
    var valueCount = 0
    /// The length of all scalars and keys, in bytes.
    var byteCount = 0

    /// Returns the largest extent that a reader accepts for a document of `length` bytes.
    static func limit(forLength length: Int) -> BinaryExtent {
        BinaryExtent(valueCount: max(1_000_000, length), byteCount: max(1 << 28, 32 * length))
    }

    /// Returns `tooManyValues` or `tooManyBytes` if the extent exceeds a limit; otherwise nil.
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
    /// Creates an upper bound for the extent of a tree without shared objects.
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
    /// The most bytes that the text takes in ASCII or UTF-16.
    fileprivate var mostBytesInBinary: Int { 2 * utf8.count }
}

/// The reading state of each object.
struct BinaryObjectStates {
    enum State: Equatable {
        case unread
        /// An object that was read once and is not kept.
        case met
        /// A container whose elements are being read.
        case open
        /// A value that is kept, by its index among the kept values.
        case known(Int)
    }

    /// One word for each object if most objects will be read; otherwise empty.
    private var words: [UInt32]
    /// The words of the objects that are not unread, if few objects will be read.
    private var sparseWords: [Int: UInt32] = [:]

    private static let met = UInt32.max
    private static let open = UInt32.max - 1

    /// Creates the states of unread objects; `isWhole` is true if most of them will be read.
    init(objectCount: Int, isWhole: Bool) {
        words = isWhole ? [UInt32](repeating: 0, count: objectCount) : []
    }

    subscript(reference: Int) -> State {
        @inline(__always) get {
            switch words.isEmpty ? sparseWords[reference, default: 0] : words[reference] {
            case 0: .unread
            case BinaryObjectStates.met: .met
            case BinaryObjectStates.open: .open
            case let word: .known(Int(word - 1))
            }
        }
        @inline(__always) set {
            let word: UInt32 =
                switch newValue {
                case .unread: 0
                case .met: BinaryObjectStates.met
                case .open: BinaryObjectStates.open
                // The number fits: memory ends long before 2^32 kept values, each of which takes 48 bytes.
                case .known(let place): UInt32(place) + 1
                }
            if words.isEmpty {
                sparseWords[reference] = word
            } else {
                words[reference] = word
            }
        }
    }
}
