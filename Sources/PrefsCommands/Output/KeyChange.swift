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
        let set = new.filter { self[$0.key] != $0.value }
            .map { KeyChange(key: $0.key, old: self[$0.key], new: $0.value) }
        let removed = filter { new.position(of: $0.key) == nil }
            .map { KeyChange(key: $0.key, old: $0.value, new: nil) }
        return (set + removed).sorted { $0.key.precedesInByteOrder($1.key) }
    }
}
