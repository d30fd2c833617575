public import Foundation
public import PreferenceCore
import PropertyLists

extension PreferenceKeys {
    /// Registers the defaults of keys, for code that reads them by name.
    ///
    /// ```swift
    /// PreferenceKeys.register(.launchCount, .username, in: .standard)
    /// UserDefaults.standard.integer(forKey: "LaunchCount")
    /// ```
    ///
    /// The keys are listed, since a static member does not exist before it is used. There is nothing to register for a
    /// key whose default is nil, or whose value is stored under a former name; a default that no property list holds goes
    /// to ``PreferenceCore/Preferences/onProblem``. On Linux, registered defaults hold in every `UserDefaults` of the
    /// process.
    public static func register<each Value>(_ keys: repeat PreferenceKey<each Value>, in defaults: UserDefaults) {
        var contents: PropertyListDictionary = [:]
        for key in repeat each keys {
            // A default that is registered under the new name would hide what is stored under an old one.
            if !key.formerNames.contains(where: { defaults.object(forKey: $0) != nil }) {
                Preferences.reporting { () throws(PreferenceError) in try key.set(key.defaultValue, in: &contents) }
            }
        }
        let objects = contents.held(in: .xml).map { ($0.key, $0.value.userDefaultsObject) }
        defaults.register(defaults: Dictionary(objects) { _, later in later })
    }
}
