public import PropertyLists

/// A change of one key, by this program or any other.
public struct PreferenceChange: Hashable, Sendable {
    /// The key, as spelled in the files.
    public let key: String
    /// The value before the change; nil if the key was unset.
    public let old: PropertyList?
    /// The value after the change; nil if the key is unset.
    public package(set) var new: PropertyList?
    /// In the history, the key before a removed one, after which it is restored; nil for the first key.
    package var predecessor: String?

    package init(key: String, old: PropertyList?, new: PropertyList?, predecessor: String? = nil) {
        self.key = key
        self.old = old
        self.new = new
        self.predecessor = predecessor
    }

    /// Creates the change of a key whose values are not recorded, because they are secret, or have been forgotten.
    package init(withholding key: String) {
        self.init(key: key, old: nil, new: nil)
    }

    /// Whether the values of the change are not recorded.
    package var isWithheld: Bool { old == nil && new == nil }
}

extension PreferenceChange: CustomStringConvertible {
    /// The key and its values, such as `launchCount: 1 -> 2`; a missing value is `unset`.
    public var description: String {
        "\(key): \(old?.description ?? "unset") -> \(new?.description ?? "unset")"
    }
}

extension PropertyListDictionary {
    /// Returns the changes from an old suite to this one: first the new and changed keys, then the removed keys.
    package func changes(since old: PropertyListDictionary) -> [PreferenceChange] {
        var changes: [PreferenceChange] = []
        var next = 0
        var keptCount = 0
        for entry in self {
            var oldValue: PropertyList?
            if let position = old.position(of: entry.key, expectedAt: next) {
                next = position + 1
                keptCount += 1
                oldValue = old[position].value
                guard oldValue != entry.value else { continue }
            }
            changes.append(PreferenceChange(key: entry.key, old: oldValue, new: entry.value))
        }
        guard keptCount < old.count else { return changes }
        let removed = old.filter { position(of: $0.key) == nil }
        return changes + removed.map { PreferenceChange(key: $0.key, old: $0.value, new: nil) }
    }

    /// Applies the changes whose keys satisfy a condition.
    package mutating func apply(_ changes: [PreferenceChange], where condition: (String) -> Bool = { _ in true }) {
        let changes = changes.filter { condition($0.key) }
        let removed = Set(changes.filter { $0.new == nil }.map { ByteKey($0.key) })
        if !removed.isEmpty {
            removeAll { removed.contains(ByteKey($0.key)) }
        }
        for change in changes where change.new != nil {
            self[change.key] = change.new
        }
    }

    /// Returns this suite, by another program, with the changes that were made to the common base meanwhile.
    ///
    /// - Parameters:
    ///   - ours: the suite that was written in place of this one.
    ///   - base: the suite from which both were made.
    ///   - ownChanges: the requested changes, which apply whatever this suite contains. For all other keys that both
    ///     sides changed, this suite's value is the newer one.
    ///   - reverted: the earlier changes that this suite lacks, because its program had not seen them.
    func merging(
        _ ours: PropertyListDictionary,
        since base: PropertyListDictionary,
        insistingOn ownChanges: [PreferenceChange],
        restoring reverted: [PreferenceChange] = []
    ) -> PropertyListDictionary {
        var theirs = self
        theirs.apply(reverted)
        var merged = theirs
        merged.apply(ours.changes(since: base)) { theirs[$0] == base[$0] }
        merged.apply(ownChanges)
        merged.sortNewKeys(of: self)
        return merged
    }
}
