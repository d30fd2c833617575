import PreferenceStore
public import PropertyLists

extension Preferences {
    /// The value of a key, or its default.
    ///
    /// It comes from memory, which is never older than the files by more than the 100 ms that the news of another
    /// program's write may take. A value of another type in the file reads as the default, and a write that fails leaves
    /// the file as it is; both go to ``onProblem``.
    ///
    /// A change in place, such as `+=` or an `append`, is atomic: from its reading to its writing no other thread or task,
    /// and no other program of this package, writes the suite. Others wait for ``lockTimeout`` and then fail, so it must
    /// not wait itself: an `await` within it is not supported, though its value is not lost. What is written within it, by
    /// the same thread or task, is a write of its own, made before. A change in place of a value that cannot be read
    /// writes nothing.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get {
            let reading = domain.read(key)
            key.reportProblem(of: reading)
            return key.value(of: reading)
        }
        set { Self.reporting { () throws(PreferenceError) in try set(newValue, for: key) } }
        _modify {
            let statement = PreferenceStatement(of: domain)
            let reading = domain.read(key)
            var value = key.value(of: reading)
            if statement.isAlone, let problem = reading.problem {
                Self.onProblem(problem)
            }
            defer {
                if statement.isAlone, reading.problem == nil {
                    Self.reporting { () throws(PreferenceError) in try statement.set(value, for: key) }
                }
                statement.end()
            }
            yield &value
        }
    }

    /// The preferences as the files hold them now: several values from one reading.
    ///
    /// - Throws: `store` where the environment has no place for preferences.
    public func snapshot() throws(PreferenceError) -> PreferenceSnapshot {
        try domain.storage.snapshot()
    }

    /// The value of a key, or its default while no file holds it.
    ///
    /// - Throws: `wrongType` where a file holds a value that the key's type does not take; `store` where a file cannot
    ///   be read.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        let reading = domain.read(key)
        if let problem = reading.problem {
            throw problem
        }
        return key.value(of: reading)
    }

    /// Whether a file of the search list holds the key, of whatever type its value is.
    ///
    /// A file that cannot be read goes to ``onProblem``, and the key counts as unset.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        Self.reporting { () throws(PreferenceError) in
            var snapshot = try domain.snapshot()
            return try snapshot.entry(for: key) != nil
        } ?? false
    }

    /// Whether the key's value is its default: it is unset, or set to an equal value.
    ///
    /// A file that cannot be read, or holds a value of another type, goes to ``onProblem``; the default holds then.
    public func isDefault<Value>(_ key: PreferenceKey<Value>) -> Bool {
        let reading = domain.read(key)
        if let problem = reading.problem {
            Self.onProblem(problem)
        }
        return key.isDefault(in: reading)
    }

    /// Writes a value; nil removes an optional key.
    ///
    /// - Throws: `unwritable` where no property list holds the value; `store` where the file cannot be changed. It is
    ///   then as it was.
    public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        try change([key]) { transaction throws(PreferenceError) in try transaction.set(value, for: key) }.get()
    }

    /// Removes keys from the suite's file, so that their defaults hold.
    ///
    /// - Throws: `store` where the file cannot be changed; it is then as it was.
    public func remove(_ keys: PreferenceKeys...) throws(PreferenceError) {
        try change(keys) { transaction throws(Never) in
            for key in keys {
                transaction.reset(key)
            }
        }.get()
    }

    /// Removes a key from the suite's file, so that its default holds; a failure goes to ``onProblem``.
    public func reset(_ key: PreferenceKeys) {
        Self.reporting { () throws(PreferenceError) in try remove(key) }
    }

    /// Removes every key from the suite's file; a failure goes to ``onProblem``.
    public func resetAll() {
        Self.reporting { () throws(PreferenceError) in _ = try change { $0.resetAll() } }
    }
}

extension Preferences {
    /// The keys that the files of the search list hold, whatever declares them, in the byte order of their names.
    ///
    /// The values are not read: what is wrong with one goes unnoticed in a binary file. An XML file is checked as a whole.
    ///
    /// - Throws: `store` where a file cannot be read.
    public func allKeys() throws(PreferenceError) -> [String] {
        try domain.storage.keys().names
    }

    /// What the files of the search list hold: for each key the value that is read, in the byte order of the names.
    ///
    /// Defaults are not in it: they are the keys' own.
    ///
    /// - Throws: `store` where a file cannot be read.
    public func dictionaryRepresentation() throws(PreferenceError) -> PropertyListDictionary {
        var snapshot = try snapshot()
        return PropertyListDictionary(try snapshot.entries().sorted { $0.key.precedesInByteOrder($1.key) })
    }

    /// Writes a value unless the suite's file holds one for the key, of whatever type; nil writes nothing.
    ///
    /// - Returns: whether it has been written. Of several processes that ask at once, one is told so.
    /// - Throws: `unwritable` where no property list holds the value; `store` where the file cannot be changed.
    @discardableResult
    public func setIfMissing<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) -> Bool {
        try change { transaction throws(PreferenceError) in
            guard !transaction.isSet(key) else { return false }
            try transaction.set(value, for: key)
            return transaction.isSet(key)
        }.get().value
    }
}

// Without these the compiler finds no subscript at all for a value of another type, and says only that it cannot.

extension Preferences {
    /// Does not compile: the value is of another type than the key.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }

    /// Does not compile: the value is of another type than the key.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public static subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }
}

extension PreferenceTransaction {
    /// Does not compile: the value is of another type than the key.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }
}
