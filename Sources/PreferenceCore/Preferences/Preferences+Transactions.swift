public import PreferenceStore

extension Preferences {
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
        try change(ChangeOptions(), body).get().value
    }

    /// Changes several preferences at once, with all that can be said of it.
    ///
    /// - Parameters:
    ///   - options: how to go about it: the lock's timeout, durability, what is refused otherwise.
    ///   - body: as in ``transaction(_:)``.
    /// - Returns: what became of the file, or what the body threw.
    /// - Throws: `store` where the file cannot be changed; it is then as it was.
    public func change<Value, Failure: Error>(
        _ options: ChangeOptions = ChangeOptions(),
        _ body: (inout PreferenceTransaction) throws(Failure) -> Value
    ) throws(PreferenceError) -> Result<SuiteChange<Value>, Failure> {
        try domain.change(options, body)
    }

    /// Changes the file by a body that cannot fail.
    func update(_ body: (inout PreferenceTransaction) -> Void) throws(PreferenceError) {
        _ = try change(ChangeOptions(), body)
    }
}
