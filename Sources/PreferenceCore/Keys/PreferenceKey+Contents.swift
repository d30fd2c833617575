package import PropertyLists

// What a key is in the contents of a file. Every access goes through here, so that a renamed key is read, written and
// removed by the same rules everywhere.

extension PreferenceKeys {
    /// Every name under which a file may hold the key, its own first.
    package var names: [String] { [name] + formerNames }

    /// What a file holds for the key: under its own name, else under the first former name that is there.
    package func entry(in contents: PropertyListDictionary) -> (name: String, form: PropertyList)? {
        contents.entry(named: names)
    }

    /// Removes the key under each of its names.
    package func remove(from contents: inout PropertyListDictionary) {
        contents[name] = nil
        removeFormerNames(from: &contents)
    }

    fileprivate func removeFormerNames(from contents: inout PropertyListDictionary) {
        for name in formerNames {
            contents[name] = nil
        }
    }
}

extension PropertyListDictionary {
    /// What stands under the first of a key's names that is there.
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
    /// The value that the file at a path holds; nil while it does not hold the key.
    ///
    /// - Throws: `wrongType` where it holds a value that the key's type does not take.
    package func value(in contents: PropertyListDictionary, at path: String) throws(PreferenceError) -> Value? {
        guard let (_, form) = entry(in: contents) else { return nil }
        return try value(of: form, at: path)
    }

    /// Sets the key under its own name, or removes it where the value stands for an unset key; removes its former names.
    ///
    /// - Throws: `unwritable` where no property list holds the value; nothing is changed then.
    package func set(_ value: Value, in contents: inout PropertyListDictionary) throws(PreferenceError) {
        contents[name] = try propertyList(of: value)
        removeFormerNames(from: &contents)
    }

    /// Whether two values are one to a file: a not-a-number equals itself, and the order of a set is none.
    func areEqual(_ left: Value, _ right: Value) -> Bool {
        do {
            return try propertyList(of: left) == propertyList(of: right)
        } catch {
            return false
        }
    }
}
