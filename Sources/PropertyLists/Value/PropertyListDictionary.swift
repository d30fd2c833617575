/// The dictionary of a property list: values by key, in the order of the file.
///
/// Keys are equal if their bytes are: canonically equivalent spellings are two keys, as in a file. A new key goes to
/// the end. In a large dictionary, lookups take constant time after the first few.
public struct PropertyListDictionary: Sendable {
    /// A key and its value.
    public struct Entry: Hashable, Sendable {
        /// The key, compared by its bytes.
        public let key: String
        /// The value.
        public internal(set) var value: PropertyList

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

    /// Creates an empty dictionary.
    public init() {
        entries = []
    }

    /// Creates a dictionary of the values of another one, in the byte order of their keys.
    ///
    /// - Parameter values: values by key; keys that are equal as strings are one key, although their bytes may differ.
    public init(_ values: [String: PropertyList]) {
        self.init(sorting: values.map { Entry(key: $0.key, value: $0.value) })
    }

    /// Creates a dictionary of entries in their order; the caller ensures that their keys differ.
    package init(uniqueEntries: [Entry]) {
        entries = uniqueEntries
        renewIndex()
    }

    /// Creates a dictionary of entries in their order; of those with the same key, one counts.
    init(_ entries: [Entry], counting rule: DuplicateKeys.Rule) {
        guard entries.duplicateKey != nil,
            let duplicates = DuplicateKeys(in: entries.map(\.key), counting: rule)
        else {
            self.init(uniqueEntries: entries)
            return
        }
        self.init(uniqueEntries: duplicates.positions.map { entries[$0] })
    }

    /// The keys, in order.
    public var keys: [String] {
        entries.map(\.key)
    }

    /// The same entries in the byte order of their keys; no copy if they are in this order.
    package var sortedByKey: PropertyListDictionary {
        PropertyListDictionary(uniqueEntries: entries.sorted(byBytesOf: \.key))
    }

    /// The value of a key; nil if the key is unset.
    ///
    /// Setting nil removes the entry. Setting the value of an existing key keeps its place; a new key goes to the end.
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

    /// Returns the position of a key's entry, from 0, or nil if there is none.
    public func position(of key: String) -> Int? {
        if let index {
            index.position(of: key, in: entries)
        } else {
            entries.firstIndex { $0.key.hasSameBytes(as: key) }
        }
    }

    /// Returns the position of a key's entry, or nil if there is none; an expected position is tried first.
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

    /// Removes the entries that match a condition, in one pass.
    package mutating func removeAll(where condition: (Entry) -> Bool) {
        let count = entries.count
        entries.removeAll(where: condition)
        if entries.count < count {
            renewIndex()
        }
    }

    /// Renames a key in its place; if the new key exists, its entry gets the value, and the old entry is removed.
    package mutating func renameKey(_ key: String, to newKey: String) {
        guard !key.hasSameBytes(as: newKey), let value = self[key] else { return }
        if self[newKey] != nil {
            // Both entries exist: no new place is needed.
            self[newKey] = value
            self[key] = nil
        } else if let position = position(of: key) {
            entries[position] = Entry(key: newKey, value: value)
            renewIndex()
        }
    }

    /// Discards the positions after they have changed.
    ///
    /// A copy of the dictionary may share the old index, so an index is only ever filled, never changed otherwise.
    private mutating func renewIndex() {
        let isOfElements = isOfElements
        index = entries.count > KeyIndex.threshold || isOfElements ? KeyIndex(isOfElements: isOfElements) : nil
    }
}

extension PropertyListDictionary {
    /// Returns the dictionary with another value for each entry; in a seed, it stands for the same as before.
    package func mapValues(_ transform: (Entry) -> PropertyList) -> PropertyListDictionary {
        var mapped = self
        for position in entries.indices { mapped.entries[position].value = transform(entries[position]) }
        return mapped
    }
}

// MARK: What only a seed has

extension PropertyList {
    /// Whether the value of a seed stands for a key to remove.
    package var isRemoval: Bool { if case .dictionary(let entries) = self { entries.isRemoval } else { false } }
}

extension PropertyListDictionary {
    /// The dictionary for which `{"$unset": true}` in JSON stands: in a seed, a key to remove.
    ///
    /// It is empty, and equals no other dictionary. Only JSON can represent it.
    package static let removal: PropertyListDictionary = {
        var removal = PropertyListDictionary()
        removal.index = .ofRemoval
        return removal
    }()

    /// Whether this is ``removal``.
    package var isRemoval: Bool { isEmpty && index === KeyIndex.ofRemoval }

