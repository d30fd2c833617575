public import PreferenceStore

/// The base class of preference keys, to be extended with an application's own.
///
/// ```swift
/// extension PreferenceKeys {
///     static let launchCount = PreferenceKey<Int>("LaunchCount", default: 0)
/// }
///
/// Preferences[.launchCount] += 1
/// ```
///
/// It is what makes `.launchCount` resolve: a `PreferenceKey` of any type inherits the static members. Keys are equal
/// when name and suite are.
public class PreferenceKeys: @unchecked Sendable {
    // Unchecked, since only a final class can be checked: its properties are constants of Sendable types, and the
    // initialiser is the module's own, so that no other subclass than the final PreferenceKey can be.

    /// The key as it stands in the file: one top-level key, dots and all.
    public let name: String
    /// The suite that static access goes to; nil is the standard one, and an instance of `Preferences` uses its own.
    public let suite: SuiteName?

    /// What the preference is for, in one line; empty where the declaration does not say.
    public let summary: String
    /// The names that the key had before, which are read while no file holds its name, the latest first.
    public let formerNames: [String]

    let memory = PreferenceMemory()

    init(name: String, suite: SuiteName?, summary: String, formerNames: [String]) {
        self.name = name
        self.suite = suite
        self.summary = summary
        self.formerNames = formerNames
    }
}

extension PreferenceKeys: Hashable {
    public static func == (left: PreferenceKeys, right: PreferenceKeys) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.suite == right.suite
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Array(name.utf8))
        hasher.combine(suite)
    }
}
