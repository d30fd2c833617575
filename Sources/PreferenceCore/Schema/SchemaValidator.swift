public import PropertyLists

/// Finds what in a suite breaks a schema.
struct SchemaValidator {
    let schema: PreferenceSchema
    private(set) var violations: [SchemaViolation] = []
    /// The places in the schema that violations have named so far, each counted once.
    private var positions: [Int: SourcePosition] = [:]

    init(_ schema: PreferenceSchema) {
        self.schema = schema
    }

    /// Checks a value against a rule.
    ///
    /// - Parameters:
    ///   - rule: what the schema says of the value.
    ///   - path: the way to the value.
    mutating func check(_ value: PropertyList, against rule: SchemaRule, at path: [String]) {
        let rule = schema.resolved(rule)
        for assertion in rule.assertions {
            switch assertion.constraint {
            case .items(let rule):
                guard case .array(let elements) = value else { continue }
                for (position, element) in elements.enumerated() {
                    check(element, against: rule, at: path + [String(position)])
                }
            case .members(let members):
                guard case .dictionary(let dictionary) = value else { continue }
                check(dictionary, against: members, at: path)
            case .required(let keys):
                guard case .dictionary(let dictionary) = value else { continue }
                for key in keys where dictionary.position(of: key) == nil {
                    report(.missingKey(key), of: assertion, at: path)
                }
            default:
                if let problem = assertion.constraint.problem(of: value, in: rule) {
                    report(problem, of: assertion, at: path)
                }
            }
        }
    }

    /// Checks the entries of a dictionary.
    private mutating func check(_ dictionary: PropertyListDictionary, against members: SchemaMembers, at path: [String])
    {
        for entry in dictionary {
            guard let rule = members.rule(for: entry.key) else { continue }
            if rule.isNever, let assertion = rule.assertions.first {
                report(.unknownKey, of: assertion, at: path + [entry.key])
            } else {
                check(entry.value, against: rule, at: path + [entry.key])
            }
        }
    }

    private mutating func report(_ problem: SchemaViolation.Problem, of assertion: SchemaAssertion, at path: [String]) {
        violations.append(
            SchemaViolation(
                path: path,
                keyword: assertion.constraint.keyword ?? (problem == .unknownKey ? .additionalProperties : nil),
                position: assertion.offset.map { position(of: $0) },
                problem: problem
            )
        )
    }

    private mutating func position(of offset: Int) -> SourcePosition {
        if let position = positions[offset] {
            return position
        }
        let position = SourcePosition(offset: offset, in: schema.document.span)
        positions[offset] = position
        return position
    }
}

extension SchemaConstraint {
    /// What is wrong with a value, apart from its parts; nil where it is as it should be.
    ///
    /// - Parameter rule: all that the schema says of the value.
    fileprivate func problem(of value: PropertyList, in rule: SchemaRule) -> SchemaViolation.Problem? {
        switch self {
        case .never:
            return .forbidden
        case .types(let types):
            return rule.allows(value, as: types) ? nil : .kind(value.kind, expected: rule.kinds(of: types), value)
        case .enumeration(let values):
            return values.contains { $0.isEqualInJSON(to: value) } ? nil : .notListed(value, allowed: values)
        case .minimum(let limit):
            return value.isNumber { $0 >= limit } ? nil : .below(value, minimum: limit.propertyList, isExclusive: false)
        case .exclusiveMinimum(let limit):
            return value.isNumber { $0 > limit } ? nil : .below(value, minimum: limit.propertyList, isExclusive: true)
        case .maximum(let limit):
            return value.isNumber { $0 <= limit } ? nil : .above(value, maximum: limit.propertyList, isExclusive: false)
        case .exclusiveMaximum(let limit):
            return value.isNumber { $0 < limit } ? nil : .above(value, maximum: limit.propertyList, isExclusive: true)
        case .minLength(let limit):
            guard let count = value.stringInJSON?.unicodeScalars.count, count < limit else { return nil }
            return .tooShort(value, count: count, minimum: limit)
        case .maxLength(let limit):
            guard let count = value.stringInJSON?.unicodeScalars.count, count > limit else { return nil }
            return .tooLong(value, count: count, maximum: limit)
        case .pattern(let pattern):
            guard let text = value.stringInJSON, !pattern.matches(text) else { return nil }
            return .noMatch(value, pattern: pattern.source)
        case .format(let format):
            guard case .string(let text) = value, format == .dateTime || !format.holds(text) else { return nil }
            return .notFormat(value, format)
        case .base64:
            guard case .string = value else { return nil }
            return .kind(.string, expected: [.data], value)
        case .minItems(let limit):
            guard case .array(let elements) = value, elements.count < limit else { return nil }
            return .tooFew(count: elements.count, minimum: limit)
        case .maxItems(let limit):
            guard case .array(let elements) = value, elements.count > limit else { return nil }
            return .tooMany(count: elements.count, maximum: limit)
        case .uniqueItems:
            guard case .array(let elements) = value, let (first, second) = elements.firstEqualInJSON else { return nil }
            return .equalElements(first, second)
        case .items, .members, .required:
            return nil
        }
    }
}

extension SchemaRule {
    /// Whether a value has one of some types, and is a date or data only where it should be.
    fileprivate func allows(_ value: PropertyList, as types: [SchemaType]) -> Bool {
        switch value {
        case .date where !isDate, .data where !isData: false
        default: types.contains { $0.holds(value) }
        }
    }
}

// MARK: -

extension PreferenceSchema {
    /// What in a suite is not as the schema has it, in the order of the suite.
    ///
    /// - Parameters:
    ///   - contents: the suite.
    ///   - requiresKeys: whether every key has to be there that the schema requires.
    public func violations(in contents: PropertyListDictionary, requiresKeys: Bool = true) -> [SchemaViolation] {
        var validator = SchemaValidator(self)
        validator.check(.dictionary(contents), against: root, at: [])
        return requiresKeys
            ? validator.violations : validator.violations.filter { !($0.path.isEmpty && $0.keyword == .required) }
    }

    /// What in the value of a key is not as the schema has it.
    package func violations(in value: PropertyList, of key: String) -> [SchemaViolation] {
        violations(in: [key: value], requiresKeys: false)
    }
}
