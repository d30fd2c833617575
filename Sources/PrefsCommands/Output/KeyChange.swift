import PropertyLists

/// What happens to one key between two suites.
struct KeyChange {
    let key: String
    /// The value in the first suite; nil where it lacks the key.
    let old: PropertyList?
    /// The value in the second suite; nil where it lacks the key.
    let new: PropertyList?

    /// The change as JSON has it: `key`, and `old` and `new` where there is such a value.
    var object: PropertyList {
        var object: PropertyListDictionary = ["key": .string(key)]
        object["old"] = old
        object["new"] = new
        return .dictionary(object)
    }
}

extension PropertyListDictionary {
    /// What turns this suite into another, in the byte order of keys.
    func keyChanges(to new: PropertyListDictionary) -> [KeyChange] {
        // Most keys stand where they stood.
        let set = zip(new.indices, new).compactMap { position, entry -> KeyChange? in
            let old = self.position(of: entry.key, expectedAt: position).map { self[$0].value }
            return old == entry.value ? nil : KeyChange(key: entry.key, old: old, new: entry.value)
        }
        let removed = zip(indices, self).compactMap { position, entry -> KeyChange? in
            guard new.position(of: entry.key, expectedAt: position) == nil else { return nil }
            return KeyChange(key: entry.key, old: entry.value, new: nil)
        }
        return (set + removed).sorted { $0.key.precedesInByteOrder($1.key) }
    }
}
