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
        case kind(PropertyList, expected: [PropertyListKind])
        case notListed(PropertyList, allowed: [PropertyList])
        /// Too small or great a number, or too few or many characters or elements.
        case beyond(PropertyList, SchemaLimit, PropertyList)
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
        case (.beyond(.array(let elements), .maxItems, _), .beyond(.array(let old), _, _)):
            path == former.path && elements.count <= old.count
        case (.beyond(.array(let elements), .minItems, _), .beyond(.array(let old), _, _)):
            path == former.path && elements.count >= old.count
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
        case .kind(let value, expected: []):
            "\(value.shown) is of type \(value.kind.rawValue), and there is no value of the type null"
        case .kind(let value, let expected):
            "\(value.shown) is of type \(value.kind.rawValue), not \(expected.map(\.rawValue).joined(separator: " or "))"
        case .notListed(_, allowed: []):
            "no value is allowed here"
        case .notListed(let value, let allowed):
            "\(value.shown) is none of the allowed values: \(allowed.listed)"
        case .beyond(let value, let limit, let bound):
            limit.words(for: value, beyond: bound)
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

extension SchemaLimit {
    /// How a value does not keep to a limit.
    fileprivate func words(for value: PropertyList, beyond bound: PropertyList) -> String {
        let (shown, bound) = (value.shown, bound.shown)
        let count = number(of: value).map { counted($0.propertyList.jsonText) } ?? ""
        return switch self {
        case .minimum: "\(shown) is below the minimum, \(bound)"
        case .exclusiveMinimum: "\(shown) is not above \(bound), as it has to be"
        case .maximum: "\(shown) is above the maximum, \(bound)"
        case .exclusiveMaximum: "\(shown) is not below \(bound), as it has to be"
        case .minLength: "\(shown) has \(count), and at least \(bound) are due"
        case .maxLength: "\(shown) has \(count), and at most \(bound) are allowed"
        case .minItems: "the array has \(count), and at least \(bound) are due"
        case .maxItems: "the array has \(count), and at most \(bound) are allowed"
        }
    }
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
