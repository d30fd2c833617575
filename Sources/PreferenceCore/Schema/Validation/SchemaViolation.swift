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
