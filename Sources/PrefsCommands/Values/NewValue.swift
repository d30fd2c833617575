import PreferenceCore
import PropertyLists

/// What `set` is asked to store, before it is known what the key holds.
enum NewValue {
    /// A text whose type is that of the value it replaces, else what its spelling says.
    ///
    /// `encoding` is the option that says how data is spelled, if one is given: then nothing but data will do.
    case untyped(String, encoding: OptionOccurrence?)
    /// A text of a type that is named.
    case typed(String, ValueType)
    /// A value that needs no reading.
    case value(PropertyList)
    /// Elements that go to the end of the array that there is.
    case addedElements([PropertyList])
    /// Entries that go into the dictionary that there is, in place of those with the same key.
    case addedEntries(PropertyListDictionary)

    /// The value to store under a key.
    ///
    /// - Parameter old: what the key holds in the file that is written; nil where it is unset.
    func value(of key: String, replacing old: PropertyList?) throws(CommandError) -> PropertyList {
        switch (self, old) {
        case (.value(let value), _):
            return value
        case (.untyped(_, let encoding?), let old) where old?.kind != .data:
            throw .usage(.encodingWithoutData(option: encoding.spelling))
        case (.untyped(let text, _), nil):
            return PropertyList(inferring: text)
        case (.untyped(let text, let encoding), let old?):
            let type = encoding?.name == .hexadecimal ? .hexadecimal : ValueType.kind(old.kind)
            return try rethrowing(as: { CommandError.valueOfStoredKind($0, key: key, old.kind) }) {
                () throws(ValueError) in try PropertyList(text: text, as: type)
            }
        case (.typed(let text, let type), _):
            return try rethrowing(as: { CommandError.value($0, key: key) }) { () throws(ValueError) in
                try PropertyList(text: text, as: type)
            }
        case (.addedElements(let elements), nil):
            return .array(elements)
        case (.addedElements(let elements), .array(let old)):
            return .array(old + elements)
        case (.addedElements, let old?):
            throw .wrongType(key: key, found: old.kind, expected: .array)
        case (.addedEntries(let entries), nil):
            return .dictionary(entries)
        case (.addedEntries(let entries), .dictionary(let old)):
            return .dictionary(old.merging(entries))
        case (.addedEntries, let old?):
            throw .wrongType(key: key, found: old.kind, expected: .dictionary)
        }
    }
}

extension PropertyListDictionary {
    fileprivate func merging(_ entries: PropertyListDictionary) -> PropertyListDictionary {
        var merged = self
        for entry in entries {
            merged[entry.key] = entry.value
        }
        return merged
    }
}
