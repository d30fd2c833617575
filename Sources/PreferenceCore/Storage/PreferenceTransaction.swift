import PreferenceStore
public import PropertyLists
import Synchronization

/// The names of keys that declare their values secret, as far as a transaction has changed them.
final class SecretKeys: Sendable {
    private let names = Mutex<Set<ByteKey>>([])

    func insert(_ key: PreferenceKeys) {
        guard key.isSecret else { return }
        names.withLock { $0.formUnion(key.names.map { ByteKey($0) }) }
    }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(ByteKey(name)) } }
}

/// The preferences of one suite file during a change, which is written completely or not at all.
///
/// A transaction sees only the file that it changes, not the rest of the search list. What it writes depends on that
/// file alone. The keys of scopes are there as in ``Preferences``: `$0.general.launchCount += 1`.
@dynamicMemberLookup
public struct PreferenceTransaction: Sendable {
    /// The file's contents, as they will be written.
    public var contents: PropertyListDictionary { changed.root }

    /// What the transaction has changed so far.
    var changed: TransactionContents
    private let path: String
    /// The managed preferences, which a transaction does not change.
    var managed = PreferenceSnapshot(of: [])
    var problems = ProblemReporter.ofProgram
    /// The keys that it has changed and whose values are secret, for the journal, which looks there when the body is
    /// done; nil without a journal.
    var secretKeys: SecretKeys?
    /// Whether a suite is another one than that of a static transaction, which accepts no key of another suite; nil in
    /// the transaction of an instance, which ignores the suite that a key names.
    var isOtherSuite: (@Sendable (SuiteName) -> Bool)?

    /// Begins with the contents of the file at a path, under its lock.
    init(_ contents: TransactionContents, path: String) {
        changed = contents
        self.path = path
    }

    /// The value of a key, or its default if the file does not contain the key, or contains a value of another type.
    ///
    /// Setting an optional key to nil removes it. A change in place, such as an `append`, does not change a value of
    /// another type. A problem is reported as by the preferences whose transaction this is.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { problems.reporting { () throws(PreferenceError) in try value(for: key) } ?? key.defaultValue }
        set { problems.reporting { () throws(PreferenceError) in try set(newValue, for: key) } }
        _modify {
            let stored = problems.reporting { () throws(PreferenceError) in try value(for: key) }
            var changed = stored ?? key.defaultValue
            defer {
                if stored != nil {
                    self[key] = changed
                }
            }
            yield &changed
        }
    }

    /// Returns the value of a key, or its default if the file does not contain the key.
    ///
    /// - Throws: `wrongType` if the stored value does not match the key's type; `otherSuite` if the transaction is
    ///   static and the key names another suite.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try checkSuite(of: key)
        guard let form = changed[key.names] else { return key.defaultValue }
        return try key.value(of: form, at: path)
    }

    /// Sets the value of a key; nil removes an optional key.
    ///
    /// - Throws: `unwritable` if no property list can contain the value; `managed` if the administrator has set the
    ///   key; `otherSuite` if the transaction is static and the key names another suite; nothing is changed then.
    public mutating func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        try checkSuite(of: key)
        try checkIsNotManaged(key.names)
        let form = try key.propertyList(of: value)
        secretKeys?.insert(key)
        changed.hasSecrets = changed.hasSecrets || key.isSecret
        // Another form of the same value stays as it is: that of another program, such as 1.12 for a `Float`.
        guard let stored = changed[key.names], stored != form, key.reads(stored, as: form) else {
            return changed[key.names] = form
        }
    }

    /// Returns whether the file contains the key.
    ///
    /// If the transaction is static and the key names another suite, that is reported, and the result is false.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        problems.reporting { () throws(PreferenceError) in
            try checkSuite(of: key)
            return changed[key.names] != nil
        } ?? false
    }

    /// Removes keys, so that they read as another file's value or as their defaults.
    ///
    /// - Throws: `managed` if the administrator has set a key; `otherSuite` if the transaction is static and a key
    ///   names another suite; nothing is changed then.
    public mutating func remove(_ key: PreferenceKeys, _ others: PreferenceKeys...) throws(PreferenceError) {
        try remove([key] + others)
    }

    /// Removes keys, so that they read as another file's value or as their defaults.
    ///
    /// If the transaction is static and a key names another suite, that is reported, and nothing is changed.
    public mutating func reset(_ key: PreferenceKeys, _ others: PreferenceKeys...) {
        reset([key] + others)
    }

    /// Removes keys, as `reset(_:_:)` does.
    public mutating func reset(_ keys: [PreferenceKeys]) {
        problems.reporting { () throws(PreferenceError) in try remove(keys) }
    }

    /// Removes keys, as `remove(_:_:)` does.
    ///
    /// - Throws: as `remove(_:_:)`; nothing is changed then.
    public mutating func remove(_ keys: [PreferenceKeys]) throws(PreferenceError) {
        for key in keys {
            try checkSuite(of: key)
            try checkIsNotManaged(key.names)
        }
        for key in keys {
            secretKeys?.insert(key)
            changed[key.names] = nil
        }
    }

    /// Removes every key but the version of the suite, those that the administrator has set, and some others.
    ///
    /// - Parameter kept: the keys that stay, under their own and their former names.
    public mutating func resetAll(except kept: PreferenceKeys...) { resetAll(except: kept) }

    mutating func resetAll(except kept: [PreferenceKeys]) {
        let names = Set((kept.flatMap(\.names) + [PreferenceMigration.versionKey]).map { ByteKey($0) })
        let staying = changed.root.filter { names.contains(ByteKey($0.key)) || isManaged([$0.key]) }
        changed.removeAll()
        for entry in staying {
            changed.root[entry.key] = entry.value
        }
    }

    /// Whether the administrator has set a key with one of some names; true if that cannot be read.
    private mutating func isManaged(_ names: [String]) -> Bool {
        (try? checkIsNotManaged(names)) == nil
    }

    mutating func checkIsNotManaged(_ names: [String]) throws(PreferenceError) {
        guard let entry = try managed.managedEntry(named: names) else { return }
        throw .managed(key: names[0], path: entry.file.path)
    }

    private func checkSuite(of key: PreferenceKeys) throws(PreferenceError) {
        guard let suite = key.suite, isOtherSuite?(suite) == true else { return }
        throw .otherSuite(key: key.name, suite: suite)
    }
}
