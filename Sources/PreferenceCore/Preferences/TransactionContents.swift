import PropertyLists

/// The contents of a file during a transaction.
///
/// A removal of one entry moves all later ones. Here, removed entries stay until all contents are needed, and are then
/// removed together, so that many removals take linear time.
struct TransactionContents: Sendable {
    /// The entries, with those that are removed.
    private var entries: PropertyListDictionary
    private(set) var removed: Set<ByteKey> = []

    init(_ contents: PropertyListDictionary) {
        entries = contents
    }

    /// The entries without those that are removed.
    var all: PropertyListDictionary {
        get {
            var contents = self
            contents.finishRemovals()
            return contents.entries
        }
        _modify {
            finishRemovals()
            yield &entries
        }
    }

    /// The value of a key under the first of its names that exists; setting it removes the former names.
    subscript(key: PreferenceKeys) -> PropertyList? {
        get { entries[named: key.names.filter { !removed.contains(ByteKey($0)) }] }
        set {
            for name in key.names where entries[name] != nil {
                removed.insert(ByteKey(name))
            }
            if let newValue {
                removed.remove(ByteKey(key.name))
                entries[key.name] = newValue
            }
        }
    }

    mutating func removeAll() {
        self = TransactionContents([:])
    }

    private mutating func finishRemovals() {
        guard !removed.isEmpty else { return }
        entries.removeAll { removed.contains(ByteKey($0.key)) }
        removed = []
    }
}
