import PreferenceStore

extension Preferences {
    /// Returns the value that overrides the files for a key; nil if there is none.
    ///
    /// A value that the key's type rejects is reported once.
    func overridingValue<Value>(of key: PreferenceKey<Value>) -> Value? {
        guard let reading = overrides?.reading(of: key), !isManaged(key) else { return nil }
        for problem in reading.takeProblems() {
            settings.problems.report(problem)
        }
        return reading.found?.value
    }

    /// Returns the value that overrides the files for a key; nil if there is none.
    ///
    /// - Throws: `wrongType` if the key's type rejects a value that comes before it.
    func validOverridingValue<Value>(of key: PreferenceKey<Value>) throws(PreferenceError) -> Value? {
        if let failure = overrides?.reading(of: key)?.failure, !isManaged(key) {
            throw failure
        }
        return overridingValue(of: key)
    }

    /// Returns the place that a read of a key gets its value from.
    ///
    /// A value that cannot be read is reported to ``onProblem-property``, and does not count.
    public func origin<Value>(of key: PreferenceKey<Value>) -> PreferenceOrigin {
        if overridingValue(of: key) != nil, let origin = overrides?.reading(of: key)?.found?.origin {
            return origin
        }
        let origin = settings.problems.reporting { () throws(PreferenceError) -> PreferenceOrigin? in
            var snapshot = try snapshot()
            guard let entry = try snapshot.entry(for: key) else { return nil }
            _ = try key.value(of: entry.value, at: entry.file.path)
            return entry.file.isManaged
                ? .managed(path: entry.file.path, key: entry.key) : .file(path: entry.file.path, key: entry.key)
        }
        return (origin ?? nil) ?? .defaultValue
    }

    /// Returns the place that a read of a key in its own suite gets its value from.
    public static func origin<Value>(of key: PreferenceKey<Value>) -> PreferenceOrigin {
        preferences(for: key).origin(of: key)
    }
}
