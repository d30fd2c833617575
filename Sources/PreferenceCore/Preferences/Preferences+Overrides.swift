import PreferenceStore
import Synchronization

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

extension Preferences {
    /// Overrides the standard preferences, and the suites that keys name, for the rest of the process.
    ///
    /// ```swift
    /// @main
    /// struct Editor {
    ///     static func main() {
    ///         Preferences.overrideStandard(by: .arguments)
    ///         ...
    ///     }
    /// }
    /// ```
    ///
    /// Call it at the start of the program. If ``standard`` has been used or replaced before, this is a programming
    /// error, and stops the process. Another call replaces the overrides.
    public static func overrideStandard(by overrides: PreferenceOverride...) {
        pendingStandard.withLock { pending in
            if case .replacement? = pending {
                preconditionFailure("the standard preferences are replaced: give the replacement the overrides")
            }
            precondition(pending != nil, "the standard preferences are in use: override them at the program's start")
            pending = .overrides(overrides)
        }
    }

    /// Replaces the standard preferences, and the suites that keys and `Preferences(suite:)` name, for the rest of the
    /// process.
    ///
    /// ```swift
    /// Preferences.replaceStandard(by: Preferences(directory: configurationDirectory))
    /// ```
    ///
    /// It is for a program with an option such as `--config-dir`, and for tests of code that starts threads, in which a
    /// replacement by `$standard.withValue` does not apply. Call it once, at the start. If ``standard`` has been used,
    /// replaced or overridden before, this is a programming error, and stops the process.
    ///
    /// - Parameter preferences: those of the standard suite in another backend, with overrides of their own.
    public static func replaceStandard(by preferences: Preferences) {
        pendingStandard.withLock { pending in
            guard case .overrides(let overrides)? = pending, overrides.isEmpty else {
                preconditionFailure("the standard preferences are in use: replace them once, at the program's start")
            }
            pending = .replacement(preferences)
        }
    }

    /// Returns what the process has made of the standard preferences, which cannot be changed any more.
    static func takePendingStandard() -> PendingStandard {
        pendingStandard.withLock { $0.take() } ?? .overrides([])
    }
}

/// What a process has made of its standard preferences before their first use.
enum PendingStandard {
    case overrides([PreferenceOverride])
    case replacement(Preferences)
}

/// What the process has made of the standard preferences so far; nil once these are in use.
private let pendingStandard = Mutex<PendingStandard?>(.overrides([]))
