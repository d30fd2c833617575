import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The argument of `set`, before the value that it replaces is known.
enum NewValue {
    /// A text that takes the type of the value it replaces, or else the type that its spelling implies.
    ///
    /// `encoding` is the option that names the encoding of data, if one is given. The value must then be data.
    case untyped(String, encoding: DataEncoding?)
    /// A text with a given type.
    case typed(String, ValueType)
    case value(PropertyList)
    /// Elements to append to an array, or entries to add to a dictionary, which replace those with the same key.
    case addition(PropertyList)

    /// Returns the value to store at a pointer.
    ///
    /// - Parameter old: The current value at the pointer, in the file to write; nil if it is unset.
    func value(
        at pointer: ValuePointer,
        replacing old: PropertyList?,
        by rules: SuiteRules? = nil
    ) throws -> PropertyList {
        if case .untyped(let text, let encoding) = self,
            let value = try rules?.value(of: text, encoding: encoding, at: pointer)
        {
            return value
        }
        switch (self, old) {
        case (.value(let value), _):
            return value
        case (.untyped(_, let encoding?), let old) where old?.kind != .data:
            throw CommandError.encodingWithoutData(option: encoding.spelling)
        case (.untyped(let text, _), nil):
            return PropertyList(inferring: text)
        case (.untyped(let text, let encoding), let old?):
            let type = encoding?.type ?? .kind(old.kind)
            return try PropertyList(text: text, as: type) { .valueOfStoredKind($0, at: pointer, old.kind) }
        case (.typed(let text, let type), _):
            let value = try PropertyList(text: text, as: type) { .value($0, at: pointer) }
            // JSON has no dates, no data, and only one type of number.
            return type == .json ? try rules?.storedForm(of: value, at: pointer) ?? value : value
        case (.addition(let value), nil):
            return value
        case (.addition(.array(let elements)), .array(let old)):
            return .array(old + elements)
        case (.addition(.dictionary(let entries)), .dictionary(let old)):
            return .dictionary(old.merging(entries))
        case (.addition(let value), let old?):
            throw CommandError.wrongType(at: pointer, found: old.kind, expected: [value.kind])
        }
    }

    /// Returns a text with the type and encoding of this value.
    func like(_ text: String) -> NewValue {
        switch self {
        case .untyped(_, let encoding): .untyped(text, encoding: encoding)
        case .typed(_, let type): .typed(text, type)
        case .value(let value), .addition(let value): .typed(text, .kind(value.kind))
        }
    }
}

extension PropertyListDictionary {
    /// Returns these entries and others; the others replace those with the same key.
    func merging(_ entries: PropertyListDictionary) -> PropertyListDictionary {
        var merged = self
        for entry in entries {
            merged[entry.key] = entry.value
        }
        return merged
    }
}

extension CommandError {
    /// Returns the error of `--hex` or `--base64` with a value that is not data.
    static func encodingWithoutData(option: String) -> CommandError {
        CommandError(usage: "option '\(option)' needs '--data' before the value")
    }

    static func value(_ error: ValueError, at pointer: ValuePointer) -> CommandError {
        cannotSet(pointer, error, hint: error.hint)
    }

    /// Returns the error of a VALUE that does not match the type of the value that it replaces.
    fileprivate static func valueOfStoredKind(_ error: ValueError, at pointer: ValuePointer, _ kind: PropertyListKind)
        -> CommandError
    {
        cannotSet(pointer, error, hint: error.hint(storing: kind))
    }

    /// Returns the error of a VALUE that does not match the type in the schema at a path.
    static func valueOfSchema(_ error: ValueError, at pointer: ValuePointer, path: String) -> CommandError {
        cannotSet(pointer, error, hint: error.hint, " (\(path))")
    }

    private static func cannotSet(_ pointer: ValuePointer, _ error: ValueError, hint: String?, _ end: String = "")
        -> CommandError
    {
        let parts: [MessagePart] = ["cannot set \(pointer.quoted): ", .refused(error, at: pointer), .text(end)]
        return CommandError(.invalidValue, quoting: parts, hint: hint)
    }

    static func wrongType(
        at pointer: ValuePointer,
        found: PropertyListKind,
        expected: [PropertyListKind]
    ) -> CommandError {
        let names = expected.map(\.rawValue).joined(separator: " or ")
        return CommandError(.invalidValue, "\(pointer.quoted) is of type \(found.rawValue), not \(names)")
    }
}
