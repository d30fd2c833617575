package import PropertyLists

// The names that a key had before: every read, write and removal of a key in the contents of a file goes through here.

extension PreferenceKeys {
    /// Every name under which a file may have the key, its own first.
    package var names: [String] { [name] + formerNames }

    /// What a file has for the key: under its own name, else under the first former name that it has.
    package func entry(in contents: PropertyListDictionary) -> (name: String, form: PropertyList)? {
        contents.entry(named: names)
    }

    /// Removes the key under each of its names.
    package func remove(from contents: inout PropertyListDictionary) {
        replace(with: nil, in: &contents)
    }

    fileprivate func replace(with form: PropertyList?, in contents: inout PropertyListDictionary) {
        contents[name] = form
        for name in formerNames {
            contents[name] = nil
        }
    }
}

extension PropertyListDictionary {
    /// The value under the first of a key's names that is there.
    func entry(named names: [String]) -> (name: String, form: PropertyList)? {
        for name in names {
            if let form = self[name] {
                return (name, form)
            }
        }
        return nil
    }
}

extension PreferenceKey {
    /// The value that the file at a path has; nil if it does not have the key.
    ///
    /// - Throws: `wrongType` if it has a value that the key's type does not take.
    package func value(in contents: PropertyListDictionary, at path: String) throws(PreferenceError) -> Value? {
        guard let (_, form) = entry(in: contents) else { return nil }
        return try value(of: form, at: path)
    }

    /// Sets the key under its own name, or removes it if the value means an unset key; removes its former names.
    ///
    /// - Throws: `unwritable` if no property list can have the value; nothing is changed then.
    package func set(_ value: Value, in contents: inout PropertyListDictionary) throws(PreferenceError) {
        replace(with: try propertyList(of: value), in: &contents)
    }
}
