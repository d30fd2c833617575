import PropertyLists

/// Finds the alternatives of a schema that apply to a value and to the values in it.
///
/// An alternative is judged as in JSON, where dates and data are strings, because another rule for the same value can
/// contain its format. The rule that results from the alternatives distinguishes them.
///
/// Each rule is judged once for each value. The time is therefore at most proportional to the size of the schema times
/// that of the value, however often rules refer to each other. Recursion would need a stack as deep as the values.
struct SchemaEvaluator {
    /// The values by number: the value as a whole, then parts, those of one value in a row.
    private(set) var values: [PropertyList]
    /// The number of the first part of each value; nil if its parts are not in `values` yet.
    private var firstParts: [Int?] = [nil]
    /// The number of the first key of each dictionary whose keys are in `values`, as strings.
    private var firstNames: [Int: Int] = [:]
    private let schema: PreferenceSchema
    /// Whether the value is from JSON, in which strings represent dates and data.
    private let isJSON: Bool
    private let budget = SchemaBudget.current
    private var verdicts: [Question: Bool] = [:]

    /// The question of whether a value satisfies a rule.
    private struct Question: Hashable {
        /// The offsets of the rule's keywords in the document, which no other rule has.
        let rule: [Int]
        let place: Int
    }

    init(_ value: PropertyList, schema: PreferenceSchema, isJSON: Bool = false) {
        values = [value]
        self.schema = schema
        self.isJSON = isJSON
    }

    /// Returns the numbers of the values in an array or a dictionary, in their order.
    mutating func parts(of place: Int) -> Range<Int> {
        let first = firstParts[place] ?? values.count
        switch values[place] {
        case .array(let elements):
            add(elements, of: place)
            return first..<first + elements.count
        case .dictionary(let dictionary):
            add(dictionary.map(\.value), of: place)
            return first..<first + dictionary.count
        default:
            return first..<first
        }
    }

    private mutating func add(_ parts: [PropertyList], of place: Int) {
        guard firstParts[place] == nil else { return }
        firstParts[place] = values.count
        values += parts
        firstParts += parts.map { _ in nil }
    }

    /// Returns the numbers of the keys of a dictionary, in their order.
    private mutating func names(of place: Int) -> Range<Int> {
        guard case .dictionary(let dictionary) = values[place] else { return 0..<0 }
        let first = firstNames[place] ?? values.count
        if firstNames[place] == nil {
            firstNames[place] = first
            values += dictionary.map { .string($0.key) }
            firstParts += dictionary.map { _ in nil }
        }
        return first..<first + dictionary.count
    }

    // MARK: Parts

    /// Returns the number of elements of an array that satisfy the rule of `contains`.
    mutating func count(of content: SchemaContent, at place: Int) -> Int {
        parts(of: place).count { isSatisfied(content.rule, at: $0) }
    }

    /// Returns the positions of the keys that do not satisfy a rule for keys.
    mutating func misnamed(at place: Int, by rule: SchemaRule) -> [Int] {
        names(of: place).enumerated().filter { !isSatisfied(rule, at: $0.element) }.map(\.offset)
    }

    /// Returns the positions of the parts that the keywords beside a remainder do not describe; none if the value
    /// violates these.
    mutating func undescribed(at place: Int, by remainder: SchemaRemainder) -> [Int] {
        guard isSatisfied(remainder.described, at: place) else { return [] }
        return rest(of: place, by: remainder)
    }

    private func rest(of place: Int, by remainder: SchemaRemainder) -> [Int] {
        switch (values[place], remainder.isOfArray) {
        case (.array(let elements), true):
            let described = described(elements.indices.map { ($0, nil) }, of: place, by: remainder.described)
            return elements.indices.filter { !described.contains($0) }
        case (.dictionary(let entries), false):
            let described = described(entries.enumerated().map { ($0, $1.key) }, of: place, by: remainder.described)
            return (0..<entries.count).filter { !described.contains($0) }
        default: return []
        }
    }

