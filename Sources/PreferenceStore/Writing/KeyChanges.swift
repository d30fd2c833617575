package import PropertyLists

/// A key and its new value; nil if the key is removed.
package struct KeyChange: Equatable, Sendable {
    package let key: String
    package let value: PropertyList?
}

extension [KeyChange] {
    /// Returns whether all changes only restore these keys, which another program had reverted.
    ///
    /// A program that reverts them again does so on purpose. A program that reverts them together with another change
    /// has seen neither, because it had read the file before.
    func onlyRestore(_ keys: [String]) -> Bool {
        allSatisfy { change in keys.contains { $0.hasSameBytes(as: change.key) } }
    }
}

extension PropertyListDictionary {
    /// Returns the changes from an old suite to this one: first the new and changed keys, then the removed keys.
    func changes(since old: PropertyListDictionary) -> [KeyChange] {
        var changes: [KeyChange] = []
        var next = 0
        var keptCount = 0
        for entry in self {
            if let position = old.position(of: entry.key, expectedAt: next) {
                next = position + 1
                keptCount += 1
                guard old[position].value != entry.value else { continue }
            }
            changes.append(KeyChange(key: entry.key, value: entry.value))
        }
        guard keptCount < old.count else { return changes }
        return changes + old.filter { position(of: $0.key) == nil }.map { KeyChange(key: $0.key, value: nil) }
    }

    /// Applies the changes whose keys satisfy a condition.
    mutating func apply(_ changes: [KeyChange], where condition: (String) -> Bool = { _ in true }) {
        let changes = changes.filter { condition($0.key) }
        let removed = Set(changes.filter { $0.value == nil }.map { ByteKey($0.key) })
        if !removed.isEmpty {
            removeAll { removed.contains(ByteKey($0.key)) }
        }
        for change in changes where change.value != nil {
            self[change.key] = change.value
        }
    }

    /// Returns this suite, by another program, with the changes that were made to the common base meanwhile.
    ///
    /// - Parameters:
    ///   - ours: the suite that was written in place of this one.
    ///   - base: the suite from which both were made.
    ///   - ownChanges: the requested changes, which apply whatever this suite contains. For all other keys that both
    ///     sides changed, this suite's value is the newer one.
    ///   - takenBack: the earlier changes that this suite lacks, because its program had not seen them.
    func merging(
        _ ours: PropertyListDictionary,
        since base: PropertyListDictionary,
        insistingOn ownChanges: [KeyChange],
        restoring takenBack: [KeyChange] = []
    ) -> PropertyListDictionary {
        var theirs = self
        theirs.apply(takenBack)
        var merged = theirs
        merged.apply(ours.changes(since: base)) { theirs[$0] == base[$0] }
        merged.apply(ownChanges)
        merged.sortNewKeys(of: self)
        return merged
    }
}
