import CommandGrammar
import PreferenceCore
import PropertyLists

extension PropertyList {
    /// Parses a text as a value of a given type, and converts the error.
    init(text: String, as type: ValueType, _ wrap: (ValueError) -> CommandError) throws {
        self = try rethrowing(PropertyList(text: text, as: type), as: wrap)
    }
}

extension PropertyList {
    /// Whether the value is a string that a reader takes for a number, such as `0.50`, `1e3`, `.5` or `1_000`.
    ///
    /// - Returns: The option that stores the number; nil if the value is something else.
    var optionForNumber: String? {
        guard case .string(let text) = self else { return nil }
        let bare = String(decoding: text.utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        guard text.utf8.contains(where: { $0.decimalDigit != nil }), Double(decimal: bare) != nil else { return nil }
        return PropertyListInteger(bare) == nil ? "--float" : "--int"
    }
}

extension ValueError: CustomStringConvertible {
    var description: String {
        switch self {
        case .invalid(let text, let type): "\(text.quoted) is not \(type.wording.name)"
        case .outOfRange(let text, let type):
            "\(text.quoted) is out of range for \(type.wording.name)\(type.wording.range.map { " (\($0))" } ?? "")"
        case .malformed(let error): "\(error)"
        case .wrongKind(let kind, let expected):
            "expected \(expected.wording.name), found JSON of type \(kind.rawValue)"
        }
    }

    var hint: String? {
        if case .invalid(_, let type) = self { type.wording.hint } else { nil }
    }

    /// The option for the text's apparent type, which is not the stored one.
    func hint(storing stored: PropertyListKind) -> String {
        let kind = if case .invalid(let text, _) = self { PropertyList(inferring: text).kind } else { stored }
        return "\(kind == stored ? "--type TYPE" : kind.option) changes the key's type"
    }
}

extension PropertyListKind {
    /// The option of `set` that takes a value of this type: JSON for a container, and for a type without its own.
    var option: String {
        switch self {
        case .string: "--string"
        case .integer: "--int"
        case .real: "--float"
        case .boolean: "--bool"
        case .date: "--date"
        case .data: "--data"
        case .array, .dictionary, .uid: "--json"
        }
    }
}

extension ValueType {
    fileprivate var wording: (name: String, hint: String?, range: String?) {
        switch self {
        case .kind(.string): ("a string", nil, nil)
        case .kind(.integer): ("an integer", "write digits, as in 42", "-2^63 to 2^64-1")
        case .kind(.real): ("a float", "write 1.5, 1e-3, nan, inf or -inf", "up to \(Double.greatestFiniteMagnitude)")
        case .kind(.boolean): ("a bool", "write true, false, yes, no, on, off, 1 or 0", nil)
        case .kind(.date): ("a date", "write RFC 3339, as in 2025-01-31T12:00:00Z", nil)
        case .kind(.data): ("base64 data", "write base64, as in AQI=, or digits after --hex", nil)
        case .kind(.array): ("a JSON array", nil, nil)
        case .kind(.dictionary): ("a JSON object", nil, nil)
        case .kind(.uid): ("a uid", "write digits", nil)
        case .hexadecimal: ("hexadecimal data", "write pairs of hexadecimal digits", nil)
        case .json: ("JSON", nil, nil)
        case .propertyList: ("a property list", nil, nil)
        }
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
    static func valueOfStoredKind(_ error: ValueError, at pointer: ValuePointer, _ kind: PropertyListKind)
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
}
