public import PropertyLists

/// A value that a schema does not allow.
public struct SchemaViolation: Equatable, Sendable {
    /// The pointer to the value: the key, then keys of dictionaries and positions in arrays; empty for the suite as a
    /// whole.
    public let pointer: [String]
    /// The keyword that the value violates; nil if the schema is `false`.
    public let keyword: SchemaKeyword?
    /// The place of the keyword in the schema's document; nil if there is no document.
    public internal(set) var position: SourcePosition?

    let problem: Problem

    enum Problem: Hashable {
        case forbidden
        case kind(PropertyList, expected: [PropertyListKind])
        case notListed(PropertyList, allowed: [PropertyList])
        /// A number beyond a limit, or too few or too many characters or elements.
        case beyond(PropertyList, SchemaLimit, PropertyList)
        case noMatch(PropertyList, pattern: String)
        /// A text without the format; a wrong date is reported as `kind` instead.
        case notFormat(PropertyList, SchemaFormat)
        case equalElements(Int, Int)
        /// A number of elements that satisfy a rule, with the allowed numbers, and the rule in words.
        case content(Int, SchemaContent.Bounds, String)
        /// A key that does not satisfy the rule for keys; the text describes the rule.
        case misnamed(rule: String)
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
        case .forbidden, .equalElements, .content, .misnamed, .missingKey, .unknownKey, .secret: false
        }
    }

    /// The violation without the value, for one that is secret.
    package var hidingValue: SchemaViolation {
        switch problem {
        case .forbidden, .equalElements, .content, .misnamed, .missingKey, .unknownKey: self
        default: SchemaViolation(pointer: pointer, keyword: keyword, position: position, problem: .secret)
        }
    }

    /// Whether the schema allows only the keys that it names, and a key of the suite is not one of them.
    package var isOfUnknownKey: Bool { problem == .unknownKey && pointer.count == 1 }
}

extension [SchemaViolation] {
    /// Returns the violations that a change has added or made worse.
    ///
    /// A violation is not worse than one that breaks the same rule, and by no more. The same problem may be elsewhere
    /// in the key's value, as after a move in an array. A wrong number of elements may be as near to the limit as
    /// before, or nearer.
    ///
    /// - Parameter former: the violations before the change; each excuses one violation.
    func worse(than former: [SchemaViolation]) -> [SchemaViolation] {
        var former = Dictionary(grouping: former, by: \.fault)
        return filter { violation in
            guard let old = former[violation.fault]?.popLast() else { return true }
            return violation.exceeds(old)
        }
    }
}

extension SchemaViolation {
    /// What a violation must have in common with a former one to be the same fault.
    private struct Fault: Hashable {
        let keyword: SchemaKeyword?
        let position: SourcePosition?
        let pointer: [String]
        let problem: Problem?
    }

    fileprivate var fault: some Hashable {
        let isOfContainer =
            switch problem {
            // Parts of a container can be corrected or left alone.
            case .beyond(.array, _, _), .equalElements, .unmatched(.array, _, _, _), .unmatched(.dictionary, _, _, _):
                true
            default: false
            }
        return isOfContainer
            ? Fault(keyword: keyword, position: position, pointer: pointer, problem: nil)
            : Fault(keyword: keyword, position: position, pointer: Array(pointer.prefix(1)), problem: problem)
    }

    /// Returns whether a wrong number of elements is farther from the limit than in a former violation.
    fileprivate func exceeds(_ former: SchemaViolation) -> Bool {
        switch (problem, former.problem) {
        case (.beyond(.array(let elements), let limit, _), .beyond(.array(let old), _, _)):
            limit == .maxItems ? elements.count > old.count : elements.count < old.count
        default: false
        }
    }
}
