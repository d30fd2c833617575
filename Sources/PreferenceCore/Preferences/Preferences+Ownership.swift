import PreferenceJournal
public import PreferenceStore
public import PropertyLists

extension Preferences {
    /// Sets values for an owner, such as an installer, and takes back what the owner has set earlier and no longer
    /// sets.
    ///
    /// ```swift
    /// try preferences.apply(["fontSize": 14, "showLines": true], owner: "installer")
    /// // fontSize is what it was before:
    /// try preferences.apply(["showLines": true], owner: "installer")
    /// // So is everything else:
    /// try preferences.apply([:], owner: "installer")
    /// ```
    ///
    /// The value before the owner's first one is remembered in the user's state, also for `prefs apply --owner`, which
    /// follows the same rule. A key that the seed no longer has gets that value back, or is removed if there was none.
    /// If it is no longer as the owner has set it, it stays, and the owner lets go of it. A suite in memory remembers
    /// its owners too. A process that is killed in between leaves both the suite and the record of owners such that the
    /// next call is right.
    ///
    /// - Parameters:
    ///   - seed: the values by key, as they are stored; an empty one takes back everything.
    ///   - owner: a name; for the command, it has at least one character and no control characters.
    ///   - takesOver: whether to become the owner of keys that another one has set, with what was there before either;
    ///     a value that somebody else has set since then counts as the one before.
    ///   - options: as in `transaction`.
    ///   - action: as in `transaction`. `prefs undo` takes the ownership back too.
    /// - Returns: the keys that stay, although the owner no longer sets them, because somebody else has changed them.
    /// - Throws: `owned` if another owner has set a key of the seed; `managed` if the administrator has set another
    ///   value for one; `unwritable` if a key has a secret value, which no
    ///   record of owners keeps; `store` if the file cannot be changed, or the user's state not be read or written.
    ///   Nothing is written then.
    @discardableResult
    public func apply(
        _ seed: PropertyListDictionary,
        owner: String,
        takingOver takesOver: Bool = false,
        options: ChangeOptions? = nil,
        recording action: String? = nil
    ) throws(PreferenceError) -> [String] {
        let record = try domain.storage.ownershipRecord()
        return try write(options: options, recording: action, changesOwners: true) {
            transaction throws(PreferenceError) in
            var seed = seed
            for entry in seed {
                guard let managed = try transaction.managed.managedEntry(named: [entry.key]) else { continue }
                guard managed.value == entry.value else { throw .managed(key: entry.key, path: managed.file.path) }
                seed[entry.key] = nil
            }
            return try transaction.changed.apply(seed, owner: owner, takingOver: takesOver, record)
        }.get().value
    }
}

extension TransactionContents {
    fileprivate mutating func apply(
        _ seed: PropertyListDictionary,
        owner: String,
        takingOver takesOver: Bool,
        _ record: (state: JournalState, secrets: PreferenceSecrets)?
    ) throws(PreferenceError) -> [String] {
        let known = owners?.new ?? Ownership()
        let isWithheld = { (pointer: [String], value: PropertyList) in
            record?.secrets.hasSecret(in: value, at: pointer) ?? false
        }
        let read = try record.map { record throws(PreferenceError) in
            try rethrowing(record.state.ownership(for: self.old), as: PreferenceError.store)
        }
        let old = (read ?? known).withholding { isWithheld([$0], $1) }
        let pointers = seed.keys.map { [$0] }
        var (new, contents, withdrawn) = (old, root, Ownership.Withdrawn())
        do throws(Ownership.Conflict) {
            withdrawn = try new.withdraw(owner, keeping: pointers, in: &contents, takingOver: takesOver)
        } catch {
            throw .owned(key: error.pointer[0], owner: error.owner)
        }
        let secret = new.firstWithheld(of: owner, at: pointers, in: contents, where: isWithheld)
        if let key = secret?[0], let value = seed[key] {
            let reason = "it is secret and has a value, which could not be given back"
            throw .unwritable(key: key, type: value.kind.rawValue, reason: reason)
        }
        let before = contents
        seed.forEach { contents[$0.key] = $0.value }
        root = contents
        new.record(owner, pointers, from: before, in: &self, withholding: isWithheld)
        owners = OwnershipChange(from: old, to: new)
        return (withdrawn.released + withdrawn.irretrievable).map { $0[0] }
    }
}
