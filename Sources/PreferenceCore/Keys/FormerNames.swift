package import PropertyLists

// Former names of keys. Every read, write and removal of a key in a file's contents goes through this file.

extension PropertyListDictionary {
    /// Returns the entry of a key under the first of its names that exists, its own name first.
    package func entry(named names: [String]) -> (name: String, form: PropertyList)? {
        for name in names {
            if let form = self[name] {
                return (name, form)
            }
        }
        return nil
    }

    /// Returns the value of a key under the first of its names that exists, its own name first.
    func form(of key: PreferenceKeys) -> PropertyList? {
        // Most keys have one name, for which an array would take longer than the search.
        self[key.name] ?? (key.formerNames.isEmpty ? nil : self[named: key.formerNames])
    }

    /// The value of a key under the first of its names that exists, its own name first; setting it removes the former
    /// names.
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
    /// All names that a file may have for the key, its own name first.
    package var names: [String] { [name] + formerNames }
}

extension PreferenceKey {
    /// Returns the value of the key in the file at a path; nil if the file does not contain the key.
    ///
    /// - Throws: `wrongType` if the stored value does not match the key's type.
    package func value(in contents: PropertyListDictionary, at path: String) throws(PreferenceError) -> Value? {
        guard let form = contents[named: names] else { return nil }
        return try value(of: form, at: path)
    }

    /// Sets the key under its own name, or removes it if the value represents an unset key, and removes its former
    /// names.
    ///
    /// - Throws: `unwritable` if no property list can contain the value; nothing is changed then.
    package func set(_ value: Value, in contents: inout PropertyListDictionary) throws(PreferenceError) {
        contents[named: names] = try propertyList(of: value)
    }
}
