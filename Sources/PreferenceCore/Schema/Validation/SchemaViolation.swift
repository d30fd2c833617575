public import PropertyLists

/// A value that a schema does not allow.
public struct SchemaViolation: Equatable, Sendable {
    /// The path of the value: the key, then keys of dictionaries and positions in arrays; empty for the suite as a
    /// whole.
    public let path: [String]
    /// The keyword that the value violates; nil if the schema is `false`.
    public let keyword: SchemaKeyword?
    /// The place of the keyword in the schema's document; nil if there is no document.
    public internal(set) var position: SourcePosition?

    let problem: Problem

    enum Problem: Equatable {
        case forbidden
        case kind(PropertyList, expected: [PropertyListKind])
        case notListed(PropertyList, allowed: [PropertyList])
        /// A number beyond a limit, or too few or too many characters or elements.
        case beyond(PropertyList, SchemaLimit, PropertyList)
        case noMatch(PropertyList, pattern: String)
        /// A text without the format; a wrong date is reported as `kind` instead.
        case notFormat(PropertyList, SchemaFormat)
        case equalElements(Int, Int)
        case missingKey(String)
        case unknownKey
        /// A value that satisfies too few or too many rules of a combination; the texts describe the rules.
        case unmatched(PropertyList, SchemaCombination.Logic, matches: Int, alternatives: [String])
        /// Any of the above, of a value that is not shown.
        case secret
    }

    /// Whether the description shows an array or dictionary, parts of which can be secret.
    package var showsContainer: Bool {
        switch problem {
        case .kind(let value, _), .notListed(let value, _), .beyond(let value, _, _), .noMatch(let value, _),
            .notFormat(let value, _), .unmatched(let value, _, _, _):
            value.kind.isContainer
        case .forbidden, .equalElements, .missingKey, .unknownKey, .secret: false
        }
    }

    /// The violation without the value, for one that is secret.
    package var hidingValue: SchemaViolation {
        switch problem {
        case .forbidden, .equalElements, .missingKey, .unknownKey: self
        default: SchemaViolation(path: path, keyword: keyword, position: position, problem: .secret)
        }
    }

    /// Returns whether this violation is not worse than one before a change.
    ///
    /// It breaks the same rule, and by no more. The same problem may be elsewhere in the key's value, as after a move
    /// in an array. A wrong number of elements may be as near to the limit as before, or nearer.
    package func isNotWorse(than former: SchemaViolation) -> Bool {
        guard keyword == former.keyword, position == former.position else { return false }
        return switch (problem, former.problem) {
        case (.beyond(.array(let elements), .maxItems, _), .beyond(.array(let old), _, _)):
            path == former.path && elements.count <= old.count
        case (.beyond(.array(let elements), .minItems, _), .beyond(.array(let old), _, _)):
            path == former.path && elements.count >= old.count
        case (.equalElements, .equalElements): path == former.path
        // A part of a container that breaks the combination can be corrected or left alone.
        case (.unmatched(.array, _, _, _), .unmatched), (.unmatched(.dictionary, _, _, _), .unmatched):
            path == former.path
        default: problem == former.problem && path.first == former.path.first
        }
    }

    /// Whether the schema allows only the keys that it names, and this key is not one of them.
    package var isUnknownKey: Bool { problem == .unknownKey }
}
