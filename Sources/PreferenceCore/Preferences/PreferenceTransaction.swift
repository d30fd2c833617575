public import PreferenceStore
public import PropertyLists
import Synchronization

/// The preferences of one suite file in the midst of a change that is written whole or not at all.
///
/// It sees the file that is being changed alone, not the rest of the search list: what is written is decided by what
/// stands where it is written.
public struct PreferenceTransaction: Sendable {
    /// The file's contents, as they will be written.
    public package(set) var contents: PropertyListDictionary

    let format: PropertyListFormat
    let path: String

    /// The contents as the file will give them back: XML holds whole seconds, for one.
    package var storedContents: PropertyListDictionary {
        contents.held(in: format)
    }

    /// The value of a key; its default while the file does not hold it, or holds a value of another type.
    ///
    /// Setting an optional key to nil removes it. A change in place, such as an `append`, of a value of another type
    /// leaves it as it is.
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

    /// The value of a key, or its default while the file does not hold it.
    ///
    /// - Throws: `wrongType` where the file holds a value that the key's type does not take.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try key.value(in: contents, at: path) ?? key.defaultValue
    }

    /// Sets the value of a key; nil removes an optional key.
    ///
    /// - Throws: `unwritable` where no property list holds the value; nothing is changed then.
    public mutating func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        try key.set(value, in: &contents)
    }

    /// Whether the file holds the key.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        contents[named: key.names] != nil
    }

    /// Removes a key, so that its default holds.
    public mutating func reset(_ key: PreferenceKeys) {
        contents[named: key.names] = nil
    }

    /// Removes keys, so that their defaults hold.
    package mutating func reset(_ keys: some Sequence<PreferenceKeys>) {
        contents.removeAll(named: keys.flatMap(\.names))
    }

    /// Removes every key.
    public mutating func resetAll() {
        contents.removeAll()
    }
}

extension PreferenceTransaction {
    /// Has a body change what a file holds.
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
    /// How long a write waits for other writers before it fails, ten seconds unless the program says otherwise.
    ///
    /// It holds for every write that comes without ``PreferenceStore/ChangeOptions`` of its own.
    public static var lockTimeout: Duration {
        get { lockTimeoutOfProgram.withLock { $0 } }
        set { lockTimeoutOfProgram.withLock { $0 = newValue } }
    }

    /// Changes several preferences at once: one lock, one write, all or nothing, across processes.
    ///
    /// ```swift
    /// try preferences.transaction { $0[.launchCount] += 1; $0[.username] = "ada" }
    /// ```
    ///
    /// - Parameter body: changes the suite's file as it is under the lock. It runs again where a program that takes no
    ///   lock changes the file meanwhile, so it should do nothing else. What it throws abandons the change.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `PreferenceError` where the file cannot be changed.
    @discardableResult
    public func transaction<Value>(_ body: (inout PreferenceTransaction) throws -> Value) throws -> Value {
        try change(nil, body).get().value
    }

    /// Changes several preferences at once, with all that can be said of it.
    ///
    /// - Parameters:
    ///   - options: how to go about it: the lock's timeout, durability, what is refused otherwise; nil is the usual, with
    ///     ``lockTimeout``.
    ///   - body: as in ``transaction(_:)``.
    /// - Returns: what became of the file, or what the body threw.
    /// - Throws: `store` where the file cannot be changed; it is then as it was.
    public func change<Value, Failure: Error>(
        _ options: ChangeOptions? = nil,
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        try domain.change(options ?? ChangeOptions(lockTimeout: Self.lockTimeout), body)
    }

    func change<Failure: Error>(
        _ keys: [PreferenceKeys],
        _ body: (inout PreferenceTransaction) throws(Failure) -> Void
    ) throws(PreferenceError) -> Result<Void, Failure> {
        let options = ChangeOptions(lockTimeout: Self.lockTimeout)
        return try domain.change(options, keys: keys.flatMap(\.names), body).map { _ in }
    }
}

private let lockTimeoutOfProgram = Mutex(ChangeOptions().lockTimeout)
