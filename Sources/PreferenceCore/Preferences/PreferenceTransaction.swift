public import PreferenceStore
public import PropertyLists
import Synchronization

/// The preferences of one suite file during a change, which is written completely or not at all.
///
/// A transaction sees only the file that it changes, not the rest of the search list. What it writes depends on that
/// file alone.
public struct PreferenceTransaction: Sendable {
    /// The file's contents, as they will be written.
    public package(set) var contents: PropertyListDictionary

    package let format: PropertyListFormat
    let path: String

    /// The contents as a later read returns them; for example, XML stores whole seconds.
    package var storedContents: PropertyListDictionary {
        contents.stored(in: format)
    }

    /// The value of a key, or its default if the file does not contain the key, or contains a value of another type.
    ///
    /// Setting an optional key to nil removes it. A change in place, such as an `append`, does not change a value of
    /// another type.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { Preferences.reporting { () throws(PreferenceError) in try value(for: key) } ?? key.defaultValue }
        set { Preferences.reporting { () throws(PreferenceError) in try set(newValue, for: key) } }
        _modify {
            let stored = Preferences.reporting { () throws(PreferenceError) in try value(for: key) }
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
    /// - Throws: `wrongType` if the stored value does not match the key's type.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try key.value(in: contents, at: path) ?? key.defaultValue
    }

    /// Sets the value of a key; nil removes an optional key.
    ///
    /// - Throws: `unwritable` if no property list can contain the value; nothing is changed then.
    public mutating func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        try key.set(value, in: &contents)
    }

    /// Returns whether the file contains the key.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        contents[named: key.names] != nil
    }

    /// Removes a key, so that it reads as another file's value or as its default.
    public mutating func reset(_ key: PreferenceKeys) {
        contents[named: key.names] = nil
    }

    /// Removes keys, restoring their defaults.
    package mutating func reset(_ keys: some Sequence<PreferenceKeys>) {
        contents.removeAll(named: keys.flatMap(\.names))
    }

    /// Removes every key.
    public mutating func resetAll() {
        contents.removeAll()
    }
}

extension PreferenceTransaction {
    /// Runs a body that changes the contents of a file.
    static func run<Value, Failure: Error>(
        on document: inout SuiteDocument,
        of file: SuiteFile,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        var transaction = PreferenceTransaction(contents: document.root, format: document.format, path: file.path)
        let value = try body(&transaction)
        document.root = transaction.contents
        return value
    }
}

extension Preferences {
    /// The time that a write waits for other writers before it fails: ten seconds, unless the program changes it.
    ///
    /// It applies to every write without ``PreferenceStore/ChangeOptions`` of its own.
    public static var lockTimeout: Duration {
        get { lockTimeoutOfProgram.withLock { $0 } }
        set { lockTimeoutOfProgram.withLock { $0 = newValue } }
    }

    /// Changes several preferences in one atomic write, under a lock that all processes share.
    ///
    /// ```swift
    /// try preferences.transaction { $0[.launchCount] += 1; $0[.username] = "ada" }
    /// ```
    ///
    /// - Parameter body: changes the suite's file as it is under the lock. It runs again if another program that takes
    ///   no lock changes the file meanwhile, so it must have no other effects. If it throws, the change is abandoned.
    /// - Returns: the result of the body.
    /// - Throws: the error of the body; `PreferenceError` if the file cannot be changed.
    @discardableResult
    public func transaction<Value>(_ body: (inout PreferenceTransaction) throws -> Value) throws -> Value {
        try change(nil, body).get().value
    }

    /// Changes several preferences at once, with options and a detailed result.
    ///
    /// - Parameters:
    ///   - options: the options, such as the lock timeout, the durability, and whether to replace a corrupt file; nil
    ///     for the defaults, with ``lockTimeout``.
    ///   - body: as in ``transaction(_:)``.
    /// - Returns: the outcome for the file, or the error of the body.
    /// - Throws: `store` if the file cannot be changed; it is then unchanged.
    public func change<Value, Failure: Error>(
        _ options: ChangeOptions? = nil,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        try domain.change(options ?? settings.changeOptions, body)
    }

    func change<Failure: Error>(
        _ keys: [PreferenceKeys],
        _ body: (inout PreferenceTransaction) throws(Failure) -> Void
    ) throws(PreferenceError) -> Result<Void, Failure> {
        try domain.change(settings.changeOptions, keys: keys.flatMap(\.names), body).map { _ in }
    }
}

private let lockTimeoutOfProgram = Mutex(ChangeOptions().lockTimeout)
