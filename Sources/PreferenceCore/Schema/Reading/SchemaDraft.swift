/// A rule whose keywords are being parsed, with those that form one constraint together.
///
/// It adds what other functions have parsed, so that nested rules use little of the stack.
struct SchemaDraft {
    var rule = SchemaRule.any
    /// The keywords so far.
    private(set) var names: [(name: String, offset: Int)] = []
    private(set) var properties: [SchemaProperty] = []
    private var patterns: [SchemaPatternProperty] = []
    private var others: SchemaRule?
    /// The place of `properties`, or of the first keyword about the entries of a dictionary.
    private var membersOffset: Int?
    private var condition: (rule: SchemaRule, offset: Int)?
    private var consequence: SchemaRule?
    private var otherwise: SchemaRule?

    /// The place of the last keyword.
    private var offset: Int { names.last?.offset ?? 0 }

    mutating func begin(_ name: String, at offset: Int) {
        names.append((name, offset))
    }

    mutating func add(_ constraint: SchemaConstraint) {
        rule.assertions.append(SchemaAssertion(constraint: constraint, offset: offset))
    }

    mutating func add(_ properties: [SchemaProperty]) {
        self.properties = properties
        membersOffset = offset
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
        default: add(.items(nested))
        }
    }

    /// The rule with all its keywords.
    var finished: SchemaRule {
        var rule = rule
        if let membersOffset {
            let members = SchemaMembers(properties: properties, patterns: patterns, others: others)
            rule.assertions.append(SchemaAssertion(constraint: .members(members), offset: membersOffset))
        }
        if let condition, consequence != nil || otherwise != nil {
            let rules = [condition.rule, consequence ?? .any, otherwise ?? .any]
            let combination = SchemaCombination(logic: .condition, rules: rules)
            rule.assertions.append(SchemaAssertion(constraint: .combination(combination), offset: condition.offset))
        }
        return rule
    }
}
