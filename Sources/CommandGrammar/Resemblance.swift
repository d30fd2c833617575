package import PropertyLists

/// What a text looks like that is a string by its spelling, and the option that stores that.
package struct Resemblance {
    package let name: String
    package let option: String
    package var isContainer: Bool { ["an array", "a dictionary"].contains(name) }

    /// Looks at a text as people write values elsewhere: `0.50`, `1e3`, `1_000`, `0x10`, `YES`, `2025-01-31`, `[1, 2]`.
    ///
    /// Returns nil if it looks like a string.
    package init?(of text: String) {
        guard case .string = PropertyList(inferring: text) else { return nil }
        if text == "-" {
            (name, option) = ("standard input", "--value-file -")
            return
        }
        let bare = String(decoding: text.utf8.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self)
        if text.utf8.contains(where: { $0.decimalDigit != nil }), Double(decimal: bare) != nil {
            (name, option) = ("a number", PropertyListInteger(bare) == nil ? "--float" : "--int")
        } else if text.lowercased().hasPrefix("0x"), let number = UInt64(text.dropFirst(2), radix: 16) {
            (name, option) = ("a number", "--int \(number)")
        } else if ["true", "false", "yes", "no", "on", "off"].contains(text.lowercased()) {
            (name, option) = ("a bool", PropertyListKind.boolean.option)
        } else if text.utf8.first?.decimalDigit != nil, (try? PropertyList(text: text, as: .kind(.date))) != nil {
            (name, option) = ("a date", PropertyListKind.date.option)
        } else if let value = try? PropertyList(text: text, as: .json), value.kind.isContainer {
            (name, option) = (value.kind == .array ? "an array" : "a dictionary", "--json")
        } else if text.first == "(" || text.first == "{", let value = try? PropertyList(text: text, as: .propertyList) {
            (name, option) = (value.kind == .array ? "an array" : "a dictionary", "--plist")
        } else {
            return nil
        }
    }
}

extension PropertyListKind {
    /// The option of `set` that takes a value of this type: JSON for a container, and for a type without its own.
    package var option: String {
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
