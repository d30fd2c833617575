import PropertyLists

/// A constraint of a schema on a value, other than its type, in words.
package struct SchemaRequirement: Equatable, Sendable {
    /// The property of a value that the constraint applies to.
    package enum Aspect: String, CaseIterable, Sendable {
        case allowed
        case range
        case length
        case pattern
        case format
        case count
        case elements
        case keys
        case alternatives
    }

    package let aspect: Aspect
    /// The description of the allowed values.
    package let text: String
}

extension PreferenceSchema {
    /// Returns the constraints of a rule, other than the type, in words, in the order of the aspects.
    package func requirements(of rule: SchemaRule) -> [SchemaRequirement] {
        requirements(of: rule, depth: 0)
    }

    /// Returns a short description of the values that a rule allows.
    func summary(of rule: SchemaRule) -> String {
        words(for: rule, depth: Self.depthLimit - 1)
    }

    /// The greatest number of alternatives that are described.
    private static let alternativeLimit = 12

    /// The depth to which arrays and dictionaries are described, since a rule can refer to itself.
    private static let depthLimit = 3

    private func requirements(of rule: SchemaRule, depth: Int) -> [SchemaRequirement] {
        var limits: [SchemaRequirement.Aspect: [(limit: SchemaLimit, number: String)]] = [:]
        var texts: [SchemaRequirement.Aspect: [String]] = [:]
        for constraint in merged([rule]).assertions.map(\.constraint) {
            switch constraint {
            case .enumeration(let values):
                texts[.allowed, default: []].append(list(values, depth: depth, \.jsonText))
            case .constant(let value): texts[.allowed, default: []].append(value.jsonText)
            case .limit(let limit, let number):
                limits[limit.aspect, default: []].append((limit, number.propertyList.jsonText))
            case .pattern(let pattern): texts[.pattern, default: []].append(pattern.source)
            case .format(.uri): texts[.format, default: []].append("a URI with its scheme")
            case .format(.uuid): texts[.format, default: []].append("a UUID")
            case .uniqueItems: texts[.elements, default: []].append("no two equal")
            case .items(let element, _) where depth < Self.depthLimit:
                texts[.elements, default: []].insert(words(for: element, depth: depth + 1), at: 0)
            case .prefixItems(let rules) where depth < Self.depthLimit:
                let list = list(rules, depth: depth) { words(for: $0, depth: depth + 1) }
                texts[.elements, default: []].append("first: \(list)")
            case .contains(let content) where depth < Self.depthLimit:
                texts[.elements, default: []].append("\(content.bounds): \(words(for: content.rule, depth: depth + 1))")
            case .names(let rule) where depth < Self.depthLimit:
                texts[.keys, default: []].append("each key \(words(for: rule, depth: depth + 1))")
            case .unevaluated(let remainder) where depth < Self.depthLimit:
                let words =
                    remainder.rule.isNever ? "no others" : "others: \(words(for: remainder.rule, depth: depth + 1))"
                texts[remainder.isOfArray ? .elements : .keys, default: []].append(words)
            case .members(let members) where depth < Self.depthLimit:
                texts[.keys, default: []].insert(contentsOf: words(for: members, depth: depth + 1), at: 0)
            case .required(let keys): texts[.keys, default: []].append("required: \(list(keys, depth: depth, \.self))")
            case .combination(let combination) where depth < Self.depthLimit:
                texts[.alternatives, default: []].append(words(for: combination, depth: depth + 1))
            case .types, .format(.dateTime), .base64, .never, .items, .prefixItems, .contains, .names, .unevaluated,
                .members, .combination:
                continue
            }
        }
        return SchemaRequirement.Aspect.allCases.compactMap { aspect in
            let words = words(for: limits[aspect] ?? []) + (texts[aspect] ?? [])
            return words.isEmpty ? nil : SchemaRequirement(aspect: aspect, text: words.joined(separator: "; "))
        }
    }

