import PreferenceStore
public import PropertyLists

extension Preferences {
    /// The value of a key, or its default.
    ///
    /// An instance uses its own suite, whichever suite the key names. The static forms, such as `Preferences[.key]`,
    /// use the suite that the key names, or the standard suite if it names none.
    ///
    /// The value comes from memory. It can lag behind a write by another program by at most 100 ms. A value of another
    /// type in the file reads as the default. If a file cannot be read, its last value stays until it can; a program
    /// that has not read one uses the default. A write that fails leaves the file unchanged. All three are reported to
    /// ``onProblem-property``.
    ///
    /// A change in place, such as `+=` or an `append`, is atomic. Between its read and its write, no other thread or
    /// task writes the suite, and no other program that uses this package does.
    ///
    /// A ``PreferenceOverride`` comes before the files, but not before those of the administrator. A change in place
    /// starts from the value in the files, since an override must not become a stored value.
    ///
    /// Other writers wait for ``lockTimeout`` and then fail, so a change in place must not wait. An `await` in it is
    /// not supported: the new value may be lost, which is reported. If the same thread or task writes within the
    /// change, that is a separate, earlier write. If the value cannot be read, a change in place writes nothing.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get {
            overrides == nil ? fileValue(of: key) : overriddenValue(of: key)
        }
        set { settings.problems.reporting { () throws(PreferenceError) in try set(newValue, for: key) } }
        _modify {
            let statement = PreferenceStatement(of: domain, settings.changeOptions, settings.problems)
            let reading = domain.read(key)
            var value = key.value(of: reading)
            if statement.isAlone, let problem = reading.problem {
                settings.problems.report(problem)
            }
            defer {
                if statement.isAlone, reading.problem == nil {
                    settings.problems.reporting { () throws(PreferenceError) in try statement.set(value, for: key) }
                }
                statement.end()
            }
            yield &value
        }
    }

    private func fileValue<Value>(of key: PreferenceKey<Value>) -> Value {
        let reading = domain.read(key)
        key.reportProblem(of: reading, to: settings.problems)
        return key.value(of: reading)
    }

    // Not inlined: the type of the optional value would be looked up at each read, even without overrides.
    @inline(never)
    private func overriddenValue<Value>(of key: PreferenceKey<Value>) -> Value {
        overridingValue(of: key) ?? fileValue(of: key)
    }

    /// Returns a snapshot of the preferences in the files, as they are now: several values from one reading.
    ///
    /// - Throws: `store` if the environment specifies no directory for preferences. If a file cannot be read, the
    ///   accesses to the snapshot throw that.
    public func snapshot() throws(PreferenceError) -> PreferenceSnapshot {
        var snapshot = try domain.newSnapshot()
        _ = snapshot.readAll(since: nil)
        return snapshot
    }

    /// Returns the value of a key, or its default if no override and no file contains the key.
    ///
    /// It is read from the suite of these preferences, whichever suite the key names.
    ///
    /// - Throws: `wrongType` if the override or the stored value does not match the key's type; `store` if a file
    ///   cannot be read.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        if let value = try validOverridingValue(of: key) {
            return value
        }
        let reading = domain.read(key)
        if let problem = reading.problem {
            throw problem
        }
        return key.value(of: reading)
    }

    /// Returns whether an override or a file of the search list contains the key, whatever the type of its value.
    ///
    /// If a file cannot be read, that is reported to ``onProblem-property``. What was read from it last counts; if
    /// nothing was, the result is false.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        if overrides?.contains(key) == true {
            return true
        }
        do throws(PreferenceError) {
            var snapshot = try domain.snapshot()
            return try snapshot.entry(for: key) != nil
        } catch {
            settings.problems.report(error)
            var last = try? domain.snapshot().lastRead
            return (try? last?.entry(for: key)) != nil
        }
    }

    /// Returns whether the administrator has set the key: it has that value whatever else sets it, and writing it
    /// throws or reports `managed`.
    ///
    /// The value is in the file of the suite, or of all suites, in `/etc/prefs/managed`. A program that uses
    /// `UserDefaults` does not read these files. If one cannot be read, what was read from it last counts.
    public func isManaged(_ key: PreferenceKeys) -> Bool {
        guard var snapshot = try? domain.snapshot() else { return false }
        var last = snapshot.lastRead
        let entry = (try? snapshot.managedEntry(named: key.names)) ?? (try? last.managedEntry(named: key.names))
        return entry ?? nil != nil
    }

    /// Returns whether the key's value is its default: the key is unset, or set to an equal value.
    ///
    /// If a file cannot be read, or contains a value of another type, that is reported to ``onProblem-property``. The
    /// result is then that for the value which the subscript returns.
    public func isDefault<Value>(_ key: PreferenceKey<Value>) -> Bool {
        if let value = overridingValue(of: key) {
            return key.areEqual(value, key.defaultValue)
        }
        let reading = domain.read(key)
        if let problem = reading.problem {
            settings.problems.report(problem)
        }
        return key.isDefault(in: reading)
    }

    /// Writes a value; nil removes an optional key.
    ///
    /// The value is written in the suite of these preferences, whichever suite the key names.
    ///
    /// - Throws: `unwritable` if no property list can contain the value; `store` if the file cannot be changed. The
    ///   file is then unchanged.
    public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        _ = try write(keys: [key]) { transaction throws(PreferenceError) in
            try transaction.set(value, for: key)
        }.get()
    }

    /// Removes keys from the suite's file in one write, restoring their defaults.
    ///
    /// They are removed from the suite of these preferences, whichever suite they name.
    ///
    /// - Throws: `store` if the file cannot be changed; it is then unchanged.
    public func remove(_ key: PreferenceKeys, _ others: PreferenceKeys...) throws(PreferenceError) {
        try remove([key] + others)
    }

    /// Removes keys from the suite's file in one write, so that they read as another file's value or as their defaults;
    /// a failure is reported to ``onProblem-property``.
    ///
    /// They are removed from the suite of these preferences, whichever suite they name.
    public func reset(_ key: PreferenceKeys, _ others: PreferenceKeys...) {
        reset([key] + others)
    }

    /// Removes keys from the suite's file in one write, as `remove(_:_:)` does.
    ///
    /// - Throws: `store` if the file cannot be changed; it is then unchanged.
    public func remove(_ keys: [PreferenceKeys]) throws(PreferenceError) {
        _ = try write(keys: keys) { transaction throws(PreferenceError) in try transaction.remove(keys) }.get()
    }

    /// Removes keys from the suite's file in one write, as `reset(_:_:)` does.
    public func reset(_ keys: [PreferenceKeys]) {
        settings.problems.reporting { () throws(PreferenceError) in try remove(keys) }
    }

    /// Removes every key from the suite's file but some; a failure is reported to ``onProblem-property``.
    ///
    /// - Parameter kept: the keys that stay, under their own and their former names.
    public func resetAll(except kept: PreferenceKeys...) { resetAll(except: kept) }

    func resetAll(except kept: [PreferenceKeys]) {
        settings.problems.reporting { () throws(PreferenceError) in _ = try write { $0.resetAll(except: kept) } }
    }
}

