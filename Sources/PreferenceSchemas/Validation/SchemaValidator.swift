public import PropertyLists

/// Finds the values in a suite that violate a schema.
struct SchemaValidator {
    private let schema: PreferenceSchema
    /// The violations, without their positions, and the offset of the keyword in bytes.
    private var found: [(violation: SchemaViolation, offset: Int?)] = []
    /// The values still to be checked, the next one last; recursion would need a stack as deep as the values.
    ///
    /// The place of a value is its number in the evaluator.
    private var pending: [(place: Int, rules: [SchemaRule], pointer: [String])] = []
    private let budget = SchemaBudget.current

    init(_ schema: PreferenceSchema) {
        self.schema = schema
    }

    /// The violations in the values that were checked.
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

    /// Checks a value, with all values in it, against a rule.
    ///
    /// - Parameter pointer: the pointer to the value.
    mutating func check(_ value: PropertyList, against rule: SchemaRule, at pointer: [String]) {
        var evaluator = SchemaEvaluator(value, schema: schema)
        pending = [(0, [rule], pointer)]
        checkPending(with: &evaluator)
    }

    /// Checks the value of a key, as in a suite without other keys, but not the suite as a whole.
    mutating func check(_ value: PropertyList, of key: String) {
        var evaluator = SchemaEvaluator(.dictionary([key: value]), schema: schema)
        let rule = evaluator.rule(at: 0, by: [schema.root])
        check(key, at: evaluator.parts(of: 0).lowerBound, against: rule.members, [key])
        for assertion in rule.assertions {
            checkParts(of: 0, by: assertion, at: [], with: &evaluator)
        }
        checkPending(with: &evaluator)
    }

    private mutating func checkPending(with evaluator: inout SchemaEvaluator) {
        while let next = pending.popLast(), budget?.allowsStep() ?? true {
            let count = pending.count
            check(next.place, against: next.rules, at: next.pointer, with: &evaluator)
            // The parts of a value are checked in their order.
            pending[count...].reverse()
        }
    }

    /// Checks a value, without the values in it, against a rule.
    mutating func checkAlone(_ value: PropertyList, against rule: SchemaRule) {
        var evaluator = SchemaEvaluator(value, schema: schema)
        check(0, against: [rule], at: [], with: &evaluator)
    }

    /// Checks a value, and adds the values in it to the pending values.
    private mutating func check(
        _ place: Int,
        against rules: [SchemaRule],
        at pointer: [String],
        with evaluator: inout SchemaEvaluator
    ) {
        let value = evaluator.values[place]
        let rule = evaluator.rule(at: place, by: rules)
        // A date in place of data violates both the type and the encoding, but is reported once.
        var reported: Set<SchemaViolation.Problem> = []
        for assertion in rule.assertions {
            let problems =
                if case .combination(let combination) = assertion.constraint {
                    evaluator.problem(of: place, under: combination).map { [$0] } ?? []
                } else {
                    assertion.constraint.problems(of: value, in: rule)
                }
            for problem in problems where reported.insert(problem).inserted {
                report(problem, of: assertion, at: pointer)
            }
            if case .contains(let content) = assertion.constraint, case .array = value {
                let count = evaluator.count(of: content, at: place)
                if !content.allows(count) {
                    let rule = schema.summary(of: content.rule)
                    report(.content(count, allowed: content.bounds, rule: rule), of: assertion, at: pointer)
                }
            }
            checkParts(of: place, by: assertion, at: pointer, with: &evaluator)
        }
        switch value {
        case .array(let elements):
            guard !rule.elementRules(at: 0).isEmpty || !rule.elementRules(at: elements.count).isEmpty else { return }
            for (position, part) in zip(elements.indices, evaluator.parts(of: place)) {
                pending.append((part, rule.elementRules(at: position), pointer + [String(position)]))
            }
        case .dictionary(let dictionary):
            let members = rule.members
            guard !members.isEmpty else { return }
            for (entry, part) in zip(dictionary, evaluator.parts(of: place)) {
                check(entry.key, at: part, against: members, pointer + [entry.key])
            }
        default: break
        }
    }

    /// Checks the keys of a value, and the parts that the keywords beside an assertion do not describe.
    private mutating func checkParts(
        of place: Int,
        by assertion: SchemaAssertion,
        at pointer: [String],
        with evaluator: inout SchemaEvaluator
    ) {
        func part(_ position: Int) -> [String] {
            guard case .dictionary(let entries) = evaluator.values[place] else { return pointer + [String(position)] }
            return pointer + [entries.keys[position]]
        }
        switch assertion.constraint {
        case .names(let rule):
            for position in evaluator.misnamed(at: place, by: rule) {
                report(.misnamed(rule: schema.summary(of: rule)), of: assertion, at: part(position))
            }
        case .unevaluated(let remainder):
            let first = evaluator.parts(of: place).lowerBound
            for position in evaluator.undescribed(at: place, by: remainder) {
                if remainder.rule.isNever {
                    report(remainder.isOfArray ? .forbidden : .unknownKey, of: assertion, at: part(position))
                } else {
                    pending.append((first + position, [remainder.rule], part(position)))
                }
            }
        default: break
        }
    }

