/// The scalars of a document and their numbers, so that equal ones share an object.
///
/// A hash table that keeps the hashes: it grows without hashing again, and compares only what has the same hash. The
/// hashes are seeded anew in each process, so that no document can be made to collide.
struct BinaryScalarTable {
    private struct Entry {
        let scalar: PropertyList
        let hash: Int
        let number: Int
    }

    private var entries: [Entry] = []
    /// Places in `entries`, each in the first slot that was free from its hash on.
    ///
    /// The number of slots is a power of two.
    private var slots = [Int](repeating: free, count: 64)

    private static let free = -1

    /// The number of a scalar that is equal; where there is none, the new number, which it has from now on.
    mutating func number(of scalar: PropertyList, orNew number: Int) -> Int {
        let hash = scalar.hashValue
        var slot = hash & (slots.count - 1)
        while slots[slot] != BinaryScalarTable.free {
            let place = slots[slot]
            if entries[place].hash == hash, entries[place].scalar == scalar {
                return entries[place].number
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = entries.count
        entries.append(Entry(scalar: scalar, hash: hash, number: number))
        if entries.count > slots.count / 2 {
            grow()
        }
        return number
    }

    private mutating func grow() {
        slots = [Int](repeating: BinaryScalarTable.free, count: slots.count * 2)
        for place in entries.indices {
            var slot = entries[place].hash & (slots.count - 1)
            while slots[slot] != BinaryScalarTable.free {
                slot = (slot + 1) & (slots.count - 1)
            }
            slots[slot] = place
        }
    }
}
