import PreferenceStore
import PropertyLists

// The words of the module's errors: one line each, in lower case, without a full stop.

extension PreferenceError: CustomStringConvertible {
    /// A one-line message: what failed, in which file, and the reason.
    public var description: String {
        switch self {
        case .invalidKey(let key): "invalid key \(key.quoted): it contains NUL"
        case .wrongType(let key, let expected, let found, let path, let reason):
            "\(path): \(key.quoted) is of type \(found.rawValue), not \(expected)" + (reason.map { ": \($0)" } ?? "")
        case .unwritable(let key, let type, let reason): "cannot store \(key.quoted) of type \(type): \(reason)"
        case .otherSuite(let key, let suite):
            "key \(key.quoted) belongs to suite \(suite.rawValue.quoted), not to the standard suite"
        case .owned(let key, let owner): "key \(key.quoted) is owned by \(owner.quoted)"
        case .managed(let key, let path): "\(key.quoted) is managed by \(path)"
        case .newerVersion(let stored, let known, let path):
            "\(path): of version \(stored), but this program knows only version \(known)"
        case .notMigrated(let version, let summary, let path, let reason):
            "cannot migrate \(path) to version \(version), \(summary.quoted): \(reason)"
        case .sharedVariable(let variable, let keys):
            "environment variable \(variable) overrides \(keys.map(\.quoted).joined(separator: " and "))"
        case .store(let error): error.description
        }
    }
}

extension SchemaViolation: CustomStringConvertible {
    /// The value and what the schema requires, without the place of either.
    public var description: String {
        switch problem {
        case .forbidden, .notListed(_, allowed: []): "the schema allows no value here"
        case .kind(let value, expected: []):
            "\(value.shown) is of type \(value.kind.rawValue), and the schema allows only null"
        case .kind(let value, let expected):
            "\(value.shown) is of type \(value.kind.rawValue), not \(expected.map(\.rawValue).joined(separator: " or "))"
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

extension SchemaContent.Bounds: CustomStringConvertible {
    var description: String {
        switch most {
        case least?: "exactly \(least)"
        case let most?: least == 0 ? "at most \(most)" : "from \(least) to \(most)"
        case nil: "at least \(least)"
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

extension PreferenceSchemaError: CustomStringConvertible {
    /// What is wrong, without its place.
    public var description: String {
        switch problem {
        case .malformed(let problem): problem.description
        case .notObject: "the schema of a suite must have the type object"
        case .invalidValue(let keyword, let expected): "'\(keyword.rawValue)' must be \(expected)"
        case .pattern(let reason): "invalid pattern \(reason)"
        case .unsupported(let keyword): "'\(keyword.rawValue)' is not supported"
        case .unresolvedReference(let reference):
            "unresolved reference \(reference.quoted): no such place in the document"
        case .circularReference(let reference): "circular reference \(reference.quoted)"
        case .invalidDefault(let key, let violation): "invalid default of \(key.quoted): \(violation)"
        case .formerNameInUse(let name, let key):
            "the former name \(name.quoted) of \(key.quoted) is a key of the schema"
        case .duplicateKey(let key): "duplicate key \(key.quoted)"
        case .foreignKey(let key, let suite): "key \(key.quoted) belongs to suite \(suite.quoted)"
        case .unwritableDefault(let key, let reason): "cannot store the default of \(key.quoted): \(reason)"
        }
    }
}

extension SchemaPatternProblem: CustomStringConvertible {
    /// The place and the problem: `at offset 3: unclosed group`.
    var description: String {
        let (offset, words): (Int, String) =
            switch self {
            case .unsupported(let feature, let offset): (offset, "unsupported \(feature.rawValue)")
            case .tooDeep(let limit, let offset): (offset, "groups nest deeper than \(limit)")
            case .tooLarge(let limit, let offset): (offset, "expands to more than \(limit) steps")
            case .unclosedGroup(let offset): (offset, "unclosed group")
            case .unopenedGroup(let offset): (offset, "unmatched )")
            case .invalidGroup(let text, let offset): (offset, "invalid group \(text)")
            case .unclosedClass(let offset): (offset, "unclosed class")
            case .reversedRange(let text, let offset): (offset, "range \(text) is out of order")
            case .setInRange(let text, let offset): (offset, "range \(text) has a set as an end")
            case .nothingToRepeat(let text, let offset): (offset, "nothing to repeat before \(text)")
            case .reversedQuantifier(let text, let offset): (offset, "quantifier \(text) is out of order")
            case .unescaped(let scalar, let offset): (offset, "unescaped \(scalar)")
            case .invalidEscape(let text, let expected, let offset):
                (offset, "invalid escape \(text); write \(expected)")
            }
        return "at offset \(offset): \(words)"
    }
}

extension SchemaWarning: CustomStringConvertible {
    /// The keyword, or its value, that is ignored.
    public var description: String {
        if let value { return "ignored \(keyword) \(value.quoted)" }
        let place = SchemaKeyword(rawValue: keyword) == nil ? "" : ", which only the rule of a key can have"
        return "ignored keyword \(keyword.quoted)" + place
    }
}