    /// Returns the positions of the parts that a rule describes, which the value satisfies: all verdicts are known.
    private func described(_ parts: [(position: Int, key: String?)], of place: Int, by rule: SchemaRule) -> Set<Int> {
        var described: Set<Int> = []
        for constraint in rule.assertions.lazy.map(\.constraint) {
            for (position, key) in parts where !described.contains(position) {
                let isDescribed =
                    switch (constraint, key) {
                    case (.prefixItems(let rules), nil): position < rules.count
                    case (.items(_, let count), nil): position >= count
                    case (.contains(let content), nil) where content.describes:
                        firstParts[place].map { knownVerdict(on: $0 + position, under: content.rule) == true } ?? false
                    case (.members(let members), let key?): members.describes(key)
                    case (.unevaluated(let remainder), _): remainder.isOfArray == (key == nil)
                    default: false
                    }
                if isDescribed { described.insert(position) }
            }
            if let combination = constraint.combination {
                for rule in combination.appliedRules({ knownVerdict(on: place, under: $0) == true }) {
                    described.formUnion(self.described(parts, of: place, by: rule))
                }
            }
        }
        if let target = rule.reference.flatMap({ schema.targets[$0.pointer] }) {
            described.formUnion(self.described(parts, of: place, by: target))
        }
        return described
    }

    // MARK: Alternatives

    /// Returns some rules for a value as a single rule, with the alternatives that apply to the value.
    mutating func rule(at place: Int, by rules: [SchemaRule]) -> SchemaRule {
        let schema = schema
        return schema.merged(rules) { combination in choice(from: combination, at: place) }
    }

    /// Returns the rules of a combination that apply to a value.
    private mutating func choice(from combination: SchemaCombination, at place: Int) -> [SchemaRule] {
        let verdicts = verdicts(on: place, under: combination)
        switch combination.logic {
        case .all: return combination.rules
        case .none: return []
        case .condition: return [combination.rules[verdicts[0] ? 1 : 2]]
        case .any, .one:
            let satisfied = zip(combination.rules, verdicts).filter(\.1).map(\.0)
            // The first of several rules decides whether a string represents a date or data.
            return satisfied.isEmpty ? closest(in: combination, to: place) : isJSON ? [satisfied[0]] : satisfied
        }
    }

    /// Returns the violation of a combination; nil if the rules that apply are violated instead.
    mutating func problem(of place: Int, under combination: SchemaCombination) -> SchemaViolation.Problem? {
        let verdicts = verdicts(on: place, under: combination)
        let matches = verdicts.count(where: \.self)
        switch combination.logic {
        case .any where matches == 0, .one where matches == 0:
            guard closest(in: combination, to: place).isEmpty else { return nil }
        case .one where matches > 1, .none where matches > 0: break
        default: return nil
        }
        let alternatives = combination.rules.map(schema.summary)
        return .unmatched(values[place], combination.logic, matches: matches, alternatives: alternatives)
    }

    /// Returns the only alternative that a value is likely meant to satisfy; empty if there is no such alternative.
    ///
    /// It allows the type of the value, and the values of keys for which it has a constant. If it lists its values, the
    /// other alternatives are as likely.
    private func closest(in combination: SchemaCombination, to place: Int) -> [SchemaRule] {
        let value = values[place]
        let candidates = combination.rules.filter { rule in
            let rule = schema.merged([rule])
            guard !rule.isNever, rule.allowedValues == nil,
                rule.types.isEmpty || rule.types.contains(where: { $0.accepts(value) })
            else { return false }
            return rule.members.flatMap(\.properties).allSatisfy { property in
                guard case .dictionary(let dictionary) = value, let part = dictionary[property.key] else { return true }
                return property.rule.constant?.isEqualInJSON(to: part) ?? true
            }
        }
        return candidates.count == 1 ? candidates : []
    }

    // MARK: Verdicts

    /// Returns whether a value satisfies each rule of a combination.
    private mutating func verdicts(on place: Int, under combination: SchemaCombination) -> [Bool] {
        combination.rules.map { isSatisfied($0, at: place) }
    }

    private mutating func isSatisfied(_ rule: SchemaRule, at place: Int) -> Bool {
        if let verdict = knownVerdict(on: place, under: rule) { return verdict }
        answer(rule, at: place)
        return knownVerdict(on: place, under: rule) ?? true
    }

    private func knownVerdict(on place: Int, under rule: SchemaRule) -> Bool? {
        if rule.isNever { return false }
        let offsets = rule.offsets
        // Without keywords that constrain it, every value is valid.
        return offsets.isEmpty ? true : verdicts[Question(rule: offsets, place: place)]
    }

    /// Answers whether a value satisfies a rule, and before it all questions on which the answer depends.
    private mutating func answer(_ rule: SchemaRule, at place: Int) {
        var pending = [(rule: rule, place: place)]
        while let next = pending.last, budget?.allowsStep() ?? true {
            var open: [(rule: SchemaRule, place: Int)] = []
            if knownVerdict(on: next.place, under: next.rule) != nil {
                pending.removeLast()
            } else if let verdict = verdict(on: next.place, under: next.rule, &open) {
                verdicts[Question(rule: next.rule.offsets, place: next.place)] = verdict
                pending.removeLast()
            } else {
                pending += open
            }
        }
    }

