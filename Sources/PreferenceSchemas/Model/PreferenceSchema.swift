public import PropertyLists

/// The declaration of the preferences in one suite: the keys, with their types, defaults, allowed values and purposes.
///
/// It is a JSON Schema, draft 2020-12, of the suite as printed by `prefs dump --json`; ``SchemaKeyword`` lists the
/// supported subset. JSON has neither dates nor data. A string in JSON is a date in the property list if `format` is
/// `date-time`, data if `contentEncoding` is `base64`, and otherwise a string.
public struct PreferenceSchema: Equatable, Sendable {
    /// The rule for the suite as a whole.
    package var root: SchemaRule
    /// The rules that references point to, by their pointers.
    var targets: [JSONPointer: SchemaRule] = [:]
    /// The warnings about keywords that are ignored.
    package var warnings: [SchemaWarning] = []
    /// Whether a rule says that its value is secret.
    package var hasSecrets = false
    /// The keys by their former names, if any value is secret; a value is looked up for each of its parts.
    var keysByFormerName: [ByteKey: String] = [:]
    /// The JSON document; empty if there is none.
    var document: [UInt8] = []

    package init(root: SchemaRule) {
        self.root = root
    }
}

extension PreferenceSchema {
    /// Returns some rules for one value as a single rule, with the rules that they refer to and those of `allOf`.
    ///
    /// Each reference is followed once, and each keyword of the document counts once. Otherwise, rules that refer to
    /// each other at every level of a value would double with every level.
    ///
    /// Returns a rule that allows any value if the budget is used up.
    ///
    /// - Parameter choice: returns the rules to add for any other combination.
    func merged(_ rules: [SchemaRule], choice: (SchemaCombination) -> [SchemaRule] = { _ in [] }) -> SchemaRule {
        guard SchemaBudget.current?.allowsStep() ?? true else { return .any }
        if rules.count == 1, rules[0].reference == nil, rules[0].combinations.isEmpty { return rules[0] }
        var merged = SchemaRule.any
        var followed: Set<JSONPointer> = []
        var pending = Array(rules.reversed())
        while let rule = pending.popLast() {
            merged.add(rule)
            for combination in rule.combinations.reversed() {
                pending += (combination.logic == .all ? combination.rules : choice(combination)).reversed()
            }
            if let pointer = rule.reference?.pointer, followed.insert(pointer).inserted, let target = targets[pointer] {
                pending.append(target)
            }
        }
        return merged
    }

    /// Whether the rule for a key can depend on the values of other keys.
    package var isConditional: Bool { !merged([root]).combinations.isEmpty }
}

extension SchemaRule {
    /// Adds another rule to this one; the title, description and default of this rule take precedence.
    fileprivate mutating func add(_ other: SchemaRule) {
        title = title ?? other.title
        description = description ?? other.description
        defaultValue = defaultValue ?? other.defaultValue
        formerNames += other.formerNames
        isDeprecated = isDeprecated || other.isDeprecated
        isReadOnly = isReadOnly || other.isReadOnly
        isSecret = isSecret || other.isSecret
        isVolatile = isVolatile || other.isVolatile
        assertions += other.assertions.filter { new in
            new.constraint.combination?.logic != .all
                && (new.offset == nil || !assertions.contains { $0.offset == new.offset })
        }
    }
}

// MARK: Keys

extension PreferenceSchema {
    /// The rules for the entries of the suite's dictionary.
    private var members: [SchemaMembers] {
        merged([root]).members
    }

    /// Returns whether the schema names a key.
    package func names(_ key: String) -> Bool {
        members.contains { $0.propertyRule(for: key) != nil }
    }

    /// The keys that the schema names, in the order of the schema.
    package var keys: [String] { keys(of: root) }

    /// Returns the keys of dictionaries that a rule names, in the order of the schema.
    package func keys(of rule: SchemaRule) -> [String] {
        merged([rule]).members.flatMap { $0.properties.map(\.key) }
    }

    /// Returns the rule of a key; nil if the schema does not describe the key, or forbids it.
    package func rule(for key: String) -> SchemaRule? {
        rule(at: key, in: .dictionary, by: merged([root])).flatMap { $0.isNever ? nil : $0 }
    }

    /// Returns the rule for a part of a key's value; nil if the schema does not describe it.
    ///
    /// - Parameters:
    ///   - pointer: the pointer into the value: keys of dictionaries, and positions in arrays.
    ///   - value: the key's value, which distinguishes positions from keys as far as the pointer leads into it.
    package func rule(for key: String, at pointer: [String], in value: PropertyList? = nil) -> SchemaRule? {
        var rule = rule(for: key)
        var container = value
        for var step in pointer {
            if case .array(let elements)? = container, let position = elements.position(named: step) {
                step = "\(position)"
            }
            rule = rule.flatMap { self.rule(at: step, in: container?.kind, by: $0) }
            container = container?[pointer: [step]]
        }
        return rule
    }

