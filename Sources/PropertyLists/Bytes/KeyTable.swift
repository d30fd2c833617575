import Synchronization

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

/// A hash of bytes that only those can foretell who know its secrets, which are drawn at random for each instance.
///
/// Each word is mixed in as wyhash and foldhash do it: the product of two factors in 128 bits, its halves folded
/// together. A secret is in both factors, so that two texts have the same hash by chance alone, whoever wrote them: no
/// document can be made beforehand of which many do. Unlike `Hasher`, it would not withstand someone who sees hashes;
/// nobody does. Most texts are short, of which it hashes several in the time that `Hasher` takes for one.
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
        var rest: UInt64 = 0
        if bytes.count >= 8 {
            // Bytes of the word before it may be in it.
            rest = bytes.word(at: bytes.count - 8)
        } else {
            for index in bytes.indices {
                rest = rest << 8 | UInt64(bytes[index])
            }
        }
        return fold(state ^ rest)
    }

    @inline(__always)
    private func fold(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}

/// Where each key of a large dictionary stands.
///
/// Copies of a dictionary share their index until one of them changes, and may look keys up in several threads: hence
/// the lock.
final class KeyIndex: Sendable {
    /// The number of entries up to which looking at each in turn is the faster way.
    static let threshold = 16

    /// The number of look-ups that are answered by looking at each entry, since they cost less than the positions do.
    private static let patience = 4

    private struct State {
        var lookups = 0
        /// Found when enough look-ups have shown that it pays.
        var positions: KeyTable?
    }

    private let state = Mutex(State())

    /// Where a key's entry stands, from 0; nil where there is none.
    func position(of key: String, in entries: [PropertyListDictionary.Entry]) -> Int? {
        state.withLock { state in
            if state.positions == nil {
                guard state.lookups == KeyIndex.patience else {
                    state.lookups += 1
                    return entries.firstIndex { $0.key.hasSameBytes(as: key) }
                }
                state.positions = KeyTable(entries.map { $0.key })
            }
            return state.positions?.number(of: key.utf8Span.span) { entries[$0].key.hasSameBytes(as: key) }
        }
    }

    /// Takes note of an entry that has come to the end, with a key that no entry before it has.
    func append(_ key: String, at position: Int) {
        state.withLock { $0.positions?.insert(position, for: key.utf8Span.span) { _ in false } }
    }
}

/// Where each of some keys stands; of two that are the same, the first.
package struct KeyPositions: Sendable {
    private let keys: [String]
    /// The positions of many keys; of a few, a look at each is faster.
    private let table: KeyTable?

    /// The positions of keys in their order, from 0.
    package init(_ keys: [String]) {
        self.keys = keys
        table = keys.count > KeyIndex.threshold ? KeyTable(keys) : nil
    }

    /// Where a key stands; nil where it is none of them.
    package func position(of key: String) -> Int? {
        guard let table else { return keys.firstIndex { $0.hasSameBytes(as: key) } }
        return table.number(of: key.utf8Span.span) { keys[$0].hasSameBytes(as: key) }
    }

    /// A key that stands twice; nil where none does.
    package var duplicate: String? {
        keys.indices.first { position(of: keys[$0]) != $0 }.map { keys[$0] }
    }
}

extension KeyPositions: Equatable {
    package static func == (left: KeyPositions, right: KeyPositions) -> Bool {
        left.keys == right.keys
    }
}
