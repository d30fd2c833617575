import PropertyLists

// The values of keys in snapshots.

extension PreferenceKey {
    /// Reads the key from contents of a version, and remembers the reading.
    ///
    /// If a file cannot be read, the reading has the problem, and the value from the last successful reading.
    func read(in contents: Result<PreferenceSnapshot, PreferenceError>, version: UInt64) -> PreferenceReading {
        let reading: PreferenceReading
        do throws(PreferenceError) {
            reading = try read(in: try contents.get(), version: version)
        } catch {
            let last = try? read(in: contents.get().lastRead, despite: error, version: version)
            reading = last ?? PreferenceReading(problem: error, version: version)
        }
        lastReading.keep(reading)
        return reading
    }

    private func read(
        in snapshot: PreferenceSnapshot,
        despite problem: PreferenceError? = nil,
        version: UInt64
    ) throws(PreferenceError) -> PreferenceReading {
        var snapshot = snapshot
        // Not `storedValue(for:)`: the type of an optional value would be looked up at run time.
        guard let (form, path) = try snapshot.form(of: self) else {
            return PreferenceReading(problem: problem, version: version)
        }
        return PreferenceReadingWithValue(try value(of: form, at: path), problem: problem, version: version)
    }
}

extension PreferenceKey {
    /// Returns the values of the key in two snapshots; nil if they are equal.
    func change(from old: PreferenceSnapshot, to new: PreferenceSnapshot) -> (old: Value, new: Value)? {
        // Most changes are to other keys. For those, neither types nor defaults are needed.
        guard form(in: old) != form(in: new) else { return nil }
        let values = (old: value(in: old), new: value(in: new))
        return areEqual(values.old, values.new) ? nil : values
    }

    /// Returns the value of the key in a snapshot, or its default if the key is unset or cannot be read.
    func value(in snapshot: PreferenceSnapshot) -> Value {
        var snapshot = snapshot
        return (try? snapshot.storedValue(for: self)) ?? defaultValue
    }
}

extension PreferenceKeys {
    /// Returns the stored form of the key in a snapshot; nil if it is unset or cannot be read.
    func form(in snapshot: PreferenceSnapshot) -> PropertyList? {
        var snapshot = snapshot
        return try? snapshot.form(of: self)?.0
    }
}
