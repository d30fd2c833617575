import PropertyLists

/// What `set` is asked to store, before it is known what the key holds.
enum NewValue {
    /// A text whose type is that of the value it replaces, else what its spelling says.
    case untyped(String)
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
        case (.untyped(let text), nil):
            return PropertyList(inferring: text)
        case (.untyped(let text), let old?):
            do {
                return try PropertyList(text: text, as: .kind(old.kind))
            } catch {
                throw .valueOfStoredKind(error, key: key, old.kind)
            }
        case (.typed(let text, let type), _):
            do {
                return try PropertyList(text: text, as: type)
            } catch {
                throw .value(error, key: key)
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