extension Preferences {
    /// Returns all keys in the files of the search list, declared or not, in the byte order of their names.
    ///
    /// The values are not read, so an invalid value in a binary file is not detected. An XML file is checked
    /// completely.
    ///
    /// - Throws: `store` if a file cannot be read.
    public func allKeys() throws(PreferenceError) -> [String] {
        try domain.storage.keys().names
    }

    /// Returns all keys in the files of the search list, with the values that reads return.
    ///
    /// Defaults are not included, since only the keys define them. If two keys are equal as strings but have different
    /// bytes, the dictionary contains the first one in byte order; ``entries()-method`` returns both.
    ///
    /// - Throws: `store` if a file cannot be read.
    public func dictionaryRepresentation() throws(PreferenceError) -> [String: PropertyList] {
        Dictionary(try entries().map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// Returns all keys in the files of the search list, with the values that reads return, in the byte order of their
    /// names.
    ///
    /// - Throws: `store` if a file cannot be read.
    public func entries() throws(PreferenceError) -> [(key: String, value: PropertyList)] {
        var snapshot = try snapshot()
        return try snapshot.entries().map { ($0.key, $0.value) }
    }

    /// Writes a value unless the suite's file contains a value of any type for the key; nil writes nothing.
    ///
    /// The value is written in the suite of these preferences, whichever suite the key names.
    ///
    /// - Returns: whether the value was written. If several processes call at the same time, only one gets true.
    /// - Throws: `unwritable` if no property list can contain the value; `store` if the file cannot be changed.
    @discardableResult
    public func setIfMissing<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) -> Bool {
        try write(keys: [key]) { transaction throws(PreferenceError) in
            guard !transaction.isSet(key) else { return false }
            try transaction.set(value, for: key)
            return transaction.isSet(key)
        }.get().value
    }
}
