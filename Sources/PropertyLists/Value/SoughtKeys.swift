/// Keys that are looked for among those of a document.
struct SoughtKeys {
    private let keys: [String]
    private let lengths: [Int]
    /// What a key's place in the table is found by; nil where the keys are few.
    private let hash: SecretHash?
    /// The places in `keys`; nothing where those are few.
    private var table = NumberTable()

    /// How many keys are compared one by one: the hash of a key that is met costs as much as some comparisons.
    private static let fewKeys = 4

    init(_ keys: [String]) {
        self.keys = keys
        lengths = keys.map(\.utf8.count)
        hash = keys.count > Self.fewKeys ? SecretHash() : nil
        guard let hash else { return }
        for (number, key) in keys.enumerated() {
            let keyHash = UInt32(truncatingIfNeeded: hash(key.utf8Span.span))
            let end = find(keyHash) { _ in false }.place
            table.insert(number, hash: keyHash, at: end)
        }
    }

    /// The one that a text spells; nil where it spells none.
    @inline(__always)
    func key(spelled text: ByteView) -> String? {
        guard let hash else {
            // Most keys are told apart by their lengths.
            return lengths.contains(text.count) ? keys.first { text.hasSameBytes(as: $0) } : nil
        }
        let textHash = UInt32(truncatingIfNeeded: text.hashed(by: hash))
        return find(textHash) { text.hasSameBytes(as: keys[$0]) }.number.map { keys[$0] }
    }

    /// The first number of a hash for which a condition holds, and where the search for it has ended.
    private func find(_ hash: UInt32, where condition: (Int) -> Bool) -> (number: Int?, place: Int) {
        var place = table.firstPlace(ofHash: hash)
        while let entry = table.entry(at: place) {
            if entry.hash == hash, condition(entry.number) {
                return (entry.number, place)
            }
            place = table.place(after: place)
        }
        return (nil, place)
    }
}
