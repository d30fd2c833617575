/// What a reader knows of each object.
struct BinaryObjectStates {
    /// What is known of one object.
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

    /// No object has been read.
    ///
    /// - Parameter isWhole: whether most of the objects will be.
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
