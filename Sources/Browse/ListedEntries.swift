import PreferenceCore
import PropertyLists

/// The keys of a listing in byte order, each once: from the first file that sets it, or else from the schema.
///
/// Only the places of the keys are kept, since 100,000 strings would take as much memory as the file.
struct ListedEntries: RandomAccessCollection {
    private struct Place {
        let source: Int32
        let position: Int32
    }

    private var places: [Place] = []
    private let keys: [DocumentKeys?]
    private let schemaKeys: [String]
    /// The names of keys whose values are stored under former names, by their places.
    private var presentNames: [Int: String] = [:]

    /// Merges the keys of files, in the order of the search list, with the keys of a schema.
    init(of keys: [DocumentKeys?], _ schema: PreferenceSchema?) {
        self.keys = keys
        schemaKeys = schema?.keys ?? []
        places.reserveCapacity(keys.reduce(0) { $0 + ($1?.count ?? 0) })
        for (source, names) in keys.enumerated() {
            for position in 0..<(names?.count ?? 0) {
                places.append(Place(source: Int32(source), position: Int32(position)))
            }
        }
        // Most files are sorted, and need no strings of all keys.
        if !isSorted { sort(map(\.self)) }
        add(schema)
    }

    /// Whether all keys are from one file, in byte order.
    private var isSorted: Bool {
        let sources = keys.compactMap(\.self).filter { !$0.isEmpty }
        return sources.isEmpty || sources.count == 1 && sources[0].areAscending
    }

    /// Adds the unset keys of a schema; a value under a former name goes to its key.
    private mutating func add(_ schema: PreferenceSchema?) {
        var unset: [Listing.Entry] = []
        var moved: Set<ByteKey> = []
        for (position, key) in schemaKeys.enumerated() where self.position(of: key) == nil {
            let names = schema?.rule(for: key)?.formerNames ?? []
            let former = names.filter { schema?.names($0) == false }.compactMap { self.position(of: $0) }.first
            if let former {
                moved.insert(ByteKey(self[former].key))
                unset.append(Listing.Entry(key: key, source: self[former].source, position: self[former].position))
            } else {
                unset.append(Listing.Entry(key: key, source: -1, position: position))
            }
        }
        guard !unset.isEmpty else { return }
        sort(filter { !moved.contains(ByteKey($0.key)) } + unset)
    }

    var startIndex: Int { 0 }
    var endIndex: Int { places.count }

    subscript(index: Int) -> Listing.Entry {
        let place = places[index]
        let (source, position) = (Int(place.source), Int(place.position))
        let key = presentNames[index] ?? (source < 0 ? schemaKeys[position] : keys[source]?[position] ?? "")
        return Listing.Entry(key: key, source: source, position: position)
    }

    /// Returns the position of a key.
    func position(of key: String) -> Int? {
        let position = partitioningIndex { !$0.key.precedesInByteOrder(key) }
        return position < endIndex && self[position].key.hasSameBytes(as: key) ? position : nil
    }

    /// Returns the position of a key, in a walk through the entries beside other keys in byte order.
    ///
    /// - Parameter next: The position at which the walk continues, with the first entry that does not precede the key.
    func position(of key: String, from next: inout Int) -> Int? {
        while next < endIndex, self[next].key.precedesInByteOrder(key) { next += 1 }
        return next < endIndex && self[next].key.hasSameBytes(as: key) ? next : nil
    }

    /// Takes over entries in byte order, and the first of equal keys.
    private mutating func sort(_ entries: [Listing.Entry]) {
        places = []
        presentNames = [:]
        for entry in entries.sortedUniquely(byBytesOf: \.key) {
            places.append(Place(source: Int32(entry.source), position: Int32(entry.position)))
            if entry.isSet, !(keys[entry.source]?[entry.position].hasSameBytes(as: entry.key) ?? true) {
                presentNames[places.count - 1] = entry.key
            }
        }
    }
}
