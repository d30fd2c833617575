public import PropertyLists

/// The preferences of one suite file in the midst of a change that is written whole or not at all.
///
/// It sees the file that is being changed alone, not the rest of the search list: what is written is decided by what
/// stands where it is written.
public struct PreferenceTransaction: Sendable {
    /// The file's contents, as they will be written.
    public package(set) var contents: PropertyListDictionary

    /// How the file is written.
    let format: PropertyListFormat
    let path: String

    /// The contents as the file will give them back: XML holds whole seconds, for one.
    package var storedContents: PropertyListDictionary {
        contents.held(in: format)
    }

    /// The value of a key; its default while the file does not hold it, or holds a value of another type.
    ///
    /// Setting an optional key to nil removes it. A change in place, such as an `append`, of a value of another type
    /// leaves it as it is.
    public subscript<Value>(key: PreferenceKey<Value>) -> Value {
        get { Preferences.reporting { () throws(PreferenceError) in try value(for: key) } ?? key.defaultValue }
        set { Preferences.reporting { () throws(PreferenceError) in try set(newValue, for: key) } }
        _modify {
            let stored = Preferences.reporting { () throws(PreferenceError) in try value(for: key) }
            var changed = stored ?? key.defaultValue
            defer {
                if stored != nil {
                    self[key] = changed
                }
            }
            yield &changed
        }
    }

    /// The value of a key, or its default while the file does not hold it.
    ///
    /// - Throws: `wrongType` where the file holds a value that the key's type does not take.
    public func value<Value>(for key: PreferenceKey<Value>) throws(PreferenceError) -> Value {
        try key.value(in: contents, at: path) ?? key.defaultValue
    }

    /// Sets the value of a key; nil removes an optional key.
    ///
    /// - Throws: `unwritable` where no property list holds the value; nothing is changed then.
    public mutating func set<Value>(_ value: Value, for key: PreferenceKey<Value>) throws(PreferenceError) {
        try key.set(value, in: &contents)
    }

    /// Whether the file holds the key.
    public func isSet(_ key: PreferenceKeys) -> Bool {
        key.entry(in: contents) != nil
    }

    /// Removes a key, so that its default holds.
    public mutating func reset(_ key: PreferenceKeys) {
        key.remove(from: &contents)
    }

    /// Removes keys, so that their defaults hold.
    package mutating func reset(_ keys: some Sequence<PreferenceKeys>) {
        let names = Set(keys.flatMap(\.names).map(ByteKey.init))
        contents.removeAll { names.contains(ByteKey($0.key)) }
    }

    /// Removes every key.
    public mutating func resetAll() {
        contents.removeAll()
    }
}
