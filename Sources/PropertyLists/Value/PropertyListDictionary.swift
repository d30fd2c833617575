import Synchronization

/// The dictionary of a property list: values by key, in the order in which they stand in their file.
///
/// Keys are the same when their bytes are: canonically equivalent spellings stay two keys, as they are in a file.
/// A new key goes to the end. Looking a key up takes constant time once a large dictionary has been asked before.
public struct PropertyListDictionary: Sendable {
    /// One key and its value.
    public struct Entry: Hashable, Sendable {
        /// The key, by its bytes.
        public let key: String
        /// The value.
        public internal(set) var value: PropertyList

        /// A key and its value.
        package init(key: String, value: PropertyList) {
            self.key = key
            self.value = value
        }

        public static func == (left: Entry, right: Entry) -> Bool {
            left.key.hasSameBytes(as: right.key) && left.value == right.value
        }

        public func hash(into hasher: inout Hasher) {
            ByteKey(key).hash(into: &hasher)
            value.hash(into: &hasher)
        }
    }

    private(set) var entries: [Entry]
    private var index: KeyIndex?

    /// An empty dictionary.
    public init() {
        entries = []
    }

    /// The entries in their order, whose keys the caller knows to differ.
    package init(uniqueEntries: [Entry]) {
        entries = uniqueEntries
        renewIndex()
    }

    /// The keys, in order.
    public var keys: [String] {
        entries.map(\.key)
    }

    /// The value of a key; nil where there is none.
    ///
    /// Setting nil removes the entry; a value for a key that is there takes its place, another goes to the end.
    public subscript(key: String) -> PropertyList? {
        get {
            position(of: key).map { entries[$0].value }
        }
        set {
            switch (position(of: key), newValue) {
            case (let position?, let value?):
                entries[position].value = value
            case (let position?, nil):
                entries.remove(at: position)
                renewIndex()
            case (nil, let value?):
                append(value, forKey: key)
            case (nil, nil):
                break
            }
        }
    }

    /// Where a key's entry stands, from 0; nil where there is none.
    public func position(of key: String) -> Int? {
        if let index {
            index.position(of: key, in: entries)
        } else {
            entries.firstIndex { $0.key.hasSameBytes(as: key) }
        }
    }

    /// Where a key's entry stands, which is found at once at the position where it is expected; nil where there is
    /// none.
    package func position(of key: String, expectedAt position: Int) -> Int? {
        if position < entries.count, entries[position].key.hasSameBytes(as: key) {
            return position
        }
        return self.position(of: key)
    }

    private mutating func append(_ value: PropertyList, forKey key: String) {
        entries.append(Entry(key: key, value: value))
        if isKnownUniquelyReferenced(&index) {
            index?.append(key, at: entries.count - 1)
        } else {
            renewIndex()
        }
    }

    /// Removes every entry.
    public mutating func removeAll() {
        self = PropertyListDictionary()
    }

    /// Removes the entries for which a condition holds, all in one pass.
    package mutating func removeAll(where condition: (Entry) -> Bool) {
        let count = entries.count
        entries.removeAll(where: condition)
        if entries.count < count {
            renewIndex()
        }
    }

    /// Gives the value of a key to another one, in its place; where that key has an entry already, in the place of
    /// that.
    package mutating func renameKey(_ key: String, to newKey: String) {
        guard !key.hasSameBytes(as: newKey), let value = self[key] else { return }
        if self[newKey] != nil {
            // Both places are there already: nothing needs to move.
            self[newKey] = value
            self[key] = nil
        } else if let position = position(of: key) {
            entries[position] = Entry(key: newKey, value: value)
            renewIndex()
        }
    }

    /// Forgets the positions after a change of them; a copy may share the old index, so that one is never altered but
    /// for being filled.
    private mutating func renewIndex() {
        index = entries.count > KeyIndex.threshold ? KeyIndex() : nil
    }
}

extension PropertyListDictionary: RandomAccessCollection {
    public var startIndex: Int { 0 }
    public var endIndex: Int { entries.count }

    public subscript(position: Int) -> Entry {
        entries[position]
    }
}

extension PropertyListDictionary: Hashable {
    /// Two dictionaries are equal when they have the same entries, in any order.
    public static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
        left.count == right.count
            && left.indices.allSatisfy { position in
                guard let other = right.position(of: left.entries[position].key, expectedAt: position) else {
                    return false
                }
                return left.entries[position].value == right.entries[other].value
            }
    }

    public func hash(into hasher: inout Hasher) {
        // A sum of hashes does not depend on the order.
        hasher.combine(entries.reduce(into: 0) { sum, entry in sum &+= entry.hashValue })
    }
}

extension PropertyListDictionary: ExpressibleByDictionaryLiteral {
    /// The entries in the literal's order; of two with the same key the later wins.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        self.init(assigning: elements)
    }

    /// The entries in their order; of two with the same key the later wins.
    init(assigning elements: [(String, PropertyList)]) {
        self.init()
        for (key, value) in elements {
            self[key] = value
        }
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
            return state.positions?.find(key.utf8Span.span) { entries[$0].key.hasSameBytes(as: key) }.number
        }
    }

    /// Takes note of an entry that has come to the end, with a key that no entry before it has.
    func append(_ key: String, at position: Int) {
        state.withLock { state in
            guard let place = state.positions?.find(key.utf8Span.span, where: { _ in false }) else { return }
            state.positions?.insert(position, at: place)
        }
    }
}

extension [PropertyListDictionary.Entry] {
    /// How many keys are compared each with each, which is quicker than to sort them.
    private static let fewKeys = 8

    /// A key that stands twice: of several the least, in the order of their bytes.
    var duplicateKey: String? {
        if count <= Self.fewKeys, areFewDistinct { return nil }
        return map { $0.key }.duplicate
    }

    private var areFewDistinct: Bool {
        indices.allSatisfy { second in
            self[..<second].allSatisfy { !$0.key.hasSameBytes(as: self[second].key) }
        }
    }
}

extension [String] {
    /// A key that stands twice: of several the least, in the order of their bytes.
    ///
    /// Keys that ascend, as most files have them, cost one comparison each.
    var duplicate: String? {
        // In this order, too, equal bytes are equal keys.
        let ascends = indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
        guard !ascends else { return nil }
        let sorted = sorted { $0.precedesInByteOrder($1) }
        return zip(sorted, sorted.dropFirst()).first { $0.hasSameBytes(as: $1) }?.0
    }
}

extension PropertyListDictionary {
    /// The entries in the byte order of their keys; of two with the same key the later wins.
    init(sorting entries: [Entry]) {
        // The order of equals is kept.
        var unique: [Entry] = []
        unique.reserveCapacity(entries.count)
        for entry in entries.sorted(by: { $0.key.precedesInByteOrder($1.key) }) {
            if let last = unique.last, last.key.hasSameBytes(as: entry.key) {
                unique.removeLast()
            }
            unique.append(entry)
        }
        self.init(uniqueEntries: unique)
    }
}
