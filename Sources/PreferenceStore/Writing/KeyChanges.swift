package import PropertyLists

/// A key, and the value that it gets; nil if it is to have none.
package struct KeyChange: Equatable, Sendable {
    package let key: String
    package let value: PropertyList?
}

extension [KeyChange] {
    /// Whether all of them only put keys back that were taken back: a program that takes that back again wants it so.
    ///
    /// One that takes them back together with another change has seen neither, as it had read the file before.
    func onlyRestore(_ keys: [String]) -> Bool {
        allSatisfy { change in keys.contains { $0.hasSameBytes(as: change.key) } }
    }
}

extension PropertyListDictionary {
    /// The changes that lead from an old suite to this one: keys that are new or have a new value, then those that are gone.
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

    /// Makes changes, those of the keys that a condition holds for.
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

    /// This suite, by another program, with the changes that were made to their common base meanwhile.
    ///
    /// - Parameters:
    ///   - ours: the suite that was written in the place of this one.
    ///   - base: the suite that both were made from.
    ///   - ownChanges: the changes that were asked for. They stand whatever this suite says; of all other keys that both
    ///     sides have changed, this suite's value is the newer.
    ///   - takenBack: the changes before them that this suite lacks, since its program had not seen them.
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
