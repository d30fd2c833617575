/// The numbers of keys by their bytes, without the keys: whoever asks knows which key has a number.
struct KeyTable: Sendable {
    /// One for all tables: its secrets are drawn by system calls.
    private static let secretHash = SecretHash()

    private var numbers = NumberTable()

    /// Keys with their positions from 0; of two that are the same, the first.
    init(_ keys: [String]) {
        for (position, key) in keys.enumerated() {
            insert(position, for: key.utf8Span.span) { keys[$0].hasSameBytes(as: key) }
        }
    }

    /// The number of a key; nil where no key with its bytes has one.
    ///
    /// - Parameter isKey: whether the key that has a number has the same bytes.
    func number(of key: Span<UInt8>, where isKey: (Int) -> Bool) -> Int? {
        find(hash(of: key), where: isKey).number
    }

    /// Takes note of the number of a key, unless one with its bytes has a number.
    ///
    /// - Parameter isKey: as for ``number(of:where:)``.
    mutating func insert(_ number: Int, for key: Span<UInt8>, where isKey: (Int) -> Bool) {
        let hash = hash(of: key)
        let end = find(hash, where: isKey)
        if end.number == nil {
            numbers.insert(number, hash: hash, at: end.place)
        }
    }

    private func hash(of key: Span<UInt8>) -> UInt32 {
        UInt32(truncatingIfNeeded: Self.secretHash(key))
    }

    /// The first number of a hash for which a condition holds, and where the search for it has ended.
    @inline(always)
    private func find(_ hash: UInt32, where isKey: (Int) -> Bool) -> (number: Int?, place: Int) {
        var place = numbers.firstPlace(ofHash: hash)
        while let entry = numbers.entry(at: place) {
            if entry.hash == hash, isKey(entry.number) {
                return (entry.number, place)
            }
            place = numbers.place(after: place)
        }
        return (nil, place)
    }
}
