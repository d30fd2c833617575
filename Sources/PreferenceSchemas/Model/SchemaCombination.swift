package import PropertyLists

/// Rules for one value, and how many of them it must satisfy.
struct SchemaCombination: Equatable, Sendable {
    /// The keyword that combines the rules.
    enum Logic: String {
        case all = "allOf"
        case any = "anyOf"
        case one = "oneOf"
        case none = "not"
        /// The rules are those of `if`, `then` and `else`, in this order.
        case condition = "if"
    }

    let logic: Logic
    let rules: [SchemaRule]

    /// Returns whether a value is valid, by its validity under each rule.
    func isSatisfied(_ verdicts: [Bool]) -> Bool {
        switch logic {
        case .all: !verdicts.contains(false)
        case .any: verdicts.contains(true)
        case .one: verdicts.count(where: \.self) == 1
        case .none: !verdicts.contains(true)
        case .condition: verdicts[0] ? verdicts[1] : verdicts[2]
        }
    }

    /// Returns the rules whose parts describe those of a valid value.
    ///
    /// - Parameter isSatisfied: whether the value satisfies a rule.
    func appliedRules(_ isSatisfied: (SchemaRule) -> Bool) -> [SchemaRule] {
        switch logic {
        case .all, .any, .one: rules.filter(isSatisfied)
        case .none: []
        case .condition: isSatisfied(rules[0]) ? [rules[0], rules[1]] : [rules[2]]
        }
    }

    /// The rules that a valid value can satisfy together, for each of the ways to satisfy the combination.
    var alternatives: [[SchemaRule]] {
        switch logic {
        case .all: [rules]
        case .any, .one: rules.map { [$0] }
        case .none: [[]]
        case .condition: [[rules[0], rules[1]], [rules[2]]]
        }
    }
}

// MARK: Without a value

extension PreferenceSchema {
    /// The greatest number of choices between alternatives that are considered without a value.
    ///
    /// Each choice can lead to others, so their number can grow exponentially with the size of the schema.
    private static let choiceLimit = 64

    /// Returns the rules without alternatives; one of them applies to each valid value.
    ///
    /// Returns the rule itself if there are too many.
    private func forms(of rule: SchemaRule) -> [SchemaRule] {
        var forms: [SchemaRule] = []
        var pending = [merged([rule])]
        var choices = 0
        while var form = pending.popLast() {
            guard let (index, combination) = form.firstCombination else {
                forms.append(form)
                continue
            }
            choices += 1
            guard choices <= Self.choiceLimit else { return [rule] }
            form.assertions.remove(at: index)
            pending += combination.alternatives.reversed().map { merged([form] + $0) }
        }
        return forms.filter { !$0.isNever }
    }

    /// Returns the kinds of property list that a rule allows; empty if any kind is allowed.
    ///
    /// The preferred kind for parsing a text is the first. A rule with alternatives allows the kinds of all of them.
    package func kinds(of rule: SchemaRule) -> [PropertyListKind] {
        let kinds = forms(of: rule).map(\.kinds)
        return kinds.contains([]) ? [] : kinds.joined().uniqued
    }

    /// Returns the values that a rule allows, in their order; nil if they are not listed.
    package func allowedValues(of rule: SchemaRule) -> [PropertyList]? {
        let lists = forms(of: rule).map(\.allowedValues)
        var seen: Set<SchemaValue> = []
        return lists.contains(nil)
            ? nil : lists.compactMap(\.self).joined().filter { seen.insert(SchemaValue($0)).inserted }
    }
}

extension SchemaRule {
    /// The first combination, and its position in the assertions.
    fileprivate var firstCombination: (index: Int, combination: SchemaCombination)? {
        for (index, assertion) in assertions.enumerated() {
            if case .combination(let combination) = assertion.constraint { return (index, combination) }
        }
        return nil
    }
}

extension Sequence<PropertyListKind> {
    /// The kinds in their order, each once.
    var uniqued: [PropertyListKind] {
        reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
}
