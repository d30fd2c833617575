import PreferenceCore
import PropertyLists

/// What `set` is asked to store, before it is known what its place holds.
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

    /// The value to store in a place.
    ///
    /// - Parameters:
    ///   - old: what the place holds in the file that is written; nil where it is unset.
    ///   - schema: what says of which type a text is that names none.
    func value(
        at place: ValuePlace,
        replacing old: PropertyList?,
        _ schema: SuiteSchema? = nil
    ) throws(CommandError) -> PropertyList {
        if case .untyped(let text, let encoding) = self,
            let value = try schema?.value(of: text, encoding: encoding, at: place)
        {
            return value
        }
        switch (self, old) {
        case (.value(let value), _):
            return value
        case (.untyped(_, let encoding?), let old) where old?.kind != .data:
            throw .usage(.encodingWithoutData(option: encoding.spelling))
        case (.untyped(let text, _), nil):
            return PropertyList(inferring: text)
        case (.untyped(let text, let encoding), let old?):
            let type = encoding?.name == .hexadecimal ? .hexadecimal : ValueType.kind(old.kind)
            return try rethrowing(as: { CommandError.valueOfStoredKind($0, at: place, old.kind) }) {
                () throws(ValueError) in try PropertyList(text: text, as: type)
            }
        case (.typed(let text, let type), _):
            let value = try rethrowing(as: { CommandError.value($0, at: place) }) { () throws(ValueError) in
                try PropertyList(text: text, as: type)
            }
            // JSON has neither dates nor data, and one type of number.
            return type == .json ? schema?.storedForm(of: value, at: place) ?? value : value
        case (.addedElements(let elements), nil):
            return .array(elements)
        case (.addedElements(let elements), .array(let old)):
            return .array(old + elements)
        case (.addedElements, let old?):
            throw .wrongType(at: place, found: old.kind, expected: [.array])
        case (.addedEntries(let entries), nil):
            return .dictionary(entries)
        case (.addedEntries(let entries), .dictionary(let old)):
            return .dictionary(old.merging(entries))
        case (.addedEntries, let old?):
            throw .wrongType(at: place, found: old.kind, expected: [.dictionary])
        }
    }

    /// Another text that is read as this one is, its type included.
    func like(_ text: String) -> NewValue {
        switch self {
        case .untyped(_, let encoding): .untyped(text, encoding: encoding)
        case .typed(_, let type): .typed(text, type)
        case .value(let value): .typed(text, .kind(value.kind))
        case .addedElements: .typed(text, .kind(.array))
        case .addedEntries: .typed(text, .kind(.dictionary))
        }
    }
}

extension PropertyListDictionary {
    /// These entries and others, which count where both have the same key.
    func merging(_ entries: PropertyListDictionary) -> PropertyListDictionary {
        var merged = self
        for entry in entries {
            merged[entry.key] = entry.value
        }
        return merged
    }
}