    /// Returns whether a value satisfies a rule; nil if that depends on open questions.
    private mutating func verdict(
        on place: Int,
        under rule: SchemaRule,
        _ open: inout [(rule: SchemaRule, place: Int)]
    ) -> Bool? {
        let value = isJSON ? rule.storedScalar(of: values[place]) : values[place]
        guard rule.allowsInJSON(value) else { return false }
        // The rules that the value and its parts must satisfy.
        var needed = (rule.reference.flatMap { schema.targets[$0.pointer] }).map { [(rule: $0, place: place)] } ?? []
        for constraint in rule.assertions.lazy.map(\.constraint) {
            switch (constraint, value) {
            case (.items(let element, let count), .array):
                needed += parts(of: place).dropFirst(count).map { (element, $0) }
            case (.prefixItems(let rules), .array):
                needed += zip(rules, parts(of: place)).map { ($0, $1) }
            case (.names(let rule), .dictionary):
                needed += names(of: place).map { (rule, $0) }
            case (.contains(let content), .array):
                let verdicts = parts(of: place).map { (place: $0, verdict: knownVerdict(on: $0, under: content.rule)) }
                let unknown = verdicts.filter { $0.verdict == nil }
                open += unknown.map { (content.rule, $0.place) }
                guard !unknown.isEmpty || content.allows(verdicts.count { $0.verdict == true }) else { return false }
            case (.members(let members), .dictionary(let dictionary)):
                for (entry, part) in zip(dictionary, parts(of: place)) {
                    needed += members.rules(for: entry.key).map { ($0, part) }
                }
            case (.combination(let combination), _):
                let verdicts = combination.rules.map { knownVerdict(on: place, under: $0) }
                let known = verdicts.compactMap(\.self)
                if known.count == verdicts.count {
                    guard combination.isSatisfied(known) else { return false }
                } else {
                    open += combination.rules.map { ($0, place) }
                }
            default: break
            }
        }
        for (rule, place) in needed {
            if isViolated(rule, at: place, &open) { return false }
        }
        guard open.isEmpty else { return nil }
        // Now the verdicts on the keywords beside them are known.
        for case .unevaluated(let remainder) in rule.assertions.lazy.map(\.constraint) {
            let first = parts(of: place).lowerBound
            for position in rest(of: place, by: remainder) {
                if isViolated(remainder.rule, at: first + position, &open) { return false }
            }
        }
        return open.isEmpty ? true : nil
    }

    /// Returns whether a value is known to break a rule; if nothing is known, adds the question to the open ones.
    private func isViolated(_ rule: SchemaRule, at place: Int, _ open: inout [(rule: SchemaRule, place: Int)]) -> Bool {
        let verdict = knownVerdict(on: place, under: rule)
        if verdict == nil { open.append((rule, place)) }
        return verdict == false
    }
}

extension SchemaRule {
    /// The offsets of the keywords that constrain the value.
    fileprivate var offsets: [Int] { (assertions.map(\.offset) + [reference?.offset]).compactMap(\.self) }

    /// Returns whether a value, apart from its parts, satisfies the constraints of this rule alone.
    fileprivate func allowsInJSON(_ value: PropertyList) -> Bool {
        assertions.allSatisfy { assertion in
            switch assertion.constraint {
            case .types(let types): types.contains { $0.accepts(value) }
            case let constraint: constraint.problems(of: value, in: self).isEmpty
            }
        }
    }
}

// MARK: -

extension SchemaEvaluator {
    /// Returns the property-list value for a JSON value.
    mutating func storedForm(at place: Int, by rules: [SchemaRule]) -> PropertyList {
        guard !rules.isEmpty else { return values[place] }
        let rule = rule(at: place, by: rules)
        switch values[place] {
        case .array:
            return .array(parts(of: place).enumerated().map { storedForm(at: $1, by: rule.elementRules(at: $0)) })
        case .dictionary(let dictionary):
            guard !dictionary.isRemoval else { return values[place] }
            var entries = dictionary
            for (entry, part) in zip(dictionary, parts(of: place)) {
                let rules =
                    dictionary.isOfElements
                    ? rule.elementRules(at: 0) : rule.members.flatMap { $0.rules(for: entry.key) }
                entries[entry.key] = storedForm(at: part, by: rules)
            }
            return .dictionary(entries)
        case let scalar:
            return rule.storedScalar(of: scalar)
        }
    }
}
