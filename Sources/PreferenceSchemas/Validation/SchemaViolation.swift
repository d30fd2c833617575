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
        /// A number of elements that satisfy a rule, with the allowed numbers and the rule in words.
        case content(Int, allowed: String, rule: String)
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

// MARK: Words

extension SchemaViolation: CustomStringConvertible {
    /// The value and what the schema requires, without the place of either.
    public var description: String {
        switch problem {
        case .forbidden, .notListed(_, allowed: []): "the schema allows no value here"
        case .kind(let value, expected: []):
            "\(value.shown) is of type \(value.kind.rawValue), and the schema allows only null"
        case .kind(let value, let expected):
            "\(value.shown) is of type \(value.kind.rawValue), not "
                + expected.map(\.rawValue).joined(separator: " or ")
        case .notListed(let value, let allowed):
            "\(value.shown) is not \(allowed.count == 1 ? "" : "one of ")\(allowed.listed)"
        case .beyond(let value, let limit, let bound): limit.words(for: value, beyond: bound)
        case .noMatch(let value, let pattern): "\(value.shown) does not match the pattern \(pattern.quoted)"
        case .notFormat(let value, let format): "\(value.shown) is not \(format.nameWithArticle)"
        case .equalElements(let first, let second): "the elements \(first) and \(second) of the array are equal"
        case .content(let count, let bounds, let rule):
            "\(count) elements are \(rule.cut(to: 60)), not \(bounds)"
        case .misnamed(let rule): "the key is not \(rule.cut(to: 60))"
        case .missingKey(let key): "required key \(key.quoted) is missing"
        case .unknownKey: "unknown key"
        case .secret: "the secret value breaks the rule '\(keyword?.rawValue ?? "false")'"
        case .unmatched(let value, let logic, let matches, let alternatives):
            logic.words(for: value.subject, matches: matches, of: alternatives)
        }
    }
}

extension SchemaCombination.Logic {
    fileprivate func words(for subject: String, matches: Int, of alternatives: [String]) -> String {
        let listed = alternatives.joined(separator: " | ").cut(to: 60)
        return switch matches {
        case 0: "\(subject) matches none of \(alternatives.count) alternatives: \(listed)"
        case _ where self == .none: "\(subject) matches what the schema excludes: \(listed)"
        default: "\(subject) matches \(matches) alternatives, not one: \(listed)"
        }
    }
}

extension SchemaFormat {
    fileprivate var nameWithArticle: String {
        switch self {
        case .dateTime: "an RFC 3339 date, as in '2025-01-31T12:00:00Z'"
        case .uri: "a URI with a scheme, as in 'https://example.com/'"
        case .uuid: "a UUID, as in '01234567-89ab-cdef-0123-456789abcdef'"
        }
    }
}

extension SchemaLimit {
    fileprivate func words(for value: PropertyList, beyond bound: PropertyList) -> String {
        let count = number(of: value).map { counted($0.propertyList.jsonText) } ?? ""
        return switch self {
        case .minimum: "\(value.shown) is less than the minimum of \(bound.shown)"
        case .exclusiveMinimum: "\(value.shown) is not greater than \(bound.shown)"
        case .maximum: "\(value.shown) exceeds the maximum of \(bound.shown)"
        case .exclusiveMaximum: "\(value.shown) is not less than \(bound.shown)"
        case .minLength: "\(value.shown) has \(count), less than the minimum of \(bound.shown)"
        case .maxLength: "\(value.shown) has \(count), more than the maximum of \(bound.shown)"
        case .minItems: "the array has \(count), less than the minimum of \(bound.shown)"
        case .maxItems: "the array has \(count), more than the maximum of \(bound.shown)"
        case .minProperties: "the dictionary has \(count), fewer than \(bound.shown)"
        case .maxProperties: "the dictionary has \(count), more than \(bound.shown)"
        case .multipleOf: "\(value.shown) is not a multiple of \(bound.shown)"
        }
    }
}

extension PropertyList {
    /// The value as JSON, at most 80 characters of it.
    fileprivate var shown: String { jsonText.cut(to: 80) }

    /// The value as JSON, or the name of its type if it contains others.
    fileprivate var subject: String {
        switch self {
        case .array, .dictionary: "the \(kind.rawValue)"
        default: jsonText.cut(to: 40)
        }
    }
}

extension String {
    /// Returns the first characters of the text.
    fileprivate func cut(to limit: Int) -> String {
        guard unicodeScalars.count > limit else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))) + "..."
    }
}

extension [PropertyList] {
    /// The first twelve values, and the number of the others.
    fileprivate var listed: String {
        let shown = prefix(12).map(\.shown).joined(separator: ", ")
        return count > 12 ? "\(shown) and \(count - 12) more" : shown
    }
}
