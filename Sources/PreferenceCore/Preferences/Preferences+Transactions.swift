public import PreferenceStore
import Synchronization

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

    /// Changes some keys.
    func change<Failure: Error>(
        _ keys: [PreferenceKeys],
        _ body: (inout PreferenceTransaction) throws(Failure) -> Void
    ) throws(PreferenceError) -> Result<Void, Failure> {
        let options = ChangeOptions(lockTimeout: Self.lockTimeout)
        return try domain.change(options, keys: keys.flatMap(\.names), body).map { _ in }
    }
}

private let lockTimeoutOfProgram = Mutex(ChangeOptions().lockTimeout)
