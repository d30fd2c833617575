/// The numbers of keys, or of other bytes, by their hashes, in an open hash table without the keys: the caller knows
/// which key has a number.
struct KeyTable: Sendable {
    /// Eight bytes, so that a search mostly stays within one line of the processor's cache.
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

    /// One for all tables: its secrets are drawn by system calls.
    private static let secretHash = SecretHash()

    /// Each number in the first slot that was free from its hash on; the number of slots is a power of two.
    private var slots = [Slot](repeating: Slot(), count: 64)
    private var count = 0

    /// Keys with their positions from 0; of two that are the same, the first.
    init(_ keys: [String] = []) {
        for (position, key) in keys.enumerated() {
            let place = find(key.utf8Span.span) { keys[$0].hasSameBytes(as: key) }
            if place.number == nil {
                insert(position, at: place)
            }
        }
    }

    /// Searches for a key; a condition says whether the key that has a number has the same bytes.
    @inline(__always)
    func find(_ key: Span<UInt8>, where isKey: (Int) -> Bool) -> Place {
        let hash = UInt32(truncatingIfNeeded: Self.secretHash(key))
        var slot = Int(hash) & (slots.count - 1)
        while slots[slot].number != Self.free {
            if slots[slot].hash == hash, isKey(Int(slots[slot].number)) {
                return Place(hash: hash, slot: slot, number: Int(slots[slot].number))
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return Place(hash: hash, slot: slot, number: nil)
    }

    /// Adds the number of a key that has none, at the place where the search for it has ended; one of more than 32 bits
    /// is not kept: among as many, equal keys may have several.
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

/// A hash of bytes that only those can predict who know its secrets, which are drawn at random for each instance.
///
/// Each word is mixed in as wyhash and foldhash do it: the product of two factors in 128 bits, its halves folded
/// together. A secret is in both factors, so that two texts have the same hash by chance alone: no document can be made
/// beforehand of which many do. Unlike `Hasher`, it would not withstand someone who sees hashes; nobody does. Most
/// texts are short, of which it hashes several in the time that `Hasher` takes for one.
struct SecretHash {
    private let seed = UInt64.random(in: .min ... .max)
    private let factor = UInt64.random(in: .min ... .max)

    func callAsFunction(_ bytes: Span<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(bytes.count)
        var offset = 0
        while bytes.count - offset > 8 {
            state = fold(state ^ bytes.word(at: offset))
            offset += 8
        }
        return fold(state ^ bytes.lastWord)
    }

    @inline(__always)
    private func fold(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

/// The positions of some keys in their order, from 0; of two that are the same, the first.
///
/// It is a class, and so one word: to destroy a structure of several, the runtime makes the types of all its parts.
package final class KeyPositions: Sendable {
    let keys: [String]
    private let lengths: [Int]
    /// The positions of many keys; nil for few.
    private let table: KeyTable?

    /// How many keys are compared one by one: a hash costs as much as some comparisons.
    private static let fewKeys = 4

    package init(_ keys: [String]) {
        self.keys = keys
        lengths = keys.map(\.utf8.count)
        table = keys.count > Self.fewKeys ? KeyTable(keys) : nil
    }

    /// The position of a key; nil if it is none of them.
    package func position(of key: String) -> Int? {
        key.utf8Span.span.withByteView { position(of: $0) }
    }

    /// The position of the key that a text in UTF-8 spells; nil if it spells none of them.
    @inline(__always)
    func position(of text: ByteView) -> Int? {
        guard let table else {
            // Most keys are told apart by their lengths.
            return lengths.contains(text.count) ? keys.firstIndex { text.hasSameBytes(as: $0) } : nil
        }
        return text.withSpan { key in table.find(key) { text.hasSameBytes(as: keys[$0]) }.number }
    }

    /// The first key that is the same as one before it; nil if all differ.
    package var duplicate: String? {
        keys.indices.first { position(of: keys[$0]) != $0 }.map { keys[$0] }
    }
}

extension KeyPositions: Equatable {
    package static func == (left: KeyPositions, right: KeyPositions) -> Bool {
        left.keys == right.keys
    }
}
