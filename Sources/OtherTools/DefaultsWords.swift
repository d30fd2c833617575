import CommandGrammar
package import PropertyLists

extension ArraySlice<String> {
    /// Removes and returns the next word of a value, with the type before it; nil at the end.
    mutating func popTypedWord() throws(UsageError) -> TypedWord? {
        try popTypedWord { PropertyListKind(defaultsWord: $0) != nil }
    }
}

/// A word of defaults(1) before the elements of an array, or before the keys and values of a dictionary.
package enum DefaultsContainer: String, Sendable {
    case array = "-array"
    case arrayAdd = "-array-add"
    case dictionary = "-dict"
    case dictionaryAdd = "-dict-add"

    package var isDictionary: Bool { self == .dictionary || self == .dictionaryAdd }
    package var isAddition: Bool { self == .arrayAdd || self == .dictionaryAdd }
}

extension PropertyListKind {
    /// The type that a word of defaults(1) names; nil if it names none.
    package init?(defaultsWord word: String) {
        switch word {
        case "-string": self = .string
        case "-int", "-integer": self = .integer
        case "-float": self = .real
        case "-bool", "-boolean": self = .boolean
        case "-date": self = .date
        case "-data": self = .data
        default: return nil
        }
    }

    /// The name that defaults(1) prints.
    package var nameInDefaults: String { self == .boolean ? "boolean" : rawValue }
}