    /// Checks that a key is allowed, and adds its value to the pending values.
    private mutating func check(_ key: String, at place: Int, against members: [SchemaMembers], _ pointer: [String]) {
        var rules: [SchemaRule] = []
        var refusal: SchemaAssertion?
        for members in members {
            let found = members.rules(for: key)
            if let others = members.others, others.isNever, found == [others], let assertion = others.assertions.first {
                refusal = refusal ?? assertion
            } else {
                rules += found
            }
        }
        if let refusal {
            report(.unknownKey, of: refusal, at: pointer)
        }
        if !rules.isEmpty {
            pending.append((place, rules, pointer))
        }
    }

    private mutating func report(
        _ problem: SchemaViolation.Problem,
        of assertion: SchemaAssertion,
        at pointer: [String]
    ) {
        let violation = SchemaViolation(
            pointer: pointer,
            keyword: assertion.constraint.keyword ?? (problem == .unknownKey ? .additionalProperties : nil),
            position: nil,
            problem: problem
        )
        found.append((violation, assertion.offset))
    }
}

extension SchemaConstraint {
    /// Returns the violations in a value, without its parts.
    ///
    /// - Parameter rule: the merged rule for the value.
    func problems(of value: PropertyList, in rule: SchemaRule) -> [SchemaViolation.Problem] {
        if case .required(let keys) = self, case .dictionary(let dictionary) = value {
            return keys.filter { dictionary.position(of: $0) == nil }.map { .missingKey($0) }
        }
        return problem(of: value, in: rule).map { [$0] } ?? []
    }

    private func problem(of value: PropertyList, in rule: SchemaRule) -> SchemaViolation.Problem? {
        switch self {
        case .never:
            return .forbidden
        case .types(let types):
            return rule.allows(value, as: types) ? nil : .kind(value, expected: rule.kinds(of: types))
        case .enumeration(let values):
            let listed = SchemaValue(value)
            return values.contains { SchemaValue($0) == listed } ? nil : .notListed(value, allowed: values)
        case .constant(let constant):
            return value.isEqualInJSON(to: constant) ? nil : .notListed(value, allowed: [constant])
        case .limit(let limit, let bound):
            guard let number = limit.number(of: value), !limit.allows(number, by: bound) else { return nil }
            return .beyond(value, limit, bound.propertyList)
        case .pattern(let pattern):
            guard let text = value.stringInJSON, !pattern.matches(text) else { return nil }
            return .noMatch(value, pattern: pattern.source)
        case .format(.dateTime) where value.kind != .date:
            return value.stringInJSON == nil ? nil : .kind(value, expected: [.date])
        case .base64:
            return value.stringInJSON == nil || value.kind == .data ? nil : .kind(value, expected: [.data])
        case .format(let format):
            guard let text = value.stringInJSON, !format.matches(text) else { return nil }
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
        case .prefixItems, .items, .contains, .members, .required, .names, .unevaluated, .combination:
            return nil
        }
    }
}

extension SchemaRule {
    /// Returns whether a value has one of some types; a date or data is allowed only if this rule specifies it.
    fileprivate func allows(_ value: PropertyList, as types: [SchemaType]) -> Bool {
        switch value {
        case .date where !isDate, .data where !isData: false
        default: types.contains { $0.accepts(value) }
        }
    }
}

// MARK: -

extension PreferenceSchema {
    /// Returns the violations in a suite: for each value those of the value itself, then those of the values in it.
    public func violations(in contents: PropertyListDictionary) -> [SchemaViolation] {
        violations(of: .dictionary(contents), against: root)
    }

    /// Returns the violations in the values that ``PreferenceCore/Preferences/dictionaryRepresentation()-method``
    /// returns.
    @_disfavoredOverload
    public func violations(in contents: [String: PropertyList]) -> [SchemaViolation] {
        violations(in: PropertyListDictionary(contents))
    }

    /// Returns the violations of the suite as a whole, such as a missing key.
    package func suiteViolations(_ contents: PropertyListDictionary) -> [SchemaViolation] {
        var validator = SchemaValidator(self)
        validator.checkAlone(.dictionary(contents), against: root)
        return validator.violations.filter(\.pointer.isEmpty)
    }

    /// Returns the violations in the values of some keys, in their order; alternatives of the suite as a whole must be
    /// resolved.
    func violations(in contents: PropertyListDictionary, of keys: [String]) -> [SchemaViolation] {
        var validator = SchemaValidator(self)
        for key in keys {
            contents[key].map { validator.check($0, of: key) }
        }
        return validator.violations
    }

    /// Returns the violations in the values of some keys that a change has added or made worse.
    package func newViolations(
        in new: PropertyListDictionary,
        since old: PropertyListDictionary,
        of keys: [String]
    ) -> [SchemaViolation] {
        // The rule for a key can depend on other keys.
        let former = resolved(for: old).violations(in: old, of: keys)
        return resolved(for: new).violations(in: new, of: keys).worse(than: former)
    }

    /// Returns whether a value satisfies a rule.
    package func allows(_ value: PropertyList, by rule: SchemaRule) -> Bool {
        violations(of: value, against: rule).isEmpty
    }

    private func violations(of value: PropertyList, against rule: SchemaRule) -> [SchemaViolation] {
        var validator = SchemaValidator(self)
        validator.check(value, against: rule, at: [])
        return validator.violations
    }
}
