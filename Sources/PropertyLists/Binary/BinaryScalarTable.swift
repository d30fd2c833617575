/// The numbers of scalars by their hashes: an open hash table, which grows without hashing again.
///
/// A search goes from `firstPlace(ofHash:)` on from place to place, up to the first that is free.
struct BinaryScalarTable {
    private struct Slot {
        var hash = 0
        var number = BinaryScalarTable.free
    }

    private static let free = -1

    /// Each scalar in the first slot that was free from its hash on; how many there are is a power of two.
    private var slots = [Slot](repeating: Slot(), count: 64)
    private var count = 0

    func firstPlace(ofHash hash: Int) -> Int {
        hash & (slots.count - 1)
    }

    func place(after place: Int) -> Int {
        (place + 1) & (slots.count - 1)
    }

    /// The hash and the number of the scalar at a place; nil where the place is free.
    func scalar(at place: Int) -> (hash: Int, number: Int)? {
        let slot = slots[place]
        return slot.number == BinaryScalarTable.free ? nil : (hash: slot.hash, number: slot.number)
    }

    /// Takes note of a new scalar, at the free place where the search for it has ended.
    mutating func insert(_ number: Int, hash: Int, at place: Int) {
        slots[place] = Slot(hash: hash, number: number)
        count += 1
        if count > slots.count / 4 * 3 {
            grow()
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for slot in old where slot.number != BinaryScalarTable.free {
            var place = firstPlace(ofHash: slot.hash)
            while slots[place].number != BinaryScalarTable.free {
                place = self.place(after: place)
            }
            slots[place] = slot
        }
    }
}
