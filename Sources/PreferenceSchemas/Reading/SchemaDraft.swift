/// A rule whose keywords are being parsed, with those that form one constraint together.
///
/// It adds what other functions have parsed, so that nested rules use little of the stack.
struct SchemaDraft {
    private let dialect: SchemaDialect
    var rule = SchemaRule.any
    /// The keywords so far.
    private(set) var names: [(name: String, offset: Int)] = []
    private(set) var properties: [SchemaProperty] = []
    private var patterns: [SchemaPatternProperty] = []
    private var others: SchemaRule?
    /// The place of `properties`, or of the first keyword about the entries of a dictionary.
    private var membersOffset: Int?
    private var firstItems: (rules: [SchemaRule], offset: Int)?
    private var items: (rule: SchemaRule, offset: Int)?
    private var additionalItems: (rule: SchemaRule, offset: Int)?
    private var content: (rule: SchemaRule, offset: Int)?
    /// The values of `minContains` and `maxContains`.
    var least: Int?
    var most: Int?
    private var remainders: [(rule: SchemaRule, isOfArray: Bool, offset: Int)] = []
    private var condition: (rule: SchemaRule, offset: Int)?
    /// The rules for a dictionary that contains a key.
    private var dependents: [SchemaRule] = []
    private var dependentsOffset: Int?
    /// Whether the limits of draft 4 are exclusive.
    var excludesMinimum = false
    var excludesMaximum = false
    private var consequence: SchemaRule?
    private var otherwise: SchemaRule?

    init(in dialect: SchemaDialect) {
        self.dialect = dialect
    }

    /// The place of the last keyword.
    private var offset: Int { names.last?.offset ?? 0 }

    mutating func begin(_ name: String, at offset: Int) {
        names.append((name, offset))
    }

    mutating func add(_ constraint: SchemaConstraint) {
        rule.add(constraint, at: offset)
    }

    mutating func add(_ properties: [SchemaProperty]) {
        self.properties = properties
        membersOffset = offset
    }

    mutating func add(firstItems rules: [SchemaRule]) {
        firstItems = (rules, offset)
    }

    /// Adds a rule for a dictionary that contains a key.
    ///
    /// A rule is known by the offsets of its keywords. Those that the document does not spell are below 0, where no
    /// keyword is.
    ///
    /// - Parameter offset: the place of the rule, which no other rule of this kind has.
    mutating func add(_ rule: SchemaRule, ifExists key: String, at offset: Int) {
        var condition = SchemaRule(.required([key]), at: ~(3 * offset))
        condition.add(.types([.object]))
        let combination = SchemaCombination(logic: .condition, rules: [condition, rule, .any])
        dependents.append(SchemaRule(.combination(combination), at: ~(3 * offset + 1)))
        dependentsOffset = dependentsOffset ?? ~(3 * offset + 2)
    }

    mutating func add(_ patterns: [SchemaPatternProperty]) {
        self.patterns = patterns
        membersOffset = membersOffset ?? offset
    }

    /// Adds a keyword whose value is one rule.
    mutating func add(_ nested: SchemaRule, of keyword: SchemaKeyword) {
        switch keyword {
        case .additionalProperties:
            // The place of the keyword is the place of its errors.
            others = nested.isNever ? SchemaRule(.never, at: offset) : nested
            membersOffset = membersOffset ?? offset
        case .condition: condition = (nested, offset)
        case .then: consequence = nested
        case .otherwise: otherwise = nested
        case .not: add(.combination(SchemaCombination(logic: .none, rules: [nested])))
        case .contains: content = (nested, offset)
        case .propertyNames: add(.names(nested))
        case .unevaluatedItems, .unevaluatedProperties:
            remainders.append(
                (nested.isNever ? SchemaRule(.never, at: offset) : nested, keyword == .unevaluatedItems, offset)
            )
        default:
            // Of older drafts; it has a meaning only after rules by position.
            if names.last?.name == "additionalItems" {
                additionalItems = (nested, offset)
            } else {
                items = (nested, offset)
            }
        }
    }

    /// The rule with all its keywords.
    var finished: SchemaRule {
        var rule = rule
        if excludesMinimum { rule.replace(.minimum, by: .exclusiveMinimum) }
        if excludesMaximum { rule.replace(.maximum, by: .exclusiveMaximum) }
        if let membersOffset {
            let members = SchemaMembers(properties: properties, patterns: patterns, others: others)
            rule.add(.members(members), at: membersOffset)
        }
        if let firstItems {
            rule.add(.prefixItems(firstItems.rules), at: firstItems.offset)
        }
        if let items = items ?? (firstItems == nil ? nil : additionalItems) {
            rule.add(.items(items.rule, after: firstItems?.rules.count ?? 0), at: items.offset)
        }
        if let content {
            let describes = dialect.describesByContains
            let contained = SchemaContent(rule: content.rule, least: least ?? 1, most: most, describes: describes)
            rule.add(.contains(contained), at: content.offset)
        }
        // Alone, it still describes parts of a value.
        if let condition {
            let rules = [condition.rule, consequence ?? .any, otherwise ?? .any]
            rule.add(.combination(SchemaCombination(logic: .condition, rules: rules)), at: condition.offset)
        }
        if let dependentsOffset { rule.add(all: dependents, at: dependentsOffset) }
        let described = rule
        for (nested, isOfArray, offset) in remainders {
            let remainder = SchemaRemainder(rule: nested, isOfArray: isOfArray, described: described)
            rule.add(.unevaluated(remainder), at: offset)
        }
        if dialect.ignoresBesideReference, rule.reference != nil { rule.assertions = [] }
        return rule
    }
}

extension SchemaRule {
    /// Replaces a limit, if there is one, by another one with the same number.
    fileprivate mutating func replace(_ limit: SchemaLimit, by other: SchemaLimit) {
        assertions = assertions.map { assertion in
            guard case .limit(limit, let number) = assertion.constraint else { return assertion }
            return SchemaAssertion(constraint: .limit(other, number), offset: assertion.offset)
        }
    }

    /// Adds rules that all apply, to those of `allOf` if there are any.
    ///
    /// - Parameter offset: the place of the rules if there is no `allOf`.
    fileprivate mutating func add(all rules: [SchemaRule], at offset: Int) {
        let position = assertions.firstIndex { $0.constraint.combination?.logic == .all }
        let present = position.map { assertions.remove(at: $0) }
        let all = SchemaCombination(logic: .all, rules: (present?.constraint.combination?.rules ?? []) + rules)
        add(.combination(all), at: present?.offset ?? offset)
    }
}
