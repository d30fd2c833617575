import PropertyLists

/// Something that a schema asks of a value beside its type, in words.
package struct SchemaRequirement: Equatable, Sendable {
    /// What is asked about.
    package enum Aspect: String, CaseIterable, Sendable {
        case allowed
        case range
        case length
        case pattern
        case format
        case count
        case elements
        case keys
    }

    package let aspect: Aspect
    /// What is allowed.
    package let text: String
}

extension PreferenceSchema {
    /// What a rule asks of a value beside its type, in words, in the order of the aspects.
    package func requirements(of rule: SchemaRule) -> [SchemaRequirement] {
        requirements(ofResolved: resolved(rule), depth: 0)
    }

    /// How deep arrays and dictionaries are described: a rule may lead back to itself.
    private static let depthLimit = 3

    private func requirements(ofResolved rule: SchemaRule, depth: Int) -> [SchemaRequirement] {
        var limits: [SchemaRequirement.Aspect: Limits] = [:]
        var texts: [SchemaRequirement.Aspect: [String]] = [:]
        for constraint in rule.assertions.map(\.constraint) {
            switch constraint {
            case .enumeration(let values):
                texts[.allowed, default: []].append(values.map(\.jsonText).joined(separator: ", "))
            case .limit(let limit, let number):
                limits[.range, default: Limits()].numbers[limit, default: []].append(number.propertyList.jsonText)
            case .count(let limit, let count):
                let isText = limit == .minLength || limit == .maxLength
                let isLeast = limit == .minLength || limit == .minItems
                limits[isText ? .length : .count, default: Limits(unit: isText ? "character" : "element")]
                    .numbers[isLeast ? .minimum : .maximum, default: []].append("\(count)")
            case .pattern(let pattern): texts[.pattern, default: []].append(pattern.source)
            case .format(.uri): texts[.format, default: []].append("a URI with its scheme")
            case .format(.uuid): texts[.format, default: []].append("a UUID")
            case .uniqueItems: texts[.elements, default: []].append("no two equal")
            case .items(let element) where depth < Self.depthLimit:
                texts[.elements, default: []].insert(words(for: element, depth: depth + 1), at: 0)
            case .members(let members) where depth < Self.depthLimit:
                texts[.keys, default: []].insert(contentsOf: words(for: members, depth: depth + 1), at: 0)
            case .required(let keys): texts[.keys, default: []].append("required: \(keys.joined(separator: ", "))")
            case .types, .format(.dateTime), .base64, .never, .items, .members: continue
            }
        }
        return SchemaRequirement.Aspect.allCases.compactMap { aspect in
            let words = (limits[aspect]?.words ?? []) + (texts[aspect] ?? [])
            return words.isEmpty ? nil : SchemaRequirement(aspect: aspect, text: words.joined(separator: "; "))
        }
    }

    /// What each of some values has to be.
    private func words(for rule: SchemaRule, depth: Int) -> String {
        let rule = resolved(rule)
        let kinds = rule.kinds.map(\.rawValue).joined(separator: " or ")
        let requirements = requirements(ofResolved: rule, depth: depth).map { requirement in
            switch requirement.aspect {
            case .allowed: "one of \(requirement.text)"
            case .pattern: "matching \(requirement.text)"
            case .elements: "each \(requirement.text)"
            case .range, .length, .format, .count, .keys: requirement.text
            }
        }
        let words = ([kinds] + requirements).filter { !$0.isEmpty }
        return words.isEmpty ? "any" : words.joined(separator: ", ")
    }

    /// The keys that a dictionary may have.
    private func words(for members: SchemaMembers, depth: Int) -> [String] {
        var words: [String] = []
        if !members.properties.isEmpty {
            words.append(members.properties.map(\.key).joined(separator: ", "))
        }
        if let others = members.others {
            words.append(others.isNever ? "no others" : "others: \(self.words(for: others, depth: depth))")
        }
        return words
    }
}

/// The limits of a number, or of how many there are of something.
private struct Limits {
    /// What is counted; nil for a number itself.
    var unit: String?
    var numbers: [SchemaLimit: [String]] = [:]

    /// The limits, in one phrase if there are two that go together.
    var words: [String] {
        let (lower, upper) = (numbers[.minimum] ?? [], numbers[.maximum] ?? [])
        let (above, below) = (numbers[.exclusiveMinimum] ?? [], numbers[.exclusiveMaximum] ?? [])
        if lower.count == 1, upper.count == 1, above.isEmpty, below.isEmpty {
            return [lower == upper ? "exactly \(counted(lower[0]))" : "from \(lower[0]) to \(counted(upper[0]))"]
        }
        return lower.map { "at least \(counted($0))" } + above.map { "above \($0)" }
            + upper.map { "at most \(counted($0))" } + below.map { "below \($0)" }
    }

    private func counted(_ count: String) -> String {
        unit.map { "\(count) \($0)\(count == "1" ? "" : "s")" } ?? count
    }
}
