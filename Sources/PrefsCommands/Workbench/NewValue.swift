import CommandErrors
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
            return try PropertyList(text: text, as: type) { .value($0, of: text, at: pointer, storing: old.kind) }
        case (.typed(let text, let type), _):
            let value = try PropertyList(text: text, as: type) { .value($0, at: pointer) }
            // JSON has no dates, no data, and only one type of number.
            return type == .json ? try rules?.storedForm(of: value, at: pointer) ?? value : value
        case (.addition(let value), nil):
            return value
        case (.addition(let value), let old?):
            guard let sum = old.adding(value) else {
                throw CommandError.wrongType(at: pointer, found: old.kind, expected: [value.kind])
            }
            return sum
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

extension CommandError {
    static func wrongType(
        at pointer: ValuePointer,
        found: PropertyListKind,
        expected: [PropertyListKind]
    ) -> CommandError {
        let names = expected.map(\.rawValue).joined(separator: " or ")
        return CommandError(.invalidValue, "\(pointer.quoted) is of type \(found.rawValue), not \(names)")
    }
}