    /// Creates the dictionary for which `{"$elements": {...}}` in JSON stands: in a seed, elements of an array to change.
    ///
    /// It equals no other dictionary. Only JSON can represent it.
    ///
    /// - Parameter elements: by the tokens of selectors, `true` for an element that the array must have, ``removal`` for
    ///   one that it must not have, or the entries that the element must have.
    package init(elements: PropertyListDictionary) {
        self = elements
        index = KeyIndex(isOfElements: true)
    }

    /// Whether the dictionary stands for elements of an array.
    package var isOfElements: Bool { index?.isOfElements ?? false }

    /// Whether the dictionary, or one within it, is a removal or stands for elements.
    package var hasEdits: Bool {
        isRemoval || isOfElements
            || contains { if case .dictionary(let entries) = $0.value { entries.hasEdits } else { false } }
    }

    /// The keys that lead to the first removal in this dictionary or one within it; nil if there is none.
    package var firstRemoval: [String]? {
        for entry in self {
            guard case .dictionary(let entries) = entry.value else { continue }
            if entries.isRemoval { return [entry.key] }
            if let pointer = entries.firstRemoval { return [entry.key] + pointer }
        }
        return nil
    }

    /// Throws `edit` if a format without edits cannot represent this dictionary.
    func checkIsNoEdit() throws(PropertyListError) {
        if isRemoval || isOfElements { throw PropertyListError(.edit) }
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
    /// Returns whether two dictionaries have the same entries, in any order.
    public static func == (left: PropertyListDictionary, right: PropertyListDictionary) -> Bool {
        left.count == right.count && left.isRemoval == right.isRemoval && left.isOfElements == right.isOfElements
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
    /// Creates a dictionary in the literal's order; if a key is repeated, its last value wins.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        self.init(assigning: elements)
    }

    /// Creates a dictionary in the order of the elements; if a key is repeated, its last value wins.
    init(assigning elements: [(String, PropertyList)]) {
        self.init()
        for (key, value) in elements {
            self[key] = value
        }
    }
}

extension [PropertyListDictionary.Entry] {
    /// The number of keys up to which comparing each pair is faster than sorting.
    private static let fewKeys = 8

    /// A duplicate key; of several, the least in byte order.
    var duplicateKey: String? {
        if count <= Self.fewKeys, areFewDistinct { return nil }
        return map { $0.key }.duplicate
    }

    private var areFewDistinct: Bool {
        let entries = span
        for second in entries.indices {
            for first in 0..<second where entries[first].key.hasSameBytes(as: entries[second].key) { return false }
        }
        return true
    }
}

extension [String] {
    /// A duplicate key; of several, the least in byte order.
    ///
    /// Ascending keys, as in most files, cost one comparison each.
    var duplicate: String? {
        // In this order, too, keys with equal bytes are equal.
        let ascends = indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] }
        guard !ascends else { return nil }
        let sorted = sorted(byBytesOf: \.self)
        return zip(sorted, sorted.dropFirst()).first { $0.hasSameBytes(as: $1) }?.0
    }
}

extension PropertyListDictionary {
    /// Creates a dictionary of entries in the byte order of their keys; if a key is repeated, its last entry wins.
    init(sorting entries: [Entry]) {
        // The sort keeps the order of equal keys.
        var unique: [Entry] = []
        unique.reserveCapacity(entries.count)
        for entry in entries.sorted(byBytesOf: \.key) {
            if let last = unique.last, last.key.hasSameBytes(as: entry.key) {
                unique.removeLast()
            }
            unique.append(entry)
        }
        self.init(uniqueEntries: unique)
    }
}

extension PropertyListDictionary {
    /// Returns these entries and others; the others replace those with the same key.
    package func merging(_ entries: PropertyListDictionary) -> PropertyListDictionary {
        var merged = self
        for entry in entries {
            merged[entry.key] = entry.value
        }
        return merged
    }
}

extension PropertyList {
    /// Returns the array with more elements, or the dictionary with more entries; nil if the value is of another kind
    /// than the addition.
    package func adding(_ addition: PropertyList) -> PropertyList? {
        switch (self, addition) {
        case (.array(let old), .array(let elements)): .array(old + elements)
        case (.dictionary(let old), .dictionary(let entries)): .dictionary(old.merging(entries))
        default: nil
        }
    }
}

extension [PropertyList] {
    /// Returns those of some values that the array does not contain, each once.
    package func lacked(of values: [PropertyList]) -> [PropertyList] {
        values.enumerated()
            .filter { !contains($1) && !values[..<$0].contains($1) }
            .map(\.element)
    }
}