    /// Returns whether a rule says that a value, or one that contains it, is secret.
    ///
    /// Every alternative counts, also one that the value does not satisfy, and for a selector every element.
    ///
    /// - Parameter pointer: the key, then keys of dictionaries, and positions or selectors in arrays.
    package func isSecret(_ pointer: [String]) -> Bool {
        guard hasSecrets, let key = pointer.first else { return false }
        var rule = merged([root], choice: \.rules)
        for step in [keysByFormerName[ByteKey(key)] ?? key] + pointer.dropFirst() {
            let elements = ElementSelector(step) == nil ? [] : rule.rulesOfAnyElement
            rule = merged(rule.partRules(at: step, in: nil) + elements, choice: \.rules)
            if rule.isSecret { return true }
        }
        return false
    }

    /// Returns the keys by their former names, without those that are keys themselves now.
    package func currentKeys() -> [ByteKey: String] {
        var current: [ByteKey: String] = [:]
        for key in keys {
            for name in rule(for: key)?.formerNames ?? [] where current[ByteKey(name)] == nil && !names(name) {
                current[ByteKey(name)] = key
            }
        }
        return current
    }

    /// Returns the rule that a merged rule has for a part of a value; nil if it has none.
    ///
    /// If each alternative of the merged rule has a rule for the part, these are the alternatives of the result.
    ///
    /// - Parameter kind: whether the value is an array or a dictionary; nil if that is unknown.
    func rule(at step: String, in kind: PropertyListKind?, by rule: SchemaRule) -> SchemaRule? {
        var rules = rule.partRules(at: step, in: kind)
        for assertion in rule.assertions {
            guard let combination = assertion.constraint.combination else { continue }
            let parts = combination.alternatives.map { merged($0).partRules(at: step, in: kind) }
            if !parts.contains([]) {
                let alternatives = SchemaCombination(logic: .any, rules: parts.map { merged($0) })
                rules.append(SchemaRule(.combination(alternatives), at: assertion.offset))
            }
        }
        return rules.isEmpty ? nil : merged(rules)
    }
}

extension SchemaRule {
    /// Whether no value is allowed.
    var isNever: Bool { assertions.contains { $0.constraint == .never } }

    /// The combinations of rules for the value itself.
    var combinations: [SchemaCombination] { assertions.compactMap(\.constraint.combination) }

    /// Returns the rules for a part of the value.
    fileprivate func partRules(at step: String, in kind: PropertyListKind?) -> [SchemaRule] {
        var entries = kind == .array ? [] : members.flatMap { $0.rules(for: step) }
        if entries.isEmpty {
            entries = remainders.filter { $0.isOfArray == (kind == .array) }.map(\.rule)
        }
        return kind == .dictionary || !entries.isEmpty ? entries : elementRules(at: Int(step) ?? 0)
    }

    private var remainders: [SchemaRemainder] {
        assertions.compactMap { if case .unevaluated(let remainder) = $0.constraint { remainder } else { nil } }
    }

    /// The rules for a dictionary's entries.
    var members: [SchemaMembers] {
        assertions.compactMap { if case .members(let members) = $0.constraint { members } else { nil } }
    }

    /// The rules that an element of an array can have.
    fileprivate var rulesOfAnyElement: [SchemaRule] {
        assertions.flatMap { assertion in
            switch assertion.constraint {
            case .prefixItems(let rules): rules
            case .items(let rule, _): [rule]
            default: [SchemaRule]()
            }
        }
    }

    /// Returns the rules for an element of an array.
    func elementRules(at position: Int) -> [SchemaRule] {
        assertions.compactMap { assertion in
            switch assertion.constraint {
            case .prefixItems(let rules): rules.indices.contains(position) ? rules[position] : nil
            case .items(let rule, let count): position >= count ? rule : nil
            default: nil
            }
        }
    }
}

extension PreferenceSchema {
    /// The schema by which everything is secret.
    package static let everythingSecret: PreferenceSchema = {
        var rule = SchemaRule.any
        rule.isSecret = true
        var schema = PreferenceSchema(root: SchemaRule(.members(SchemaMembers(others: rule))))
        schema.hasSecrets = true
        return schema
    }()
}

/// A keyword of a schema that is ignored.
public struct SchemaWarning: Equatable, Sendable {
    /// The keyword, as the document spells it.
    public let keyword: String
    /// The value that is not supported; nil if the keyword itself is not, or not in its place.
    let value: String?
    /// The place of the keyword.
    public let position: SourcePosition?
}

extension SchemaWarning: CustomStringConvertible {
    /// The keyword, or its value, that is ignored.
    public var description: String {
        if let value { return "ignored \(keyword) \(value.quoted)" }
        let place = SchemaKeyword(rawValue: keyword) == nil ? "" : ", which only the rule of a key can have"
        return "ignored keyword \(keyword.quoted)" + place
    }
}
