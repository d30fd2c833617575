import CommandErrors
import CommandGrammar
import PreferenceCore
import PropertyLists

extension PropertyList {
    /// Parses a text as a value of a given type, and converts the error.
    init(text: String, as type: ValueType, _ wrap: (ValueError) -> CommandError) throws {
        self = try rethrowing(PropertyList(text: text, as: type), as: wrap)
    }
}

extension CommandError {
    /// Returns the error of `--hex` or `--base64` with a value that is not data.
    static func encodingWithoutData(option: String) -> CommandError {
        CommandError(usage: "option '\(option)' needs '--data'", hint: "write '--data VALUE \(option)'")
    }

    static func value(_ error: ValueError, at pointer: ValuePointer) -> CommandError {
        cannotSet(pointer, error, hint: error.hint)
    }

    /// Returns the error of a VALUE that does not match the type of the value that it replaces.
    static func value(_ error: ValueError, of text: String, at pointer: ValuePointer, storing kind: PropertyListKind)
        -> CommandError
    {
        cannotSet(pointer, error, hint: error.hint(storing: kind, for: text))
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
}
