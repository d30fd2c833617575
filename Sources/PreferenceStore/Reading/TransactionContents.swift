package import PropertyLists

/// The contents of a suite in a transaction, and what the transaction changes.
///
/// A removal of one entry moves all later ones. Here, removed entries stay until all contents are needed, and are then
/// removed together, so that many removals take linear time.
package struct TransactionContents: Sendable {
    /// The contents before the transaction: the file, with the values that another program had reverted.
    package let old: PropertyListDictionary
    package let format: PropertyListFormat
    /// Whether these are all entries of the file, not only those that the transaction named.
    package let areWhole: Bool
    /// The entries, with those that are removed.
    private var entries: PropertyListDictionary
    private(set) var removed: Set<ByteKey> = []
    /// What the transaction has to say to the journal beside the changes of keys.
    package var remark: (any Sendable)?
    /// Whether the journal is told even if no key changes.
    package var isToldAnyway = false
    /// Whether the transaction sets a key that declares its value secret.
    package var hasSecrets = false
    /// Texts that the file gets again where the transaction restores the values in them.
    package var restoredTexts: [ChangedText] = []
    /// The contents as they are stored, and the changes that lead to them; nil if they have not been found since the
    /// last modification.
    private var found: (stored: PropertyListDictionary, changes: [PreferenceChange])?

    package init(_ old: PropertyListDictionary, format: PropertyListFormat, areWhole: Bool = true) {
        self.old = old
        self.format = format
        self.areWhole = areWhole
        entries = old
    }

    /// Returns whether a transaction has made the same of the same contents as another one.
    package func isSame(as other: TransactionContents) -> Bool {
        old == other.old && format == other.format && areWhole == other.areWhole && root == other.root
    }

    /// The entries without those that are removed.
    package var root: PropertyListDictionary {
        get {
            var contents = self
            contents.finishRemovals()
            return contents.entries
        }
        _modify {
            finishRemovals()
            found = nil
            yield &entries
        }
    }

    /// The value under the first of a key's names that exists; setting it removes the entries under the other names.
    package subscript(names: [String]) -> PropertyList? {
        get {
            for name in names where !removed.contains(ByteKey(name)) {
                if let value = entries[name] { return value }
            }
            return nil
        }
        set {
            found = nil
            for name in names where entries[name] != nil {
                removed.insert(ByteKey(name))
            }
            if let newValue, let name = names.first {
                removed.remove(ByteKey(name))
                entries[name] = newValue
            }
        }
    }

    package mutating func removeAll() {
        root = [:]
    }

    private mutating func finishRemovals() {
        guard !removed.isEmpty else { return }
        entries.removeAll { removed.contains(ByteKey($0.key)) }
        removed = []
    }

    /// The contents as a later read returns them; for example, XML stores whole seconds.
    package var stored: PropertyListDictionary {
        mutating get { find().stored }
    }

    /// The changes that the file gets: first the new and changed keys, then the removed keys.
    package var changes: [PreferenceChange] {
        mutating get { find().changes }
    }

    /// Finds what is stored and changed, once before the next modification.
    private mutating func find() -> (stored: PropertyListDictionary, changes: [PreferenceChange]) {
        if let found { return found }
        finishRemovals()
        let stored = entries.stored(in: format)
        let result = (stored, changes: stored.changes(since: old))
        found = result
        return result
    }

    /// The keys whose new values the format stores rounded.
    package var roundedKeys: [String] {
        mutating get {
            guard !PropertyList.dictionary(entries).isStoredExactly(in: format) else { return [] }
            return changes.filter { $0.new != entries[$0.key] }.map(\.key)
        }
    }
}
