public import Foundation
public import PreferenceCore
import PropertyLists

/// Typed preferences in `UserDefaults` itself, for an application that is not ready to change its store.
///
/// ```swift
/// UserDefaults.standard[.launchCount] += 1
/// ```
///
/// Keys, types and strictness are those of ``PreferenceCore/Preferences``. The suite is that of the `UserDefaults`,
/// whatever the key says.
///
/// The rest is as in `UserDefaults`: nothing is on disk before `synchronize()`, and a change in place is not atomic.
/// An argument of the process, such as `-launchCount 5`, comes before every other value. Registered defaults come
/// before the default of the key. An argument is text, which the key's type reads as in
/// ``PreferenceCore/PreferenceOverride``.
extension UserDefaults {
    /// The value of a key, or its default.
    ///
    /// A value of another type reads as the default. A value that a property list cannot represent is not set. Both are
    /// reported to ``PreferenceCore/Preferences/onProblem-type.property``. A change in place, such as an `append`, of a
    /// value of another type writes nothing. Setting an optional key to nil removes it.
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

    /// Returns the value of a key, or its default if it is unset.
    ///
    /// - Throws: `wrongType` if the key's type does not accept the argument or the stored value.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        if let (origin, form) = argument(for: key) {
            return try key.value(ofArgument: form, at: origin.description)
        }
        return try key.value(in: contents(for: key), at: "UserDefaults") ?? key.defaultValue
    }

    /// Stores a value; nil removes an optional key.
    ///
    /// A date is rounded down to the second, as in the file. A value under a former name of the key is removed.
    ///
    /// - Throws: `unwritable` if a property list cannot represent the value; nothing is changed then.
    public func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        var contents: PropertyListDictionary = [:]
        try key.set(value, in: &contents)
        for name in key.names {
            set(contents[name]?.stored(in: .xml).userDefaultsObject, forKey: name)
        }
    }

    /// Returns whether a value for the key is stored, registered, or given by the arguments of the process.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        key.names.contains { object(forKey: $0) != nil }
    }

    /// Removes a key, so that the registered default applies, or else that of the key.
    public func reset(_ key: PreferenceKeys) {
        for name in key.names {
            removeObject(forKey: name)
        }
    }

    private func readable<Value>(_ key: PreferenceKey<Value>) -> Value? {
        Preferences.reporting { () throws(PreferenceError) in try value(for: key) }
    }

    /// Returns the argument of the process for a key: a text, or what `UserDefaults` parsed from it.
    private func argument(for key: PreferenceKeys) -> (origin: PreferenceOrigin, form: PropertyList)? {
        let arguments = volatileDomain(forName: UserDefaults.argumentDomain)
        for name in key.names {
            if let form = PropertyList(userDefaults: arguments[name]) {
                return (.argument("-" + name), form)
            }
        }
        return nil
    }

    /// Returns the values that are stored under the names of a key.
    private func contents<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> PropertyListDictionary {
        var contents: PropertyListDictionary = [:]
        for name in key.names {
            guard let object = object(forKey: name) else { continue }
            guard let form = PropertyList(userDefaults: object) else {
                // UserDefaults does not reveal the value of one kind of object: a reference of a keyed archive.
                throw .wrongType(key: key.name, expected: "\(Value.self)", found: .uid, path: "UserDefaults")
            }
            contents[name] = form
        }
        return contents
    }
}

extension PreferenceKeys {
    /// Registers the defaults of keys, for code that reads them by name.
    ///
    /// ```swift
    /// PreferenceKeys.register(.launchCount, .username, in: .standard)
    /// UserDefaults.standard.integer(forKey: "LaunchCount")
    /// ```
    ///
    /// The keys are listed, because a static member does not exist before it is used. A key is not registered if its
    /// default is nil, or if its value is stored under a former name. A default that a property list cannot represent
    /// is reported to ``PreferenceCore/Preferences/onProblem-type.property``. On Linux, registered defaults apply to
    /// every `UserDefaults` of the process.
    public static func register<each Value>(_ keys: repeat PreferenceKey<each Value>, in defaults: UserDefaults) {
        var contents: PropertyListDictionary = [:]
        for key in repeat each keys {
            // A default that is registered under the new name would hide a value under a former name.
            if !key.formerNames.contains(where: { defaults.object(forKey: $0) != nil }) {
                Preferences.reporting { () throws(PreferenceError) in try key.set(key.defaultValue, in: &contents) }
            }
        }
        let objects = contents.stored(in: .xml).map { ($0.key, $0.value.userDefaultsObject) }
        defaults.register(defaults: Dictionary(objects) { _, later in later })
    }
}

extension PropertyList {
    /// Converts an object of `UserDefaults` to a property list; returns nil if that is impossible.
    ///
    /// Objects are Swift's own types, or optionals in arrays and dictionaries. From the arguments of the process they
    /// are `NSNumber`. A cast to `Bool`, `Int` or `Double` would accept a number of another type.
    init?(userDefaults object: Any?) {
        switch object {
        case let text as String: self = .string(text)
        case let number as NSNumber: self.init(number)
        case let date as Date: self = date.propertyList
        case let data as Data: self = data.propertyList
        case let elements as [Any?]:
            let forms = elements.compactMap { PropertyList(userDefaults: $0) }
            guard forms.count == elements.count else { return nil }
            self = .array(forms)
        case let entries as [AnyHashable: Any?]:
            var forms: [String: PropertyList] = [:]
            for (key, value) in entries {
                guard let key = key as? String, let form = PropertyList(userDefaults: value) else { return nil }
                forms[key] = form
            }
            self = forms.propertyList
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        // In Objective-C's type encodings, "c" and "B" are a Boolean, "d" and "f" a real, and "Q" an unsigned 64-bit
        // integer.
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c"), UInt8(ascii: "B"): self = .boolean(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"): self = number.uint64Value.propertyList
        default: self = number.int64Value.propertyList
        }
    }

    /// The object that `UserDefaults` stores for this value.
    ///
    /// `UserDefaults` does not accept a reference of a keyed archive: it becomes the dictionary that represents it in
    /// XML. If two keys are canonically equivalent, the later one wins.
    var userDefaultsObject: Any {
        switch self {
        case .string(let text): text
        case .integer(let integer): Int(exactly: integer) ?? UInt64(exactly: integer) as Any
        case .real(let real): real
        case .boolean(let boolean): boolean
        case .date(let date): Date(timeIntervalSinceReferenceDate: date.secondsSinceReferenceDate)
        case .data(let bytes): Data(bytes)
        case .array(let elements): elements.map(\.userDefaultsObject)
        case .dictionary(let dictionary):
            Dictionary(dictionary.map { ($0.key, $0.value.userDefaultsObject) }) { _, later in later }
        case .uid(let identifier): ["CF$UID": identifier]
        }
    }
}
