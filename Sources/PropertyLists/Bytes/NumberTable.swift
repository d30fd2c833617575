/// The numbers of texts or other values by their hashes: an open hash table, which grows without hashing again.
///
/// A search goes from `firstPlace(ofHash:)` on from place to place, up to the first that is free.
struct NumberTable {
    /// Eight bytes, so that a search mostly stays within one line of the processor's cache.
    private struct Slot {
        var hash: UInt32 = 0
        var number = NumberTable.free
    }

    private static let free = UInt32.max

    /// Each number in the first slot that was free from its hash on; how many there are is a power of two.
    private var slots = [Slot](repeating: Slot(), count: 64)
    private var count = 0

    func firstPlace(ofHash hash: UInt32) -> Int {
        Int(hash) & (slots.count - 1)
    }

    func place(after place: Int) -> Int {
        (place + 1) & (slots.count - 1)
    }

    /// The hash and the number at a place; nil where the place is free.
    @inline(__always)
    func entry(at place: Int) -> (hash: UInt32, number: Int)? {
        let slot = slots[place]
        return slot.number == NumberTable.free ? nil : (hash: slot.hash, number: Int(slot.number))
    }

    /// Takes note of a new number, at the free place where the search for it has ended.
    ///
    /// A number of more than 32 bits is not kept: among as many, equal values may stay apart.
    mutating func insert(_ number: Int, hash: UInt32, at place: Int) {
        guard number < NumberTable.free else { return }
        slots[place] = Slot(hash: hash, number: UInt32(number))
        count += 1
        if count > slots.count / 4 * 3 {
            grow()
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for slot in old where slot.number != NumberTable.free {
            var place = firstPlace(ofHash: slot.hash)
            while slots[place].number != NumberTable.free {
                place = self.place(after: place)
            }
            slots[place] = slot
        }
    }
}
