import Synchronization

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

    /// Returns the standard preferences of the process, as it has replaced or overridden them; from then on it cannot.
    static func ofProcess() -> Preferences {
        switch pendingStandard.withLock({ $0.take() }) ?? .overrides([]) {
        case .replacement(let preferences): preferences
        case .overrides(let overrides): Preferences(.ofProcess, nil, PreferenceSettings(overrides: overrides))
        }
    }
}

/// What a process has made of its standard preferences before their first use.
private enum PendingStandard {
    case overrides([PreferenceOverride])
    case replacement(Preferences)
}

/// What the process has made of the standard preferences so far; nil once these are in use.
private let pendingStandard = Mutex<PendingStandard?>(.overrides([]))
