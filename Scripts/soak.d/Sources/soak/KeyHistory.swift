import SoakValues

/// What was done to a key that a single writer changes, one write after the other.
///
/// The writes are numbered from 1, and a write of a value writes its own number. Before the first the key is unset.
struct KeyHistory {
    /// For each write, the unset state at the beginning included, whether the key has a value after it.
    private var hasValue = [false]
    /// The last write that was said to be done; those after it may be done or not.
    private(set) var acknowledged = 0

    /// The last write that was begun.
    var attempted: Int { hasValue.count - 1 }

    /// Begins a write of a value, or a reset.
    ///
    /// - Returns: its number.
    mutating func attempt(value: Bool) -> Int {
        hasValue.append(value)
        return attempted
    }

    mutating func acknowledge(_ write: Int) {
        acknowledged = write
    }

    /// The write that left the key as it was read, the first where there are several, and no earlier one than given.
    func write(leaving text: String?, of key: String, from first: Int) throws(ReadProblem) -> Int {
        guard let text else {
            guard let found = hasValue[first...].firstIndex(of: false) else {
                throw .lost("the key '\(key)' is unset, but write \(first) was seen or acknowledged")
            }
            return found
        }
        guard let number = SoakValue.number(of: text, key: key), hasValue.indices.contains(number), hasValue[number]
        else {
            throw .torn("the key '\(key)' holds '\(text.prefix(80))' (\(text.utf8.count) bytes), which nobody wrote")
        }
        guard number >= first else {
            throw .lost("the key '\(key)' holds write \(number), but write \(first) was seen or acknowledged")
        }
        return number
    }
}
