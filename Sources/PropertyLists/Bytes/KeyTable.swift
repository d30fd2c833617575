import Synchronization

/// An open-addressing hash table from the hashes of keys, or of other bytes, to numbers.
///
/// The table does not contain the keys. The caller knows which key has a number.
struct KeyTable: Sendable {
    /// A slot of eight bytes, so that most searches stay within one line of the processor's cache.
    private struct Slot {
        var hash: UInt32 = 0
        var number = KeyTable.free
    }

    struct Place {
        fileprivate let hash: UInt32
        fileprivate let slot: Int
        let number: Int?
    }

    private static let free = UInt32.max

    /// The hash of all tables; it is shared because drawing its secrets takes system calls.
    private static let keyedHash = KeyedHash()

    /// The slots, whose count is a power of two; each number is in the first slot that was free, from its hash on.
    private var slots: [Slot]
    private var count = 0

    /// Creates an empty table with room for some keys; it grows if there are more.
    init(expecting count: Int = 0) {
        let slotCount = 1 << (Int.bitWidth - (count + count / 2).leadingZeroBitCount)
        slots = [Slot](repeating: Slot(), count: max(64, slotCount))
    }

    /// Creates a table of keys and their positions, from 0; a duplicate key has its first position.
    init(_ keys: [String]) {
        self.init(expecting: keys.count)
        for (position, key) in keys.enumerated() {
            let place = find(key.utf8Span.span) { keys[$0].hasSameBytes(as: key) }
            if place.number == nil {
                insert(position, at: place)
            }
        }
    }

    /// Searches for a key; `isKey` returns whether the key that has a number has the same bytes.
    @inline(__always)
    func find(_ key: Span<UInt8>, where isKey: (Int) -> Bool) -> Place {
        let hash = UInt32(truncatingIfNeeded: Self.keyedHash(key))
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot].number != Self.free {
            if slots[slot].hash == hash, isKey(Int(slots[slot].number)) {
                return Place(hash: hash, slot: slot, number: Int(slots[slot].number))
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return Place(hash: hash, slot: slot, number: nil)
    }

    /// Adds the number of a key at the place where the search for it ended.
    ///
    /// The key must not have a number yet. Numbers of 2^32-1 and above are ignored, so with that many keys, equal keys
    /// can have several numbers.
    mutating func insert(_ number: Int, at place: Place) {
        guard number < Self.free else { return }
        slots[place.slot] = Slot(hash: place.hash, number: UInt32(number))
        count += 1
        if count > slots.count / 4 * 3 {
            grow()
        }
    }

    private mutating func grow() {
        let old = slots
        slots = [Slot](repeating: Slot(), count: old.count * 2)
        for entry in old where entry.number != Self.free {
            var slot = Int(entry.hash) & (slots.count - 1)
            while slots[slot].number != Self.free {
                slot = (slot + 1) & (slots.count - 1)
            }
            slots[slot] = entry
        }
    }
}

/// A hash of bytes that cannot be predicted without its secrets, which are random for each instance.
///
/// It mixes in each word as wyhash and foldhash do: it multiplies two factors to 128 bits and folds the halves
/// together. Both factors contain a secret, so two texts have the same hash only by chance. Therefore, nobody can
/// prepare a document whose keys have many equal hashes. Unlike `Hasher`, it does not resist an attacker who sees
/// hashes, but nobody sees them. Most texts are short; it hashes several of these in the time that `Hasher` takes for
/// one.
struct KeyedHash {
    private let seed = UInt64.random(in: .min ... .max)
    private let factor = UInt64.random(in: .min ... .max)

    func callAsFunction(_ bytes: Span<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(bytes.count)
        var offset = 0
        while bytes.count - offset > 16 {
            state = fold(state ^ bytes.word(at: offset), factor ^ bytes.word(at: offset + 8))
            offset += 16
        }
        if bytes.count - offset > 8 {
            state = fold(state ^ bytes.word(at: offset), factor)
        }
        return fold(state ^ bytes.lastWord, factor)
    }

    @inline(__always)
    private func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
        let product = first.multipliedFullWidth(by: second)
        return product.high ^ product.low
    }
}

/// The positions of keys in a list, from 0; a duplicate key has its first position.
///
/// It is a class, and therefore one word. To destroy a structure of several words, the runtime creates the types of all
/// its parts.
package final class KeyPositions: Sendable {
    let keys: [String]
    /// The lengths of few keys, in bytes; nil if there are many.
    private let lengths: [Int]?
    /// The positions of many keys; nil until the first search.
    private let table = Mutex<KeyTable?>(nil)

    /// The most keys that are compared one by one; a hash costs as much as some comparisons.
    private static let fewKeys = 4

    package init(_ keys: [String]) {
        self.keys = keys
        lengths = keys.count > Self.fewKeys ? nil : keys.map(\.utf8.count)
    }

    /// Returns the position of a key; nil if the key is not in the list.
    package func position(of key: String) -> Int? {
        key.utf8Span.span.withByteView { position(of: $0) }
    }

    /// Returns the position of the key that equals a UTF-8 text; nil if no key does.
    ///
    /// Of many keys, the one at an expected position is compared first.
    @inline(__always)
    func position(of text: ByteView, expectedAt expected: Int = .max) -> Int? {
        guard let lengths else {
            let isExpected = expected < keys.count && text.hasSameBytes(as: keys[expected])
            return isExpected ? expected : positionAmongMany(of: text)
        }
        // Most keys differ in length.
        return lengths.contains(text.count) ? keys.firstIndex { text.hasSameBytes(as: $0) } : nil
    }

    private func positionAmongMany(of text: ByteView) -> Int? {
        table.withLock { table in
            if table == nil { table = KeyTable(keys) }
            return text.withSpan { key in table?.find(key) { text.hasSameBytes(as: keys[$0]) }.number }
        }
    }

    /// The first key that equals an earlier one; nil if all keys differ.
    package var duplicate: String? {
        keys.indices.first { position(of: keys[$0]) != $0 }.map { keys[$0] }
    }
}

extension KeyPositions: Equatable {
    package static func == (left: KeyPositions, right: KeyPositions) -> Bool {
        left.keys == right.keys
    }
}
