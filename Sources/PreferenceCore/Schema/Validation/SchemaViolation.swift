public import PropertyLists

/// A value that is none of those which a schema allows.
public struct SchemaViolation: Equatable, Sendable {
    /// The way to the value: the key, then keys of dictionaries and positions in arrays; empty for the suite as a whole.
    public let path: [String]
    /// The keyword that asks for something else; nil where the schema is `false`.
    public let keyword: SchemaKeyword?
    /// Where in the schema's document the keyword stands; nil where there is none.
    public internal(set) var position: SourcePosition?

    let problem: Problem

    enum Problem: Equatable {
        case forbidden
        case kind(PropertyListKind, expected: [PropertyListKind], PropertyList)
        case notListed(PropertyList, allowed: [PropertyList])
        case beyond(PropertyList, SchemaLimit, PropertyList)
        /// Too few or too many characters or elements.
        case miscount(SchemaCount, PropertyList, count: Int, Int)
        case noMatch(PropertyList, pattern: String)
        /// A date is a matter of the kind.
        case notFormat(PropertyList, SchemaFormat)
        case equalElements(Int, Int)
        case missingKey(String)
        case unknownKey
    }

    /// Whether a value breaks the same rule as another one did before a change, and by no more: it is the same, perhaps in
    /// another place of an array, or it comes nearer to the number of elements that is allowed.
    package func isNoWorse(than former: SchemaViolation) -> Bool {
        guard keyword == former.keyword, position == former.position else { return false }
        return switch (problem, former.problem) {
        case (.miscount(.maxItems, _, let count, _), .miscount(_, _, let old, _)): path == former.path && count <= old
        case (.miscount(.minItems, _, let count, _), .miscount(_, _, let old, _)): path == former.path && count >= old
        case (.equalElements, .equalElements): path == former.path
        default: problem == former.problem && path.first == former.path.first
        }
    }

    /// Whether a key that the schema does not name stands where it allows no other.
    package var isUnknownKey: Bool { problem == .unknownKey }
}

extension SchemaViolation: CustomStringConvertible {
    /// The value, and what is allowed in its place, without the place itself.
    public var description: String {
        switch problem {
        case .forbidden:
            "no value is allowed here"
        case .kind(let kind, [], let value):
            "\(value.shown) is of type \(kind.rawValue), and there is no value of the type null"
        case .kind(let kind, let expected, let value):
            "\(value.shown) is of type \(kind.rawValue), not \(expected.map(\.rawValue).joined(separator: " or "))"
        case .notListed(_, allowed: []):
            "no value is allowed here"
        case .notListed(let value, let allowed):
            "\(value.shown) is none of the allowed values: \(allowed.listed)"
        case .beyond(let value, .minimum, let limit):
            "\(value.shown) is below the minimum, \(limit.shown)"
        case .beyond(let value, .exclusiveMinimum, let limit):
            "\(value.shown) is not above \(limit.shown), as it has to be"
        case .beyond(let value, .maximum, let limit):
            "\(value.shown) is above the maximum, \(limit.shown)"
        case .beyond(let value, .exclusiveMaximum, let limit):
            "\(value.shown) is not below \(limit.shown), as it has to be"
        case .miscount(.minLength, let value, let count, let limit):
            "\(value.shown) has \(count.characters), and at least \(limit) are due"
        case .miscount(.maxLength, let value, let count, let limit):
            "\(value.shown) has \(count.characters), and at most \(limit) are allowed"
        case .miscount(.minItems, _, let count, let limit):
            "the array has \(count.elements), and at least \(limit) are due"
        case .miscount(.maxItems, _, let count, let limit):
            "the array has \(count.elements), and at most \(limit) are allowed"
        case .noMatch(let value, let pattern):
            "\(value.shown) does not match the pattern \(pattern.quoted)"
        case .notFormat(let value, let format):
            "\(value.shown) is no \(format.hint)"
        case .equalElements(let first, let second):
            "the elements \(first) and \(second) of the array are equal, and each has to differ"
        case .missingKey(let key):
            "the key \(key.quoted) is missing, which is required"
        case .unknownKey:
            "the schema has no such key, and allows no others"
        }
    }
}

extension SchemaFormat {
    /// What the format is called, and a text of it.
    fileprivate var hint: String {
        switch self {
        case .dateTime: "moment in time: write it as in '2025-01-31T12:00:00Z'"
        case .uri: "URI: write it with its scheme, as in 'https://example.com/'"
        case .uuid: "UUID: write it as in '01234567-89ab-cdef-0123-456789abcdef'"
        }
    }
}

extension Int {
    fileprivate var characters: String { "\(self) \(self == 1 ? "character" : "characters")" }
    fileprivate var elements: String { "\(self) \(self == 1 ? "element" : "elements")" }
}

extension PropertyList {
    /// The value as JSON, and no more of it than a line takes.
    fileprivate var shown: String {
        let text = jsonText
        let limit = 80
        guard text.unicodeScalars.count > limit else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit))) + "..."
    }
}

extension [PropertyList] {
    /// The first values of many.
    fileprivate var listed: String {
        let shown = prefix(12).map(\.shown).joined(separator: ", ")
        return count > 12 ? "\(shown) and \(count - 12) more" : shown
    }
}
