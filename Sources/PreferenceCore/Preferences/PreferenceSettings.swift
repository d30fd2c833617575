import PreferenceStore

/// The choices of a program for one instance of ``Preferences``, and for the suites that keys name in its place.
struct PreferenceSettings: Sendable {
    /// The failures that each write has survived when it returns.
    var durability = Durability.disk
    /// The layers above the files, in order of precedence.
    var overrides: [PreferenceOverride] = []
    let problems = ProblemReporter()

    /// The options for a write that has none of its own.
    var changeOptions: ChangeOptions {
        ChangeOptions(lockTimeout: Preferences.lockTimeout, durability: durability)
    }
}
