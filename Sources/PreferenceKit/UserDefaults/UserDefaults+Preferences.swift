public import Foundation
public import PreferenceCore
import PropertyLists

/// Typed preferences in `UserDefaults` itself, for an application that is not ready to change its store.
///
/// ```swift
/// UserDefaults.standard[.launchCount] += 1
/// ```
///
/// Keys, types and strictness are those of ``PreferenceCore/Preferences``; the suite is that of the `UserDefaults`,
/// whatever the key says.
///
/// The rest is as `UserDefaults` has it: nothing is on disk before `synchronize()`, a change in place is not atomic, and
/// arguments of the process and registered defaults come before the default of the key.
extension UserDefaults {
    /// The value of a key, or its default.
    ///
    /// A value of another type reads as the default, one that no property list holds is not set, and both go to
    /// ``PreferenceCore/Preferences/onProblem``. A change in place, such as an `append`, of a value of another type writes
    /// nothing. Setting an optional key to nil removes it.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { readable(key) ?? key.defaultValue }
        set { Preferences.reporting { () throws(PreferenceError) in try set(newValue, for: key) } }
        _modify {
            let stored = readable(key)
            var changed = stored ?? key.defaultValue
            defer {
                if stored != nil {
                    self[key] = changed
                }
            }
            yield &changed
        }
    }

    /// Does not compile: the value is of another type than the key.
    @available(*, unavailable, message: "the value is not of the key's type")
    @_disfavoredOverload
    public subscript<Value, Other>(key: PreferenceKey<Value>) -> Other {
        get { preconditionFailure("unavailable") }
        set { preconditionFailure("unavailable") }
    }

    /// The value of a key, or its default while it is unset.
    ///
    /// - Throws: `wrongType` where the value stored is of a type that the key's does not take.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try key.value(in: contents(for: key), at: "UserDefaults") ?? key.defaultValue
    }

    /// Stores a value; nil removes an optional key.
    ///
    /// A date is rounded down to the second, as the file will hold it. What a former name of the key holds is removed.
    ///
    /// - Throws: `unwritable` where no property list holds the value; nothing is changed then.
    public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        var contents: PropertyListDictionary = [:]
        try key.set(value, in: &contents)
        for name in key.names {
            set(contents[name]?.held(in: .xml).userDefaultsObject, forKey: name)
        }
    }

    /// Whether a value is stored for the key, registered, or given by the arguments of the process.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        key.names.contains { object(forKey: $0) != nil }
    }

    /// Removes a key, so that the registered default holds, or else that of the key.
    public func reset(_ key: PreferenceKeys) {
        for name in key.names {
            removeObject(forKey: name)
        }
    }

    private func readable<Value>(_ key: PreferenceKey<Value>) -> Value? {
        Preferences.reporting { () throws(PreferenceError) in try value(for: key) }
    }

    /// What is stored under the names of a key.
    private func contents<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> PropertyListDictionary {
        var contents: PropertyListDictionary = [:]
        for name in key.names {
            guard let object = object(forKey: name) else { continue }
            guard let form = PropertyList(userDefaults: object) else {
                // A reference of a keyed archive is the one kind that UserDefaults does not tell the value of.
                throw .wrongType(key: key.name, expected: "\(Value.self)", found: .uid, path: "UserDefaults")
            }
            contents[name] = form
        }
        return contents
    }
}
