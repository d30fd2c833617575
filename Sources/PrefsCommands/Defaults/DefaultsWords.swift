import PropertyLists

/// A word of a value, with its type: `text` or `-int 5` in the grammar of defaults(1), which `set` shares.
struct TypedWord: Equatable, Sendable {
    /// The word that names the type; nil if there is none.
    let type: String?
    let text: String
}

extension ArraySlice<String> {
    /// Removes and returns the next word, with the type before it; nil at the end.
    ///
    /// - Parameter isType: returns whether a word is a type, by default in defaults(1). It takes the next word,
    ///   whatever that begins with.
    /// - Throws: `typeWithoutValue` if a type is the last word.
    mutating func popTypedWord(
        _ isType: (String) -> Bool = { PropertyListKind(defaultsWord: $0) != nil }
    ) throws(UsageError) -> TypedWord? {
        guard let word = popFirst() else { return nil }
        guard isType(word) else { return TypedWord(type: nil, text: word) }
        guard let text = popFirst() else { throw .typeWithoutValue(word) }
        return TypedWord(type: word, text: text)
    }
}

/// A word of defaults(1) before the elements of an array, or before the keys and values of a dictionary.
enum DefaultsContainer: String, Sendable {
    case array = "-array"
    case arrayAdd = "-array-add"
    case dictionary = "-dict"
    case dictionaryAdd = "-dict-add"

    var isDictionary: Bool { self == .dictionary || self == .dictionaryAdd }
    var isAddition: Bool { self == .arrayAdd || self == .dictionaryAdd }
}

extension PropertyListKind {
    /// The type that a word of defaults(1) names; nil if it names none.
    init?(defaultsWord word: String) {
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
    var nameInDefaults: String { self == .boolean ? "boolean" : rawValue }
}
