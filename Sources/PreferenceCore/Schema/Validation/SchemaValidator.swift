public import PropertyLists

/// Finds what in a suite breaks a schema.
struct SchemaValidator {
    private let schema: PreferenceSchema
    /// What is wrong, still without its position, and the bytes before the keyword that says so.
    private var found: [(violation: SchemaViolation, offset: Int?)] = []
    /// The values that are still to be checked, the next one last: recursion would take a stack as deep as they are.
    private var pending: [PendingValue] = []

    private struct PendingValue {
        let value: PropertyList
        let rules: [SchemaRule]
        let path: [String]
    }

    init(_ schema: PreferenceSchema) {
        self.schema = schema
    }

    /// What is wrong with the values that were checked.
    var violations: [SchemaViolation] {
        let offsets = Array(Set(found.compactMap(\.offset)))
        let positions = Dictionary(
            uniqueKeysWithValues: zip(offsets, SourcePosition.positions(at: offsets, in: schema.document.span))
        )
        return found.map { violation, offset in
            var violation = violation
            violation.position = offset.flatMap { positions[$0] }
            return violation
        }
    }

    /// Checks a value, and all within it, against what the schema says of it.
    ///
    /// - Parameter path: the way to the value.
    mutating func check(_ value: PropertyList, against rule: SchemaRule, at path: [String]) {
        pending = [PendingValue(value: value, rules: [rule], path: path)]
        while let next = pending.popLast() {
            let count = pending.count
            check(next)
            // The parts of a value are checked in their order.
            pending[count...].reverse()
        }
    }

    /// Checks a value against what the schema says of it, apart from what is within it.
    mutating func checkAlone(_ value: PropertyList, against rule: SchemaRule) {
        check(PendingValue(value: value, rules: [rule], path: []))
    }

    /// Checks a value apart from what is within it, which waits.
    private mutating func check(_ pendingValue: PendingValue) {
        let (value, path) = (pendingValue.value, pendingValue.path)
        let rule = schema.merged(pendingValue.rules)
        for assertion in rule.assertions {
            if case .required(let keys) = assertion.constraint, case .dictionary(let dictionary) = value {
                for key in keys where dictionary.position(of: key) == nil {
                    report(.missingKey(key), of: assertion, at: path)
                }
            } else if let problem = assertion.constraint.problem(of: value, in: rule) {
                report(problem, of: assertion, at: path)
            }
        }
        switch value {
        case .array(let elements):
            let rules = rule.elementRules
            for (position, element) in elements.enumerated() where !rules.isEmpty {
                pending.append(PendingValue(value: element, rules: rules, path: path + [String(position)]))
            }
        case .dictionary(let dictionary):
            let members = rule.members
            for entry in dictionary where !members.isEmpty {
                check(entry, against: members, at: path + [entry.key])
            }
        default: break
        }
    }

    /// Checks that a key is allowed; its value waits.
    private mutating func check(
        _ entry: PropertyListDictionary.Entry,
        against members: [SchemaMembers],
        at path: [String]
    ) {
        var rules: [SchemaRule] = []
        for members in members {
            if let rule = members.propertyRule(for: entry.key) {
                rules.append(rule)
            } else if let others = members.others, others.isNever, let assertion = others.assertions.first {
                report(.unknownKey, of: assertion, at: path)
            } else if let others = members.others {
                rules.append(others)
            }
        }
        if !rules.isEmpty {
            pending.append(PendingValue(value: entry.value, rules: rules, path: path))
        }
    }

    private mutating func report(_ problem: SchemaViolation.Problem, of assertion: SchemaAssertion, at path: [String]) {
        // A date in the place of data breaks the type, and the encoding with it: it is said once.
        if let last = found.last?.violation, last.path == path, last.problem == problem { return }
        let violation = SchemaViolation(
            path: path,
            keyword: problem == .unknownKey ? .additionalProperties : assertion.constraint.keyword,
            position: nil,
            problem: problem
        )
        found.append((violation, assertion.offset))
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
            return rule.allows(value, as: types) ? nil : .kind(value, expected: rule.kinds(of: types))
        case .enumeration(let values):
            let listed = SchemaValue(value)
            return values.contains { SchemaValue($0) == listed } ? nil : .notListed(value, allowed: values)
        case .limit(let limit, let bound):
            guard let number = limit.number(of: value), !limit.allows(number, by: bound) else { return nil }
            return .beyond(value, limit, bound.propertyList)
        case .pattern(let pattern):
            guard let text = value.stringInJSON, !pattern.matches(text) else { return nil }
            return .noMatch(value, pattern: pattern.source)
        case .format(.dateTime):
            return value.stringInJSON == nil || value.kind == .date ? nil : .kind(value, expected: [.date])
        case .base64:
            return value.stringInJSON == nil || value.kind == .data ? nil : .kind(value, expected: [.data])
        case .format(let format):
            guard let text = value.stringInJSON, !format.holds(text) else { return nil }
            return .notFormat(value, format)
        case .uniqueItems:
            guard case .array(let elements) = value else { return nil }
            var positions: [SchemaValue: Int] = [:]
            for (position, element) in elements.enumerated() {
                if let first = positions.updateValue(position, forKey: SchemaValue(element)) {
                    return .equalElements(first, position)
                }
            }
            return nil
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
    /// What in a suite is not as the schema has it: of each value what the rules say in their order, then of those within
    /// it.
    public func violations(in contents: PropertyListDictionary) -> [SchemaViolation] {
        violations(of: .dictionary(contents), against: root, at: [])
    }

    /// What in a suite is not as the schema has the whole, such as that it lacks a key.
    package func violationsOfWhole(_ contents: PropertyListDictionary) -> [SchemaViolation] {
        var validator = SchemaValidator(self)
        validator.checkAlone(.dictionary(contents), against: root)
        return validator.violations.filter(\.path.isEmpty)
    }

    /// What in the value of a key is not as the schema has it.
    package func violations(in value: PropertyList, of key: String) -> [SchemaViolation] {
        guard let rule = rule(for: key) else {
            // Nothing is said of the key, or that there is none.
            return violations(in: [key: value]).filter { !$0.path.isEmpty }
        }
        return violations(of: value, against: rule, at: [key])
    }

    /// What in a value at a path is not as a rule has it.
    func violations(of value: PropertyList, against rule: SchemaRule, at path: [String]) -> [SchemaViolation] {
        var validator = SchemaValidator(self)
        validator.check(value, against: rule, at: path)
        return validator.violations
    }
}