    /// Returns a description of the values that a rule allows.
    private func words(for rule: SchemaRule, depth: Int) -> String {
        let rule = merged([rule])
        if rule.isNever { return "nothing" }
        if let constant = rule.constant { return constant.jsonText }
        let kinds = kinds(of: rule).map(\.rawValue).joined(separator: " or ")
        let requirements = requirements(of: rule, depth: depth).map { requirement in
            switch requirement.aspect {
            case .allowed: "one of \(requirement.text)"
            case .pattern: "matching \(requirement.text)"
            case .elements: "each \(requirement.text)"
            case .range, .length, .format, .count, .keys, .alternatives: requirement.text
            }
        }
        let words = ([kinds] + requirements).filter { !$0.isEmpty }
        return words.isEmpty ? "any" : words.joined(separator: ", ")
    }

    /// Returns a list in words; one in a summary, which every violation of the rule has, is cut.
    private func list<Item>(_ items: [Item], depth: Int, _ words: (Item) -> String) -> String {
        let shown = depth < Self.depthLimit - 1 ? items[...] : items.prefix(Self.alternativeLimit)
        let more = items.count > shown.count ? ["\(items.count - shown.count) more"] : []
        return (shown.map(words) + more).joined(separator: ", ")
    }

    /// Returns a description of the keys that a dictionary may contain.
    private func words(for members: SchemaMembers, depth: Int) -> [String] {
        let keys = list(members.properties, depth: depth) { property in
            property.key + (property.rule.constant.map { " = \($0.jsonText)" } ?? "")
        }
        let patterns = members.patterns.map { "matching \($0.pattern.source): \(words(for: $0.rule, depth: depth))" }
        let others = members.others.map { $0.isNever ? "no others" : "others: \(words(for: $0, depth: depth))" }
        return (keys.isEmpty ? [] : [keys]) + patterns + [others].compactMap(\.self)
    }

    /// Returns a description of the values that a combination of rules allows.
    private func words(for combination: SchemaCombination, depth: Int) -> String {
        let rules = combination.rules.prefix(Self.alternativeLimit).map { words(for: $0, depth: depth) }
        let more = combination.rules.count - rules.count
        let list = rules.joined(separator: " | ") + (more > 0 ? " | \(more) more" : "")
        return switch combination.logic {
        case .all: rules.joined(separator: ", ")
        case .any: list
        case .one: "exactly one of \(list)"
        case .none: "not \(list)"
        case .condition: "if \(rules[0]): \(rules[1]); else: \(rules[2])"
        }
    }

    /// Returns the limits of one aspect, combined in one phrase if they are a minimum and a maximum.
    private func words(for limits: [(limit: SchemaLimit, number: String)]) -> [String] {
        func numbers(_ wanted: Set<SchemaLimit>) -> [String] {
            limits.filter { wanted.contains($0.limit) }.map(\.number)
        }
        func counted(_ number: String) -> String { limits[0].limit.counted(number) }
        let lower = numbers([.minimum, .minLength, .minItems, .minProperties])
        let upper = numbers([.maximum, .maxLength, .maxItems, .maxProperties])
        if limits.count == 2, lower.count == 1, upper.count == 1 {
            return [lower == upper ? "exactly \(counted(lower[0]))" : "from \(lower[0]) to \(counted(upper[0]))"]
        }
        return lower.map { "at least \(counted($0))" } + numbers([.exclusiveMinimum]).map { "above \($0)" }
            + upper.map { "at most \(counted($0))" } + numbers([.exclusiveMaximum]).map { "below \($0)" }
            + numbers([.multipleOf]).map { "a multiple of \($0)" }
    }
}

extension SchemaLimit {
    fileprivate var aspect: SchemaRequirement.Aspect {
        switch unit {
        case .character: .length
        case .element: .count
        case .key: .keys
        case nil: .range
        }
    }
}
