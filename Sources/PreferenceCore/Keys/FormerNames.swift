package import PropertyLists

// The names that a key had before: every read, write and removal of a key in the contents of a file goes through here.

extension PropertyListDictionary {
    /// The entry of a key of some names, its own first: the first name that is there.
    package func entry(named names: [String]) -> (name: String, form: PropertyList)? {
        for name in names {
            if let form = self[name] {
                return (name, form)
            }
        }
        return nil
    }

    /// The value of a key of some names, its own first; setting it leaves none under a former name.
    package subscript(named names: [String]) -> PropertyList? {
        get { entry(named: names)?.form }
        set {
            for (position, name) in names.enumerated() {
                self[name] = position == 0 ? newValue : nil
            }
        }
    }

    package mutating func removeAll(named names: [String]) {
        let names = Set(names.map(ByteKey.init))
        removeAll { names.contains(ByteKey($0.key)) }
    }
}

extension PreferenceKeys {
    /// Every name under which a file may have the key, its own first.
    package var names: [String] { [name] + formerNames }
}

extension PreferenceKey {
    /// The value that the file at a path has; nil if it does not have the key.
    ///
    /// - Throws: `wrongType` if it has a value that the key's type does not take.
    package func value(in contents: PropertyListDictionary, at path: String) throws(PreferenceError) -> Value? {
        guard let form = contents[named: names] else { return nil }
        return try value(of: form, at: path)
    }

    /// Sets the key under its own name, or removes it if the value means an unset key; removes its former names.
    ///
    /// - Throws: `unwritable` if no property list can have the value; nothing is changed then.
    package func set(_ value: Value, in contents: inout PropertyListDictionary) throws(PreferenceError) {
        contents[named: names] = try propertyList(of: value)
    }
}
