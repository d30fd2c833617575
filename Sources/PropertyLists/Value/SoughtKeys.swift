/// A selection of keys, made ready to be looked for among those of a document.
package struct SoughtKeys: Sendable {
    private let keys: [String]
    private let lengths: [Int]
    /// What tells the keys where they are not named.
    private let condition: KeySelection.Condition?
    /// What a key's place in the table is found by; nil where the keys are few.
    private let hash: SecretHash?
    /// The places in `keys`; nil where those are few.
    private var table: NumberTable?

    /// How many keys are compared one by one: the hash of a key that is met costs as much as some comparisons.
    private static let fewKeys = 4

    package init(_ selection: KeySelection) {
        switch selection {
        case .named(let keys): self.init(keys)
        case .matching(let condition): self.init(matching: condition)
        }
    }

    package init(_ keys: [String]) {
        self.keys = keys
        lengths = keys.map(\.utf8.count)
        condition = nil
        guard keys.count > Self.fewKeys else {
            hash = nil
            return
        }
        let hash = SecretHash()
        self.hash = hash
        var table = NumberTable()
        for (number, key) in keys.enumerated() {
            let keyHash = UInt32(truncatingIfNeeded: hash(key.utf8Span.span))
            let end = Self.find(keyHash, in: table) { _ in false }.place
            table.insert(number, hash: keyHash, at: end)
        }
        self.table = table
    }

    private init(matching condition: @escaping KeySelection.Condition) {
        keys = []
        lengths = []
        self.condition = condition
        hash = nil
    }

    /// Whether a key is among these.
    package func contains(_ key: String) -> Bool {
        contains(key.utf8Span.span)
    }

    /// Whether a key is among these, by its bytes in UTF-8.
    package func contains(_ key: Span<UInt8>) -> Bool {
        if let condition { return condition(key) }
        return key.withByteView { named(spelled: $0) != nil }
    }

    /// The one that a text in UTF-8 spells; nil where it spells none.
    @inline(__always)
    func key(spelled text: ByteView) -> String? {
        if let condition { return text.meets(condition) ? String(validating: text) : nil }
        return named(spelled: text)
    }

    @inline(__always)
    private func named(spelled text: ByteView) -> String? {
        guard let hash, let table else {
            // Most keys are told apart by their lengths.
            return lengths.contains(text.count) ? keys.first { text.hasSameBytes(as: $0) } : nil
        }
        let textHash = UInt32(truncatingIfNeeded: text.hashed(by: hash))
        return Self.find(textHash, in: table) { text.hasSameBytes(as: keys[$0]) }.number.map { keys[$0] }
    }

    /// The first number of a hash for which a condition holds, and where the search for it has ended.
    private static func find(
        _ hash: UInt32,
        in table: NumberTable,
        where condition: (Int) -> Bool
    ) -> (number: Int?, place: Int) {
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
