import PropertyLists
import TestSupport

@testable import PreferenceSchemas

/// A generator of schemas in the supported subset, and of suites that nearly satisfy them.
struct RandomSchema {
    /// The schema, as a JSON object.
    private(set) var document: PropertyListDictionary = [:]
    /// Whether the last suite contains a kind of value that JSON cannot distinguish from the required kind.
    ///
    /// A property list has dates, data and the references of keyed archives. In JSON, dates and data are strings and a
    /// reference is an object. JSON Schema therefore allows values that the schema of a suite does not: a date, data or
    /// reference for a rule of another type, and a string for a rule of dates or data.
    private(set) var isForeign = false

    private var generator: SeededGenerator
    /// Whether a rule can require a URI, which the other validator may not be able to check.
    private let checksURIs: Bool
    /// The names of the definitions; the last one can contain dates and data.
    private let definitionNames = ["d/0", "d~1", "d%2 é"]
    private var definitions: PropertyListDictionary = [:]
    /// Whether the rule, or the value for it, is without dates and data.
    ///
    /// An alternative for dates or data would allow values that JSON cannot distinguish from others.
    private var isPlain = false

    init(seed: UInt64, checksURIs: Bool = true) {
        generator = SeededGenerator(seed: seed)
        self.checksURIs = checksURIs
        for name in definitionNames {
            // A definition refers only to earlier ones, so there is no circle.
            definitions[name] =
                definitions.isEmpty
                ? ["type": "integer"] : name == definitionNames.last ? rule(depth: 2) : plainRule(depth: 2)
        }
        document = ["type": "object", "properties": properties(depth: 0), "$defs": .dictionary(definitions)]
        if chance(5) { document["patternProperties"] = patternProperties(depth: 0) }
        document = combined(document, depth: 0)
        if chance(3) { document["required"] = .array(someKeys().map(PropertyList.string)) }
        if chance(2) { document["additionalProperties"] = chance(2) ? false : rule(depth: 1) }
    }

    // MARK: Schemas

    private mutating func properties(depth: Int) -> PropertyList {
        var properties = PropertyListDictionary()
        for key in someKeys() {
            properties[key] = rule(depth: depth + 1)
        }
        return .dictionary(properties)
    }

    private mutating func patternProperties(depth: Int) -> PropertyList {
        var rules = PropertyListDictionary()
        for pattern in ["a", "^[a-z]$", "^c", "/", "^$", "[^a-z]"] where chance(4) {
            rules[pattern] = plainRule(depth: depth + 1)
        }
        return .dictionary(rules)
    }

    /// Returns an object with a value for some keys.
    private mutating func dependents(_ value: (inout RandomSchema) -> PropertyList) -> PropertyList {
        var dependents = PropertyListDictionary()
        for key in someKeys() { dependents[key] = value(&self) }
        return .dictionary(dependents)
    }

    private mutating func plainRule(depth: Int) -> PropertyList {
        let wasPlain = isPlain
        defer { isPlain = wasPlain }
        isPlain = true
        return rule(depth: depth)
    }

    /// Returns a rule with alternatives, which are often short, so that both verdicts on them are frequent.
    private mutating func combined(_ rule: PropertyListDictionary, depth: Int) -> PropertyListDictionary {
        guard depth < 3, chance(5) else { return rule }
        var rule = rule
        let keyword = ["anyOf", "oneOf", "allOf", "not", "if"].randomElement(using: &generator) ?? ""
        switch keyword {
        case "not": rule[keyword] = plainRule(depth: depth + 1)
        case "if":
            rule[keyword] = condition(depth: depth + 1)
            if !chance(4) { rule["then"] = condition(depth: depth + 1) }
            if chance(2) { rule["else"] = condition(depth: depth + 1) }
        default: rule[keyword] = .array((0...count(3)).map { _ in condition(depth: depth + 1) })
        }
        return rule
    }

    private mutating func condition(depth: Int) -> PropertyList {
        switch count(4) {
        case 0: return ["required": .array(someKeys().map(PropertyList.string))]
        case 1:
            let constants = someKeys().map { PropertyListDictionary.Entry(key: $0, value: ["const": scalar()]) }
            return ["properties": .dictionary(PropertyListDictionary(uniqueEntries: constants))]
        default: return plainRule(depth: depth)
        }
    }

    private mutating func rule(depth: Int) -> PropertyList {
        guard !chance(20) else { return .boolean(chance(2)) }
        var rule = PropertyListDictionary()
        let targets = definitions.filter { !isPlain || $0.key != definitionNames.last }
        if let target = targets.randomElement(using: &generator), chance(6) {
            rule["$ref"] = .string(Self.reference(to: target.key))
            // If the definition requires a date or data, this rule cannot require a string or another type as well.
            if isEncoded(target.value) { return .dictionary(rule) }
        }
        if chance(8) { rule["default"] = scalar() }
        if chance(8) { rule["title"] = "Title" }
        let type =
            ["boolean", "integer", "number", "string", "array", "object", "date", "data"].dropLast(isPlain ? 2 : 0)
            .randomElement(using: &generator) ?? ""
        switch type {
        case "date", "data":
            rule["type"] = "string"
            rule["$ref"] = nil
            if type == "date" {
                rule["format"] = "date-time"
            } else {
                rule["contentEncoding"] = "base64"
            }
        case _ where chance(10):
            rule["type"] = .array([.string(type), "null"])
        case _ where !chance(8):
            rule["type"] = .string(type)
        default:
            break
        }
        addConstraints(of: type, to: &rule, depth: depth)
        if chance(8) { rule["enum"] = .array((0..<count(4)).map { _ in scalar() }) }
        if chance(20) { rule["const"] = scalar() }
        return .dictionary(combined(rule, depth: depth))
    }

    private mutating func addConstraints(of type: String, to rule: inout PropertyListDictionary, depth: Int) {
        switch type {
        case "integer", "number":
            if chance(3) { rule[chance(2) ? "minimum" : "exclusiveMinimum"] = number() }
            if chance(3) { rule[chance(2) ? "maximum" : "exclusiveMaximum"] = number() }
            if chance(8) { rule["multipleOf"] = [1, 2, 0.5].randomElement(using: &generator) }
        case "string":
            if chance(3) { rule["minLength"] = chance(2) ? .integer(PropertyListInteger(Int64(count(3)))) : 2.0 }
            if chance(3) { rule["maxLength"] = .integer(PropertyListInteger(Int64(count(6)))) }
            if chance(4) { rule["pattern"] = Self.patterns.randomElement(using: &generator).map(PropertyList.string) }
            if chance(5) { rule["format"] = checksURIs && chance(2) ? "uri" : "uuid" }
        case "array":
            if depth < 4, chance(2) { rule["items"] = self.rule(depth: depth + 1) }
            if chance(3) { rule["minItems"] = .integer(PropertyListInteger(Int64(count(3)))) }
            if chance(3) { rule["maxItems"] = .integer(PropertyListInteger(Int64(count(4)))) }
            if chance(2) { rule["uniqueItems"] = .boolean(!chance(4)) }
            if depth < 4, chance(8) {
                rule["prefixItems"] = .array((0...count(2)).map { _ in plainRule(depth: depth + 1) })
            }
            if depth < 4, chance(8) {
                rule["contains"] = plainRule(depth: depth + 1)
                if chance(3) { rule["minContains"] = count(2).propertyList }
                if chance(3) { rule["maxContains"] = count(3).propertyList }
            }
            if chance(8) { rule["unevaluatedItems"] = false }
        case "object":
            if depth < 4, chance(2) { rule["properties"] = properties(depth: depth + 1) }
            if depth < 4, chance(2) { rule["additionalProperties"] = chance(3) ? false : self.rule(depth: depth + 1) }
            if chance(3) { rule["required"] = .array(someKeys().map(PropertyList.string)) }
            if depth < 4, chance(4) { rule["patternProperties"] = patternProperties(depth: depth + 1) }
            if chance(6) { rule["minProperties"] = count(2).propertyList }
            if chance(6) { rule["maxProperties"] = count(4).propertyList }
            if chance(8) { rule["propertyNames"] = ["pattern": "^[a-c]"] }
            if chance(8) { rule["dependentRequired"] = dependents { .array($0.someKeys().map(PropertyList.string)) } }
            if depth < 4, chance(8) { rule["dependentSchemas"] = dependents { $0.condition(depth: depth + 1) } }
            if chance(8) { rule["unevaluatedProperties"] = false }
        default:
            break
        }
    }

    // ECMA-262 and Python agree on these patterns, for texts without line breaks.
    private static let patterns = ["^[a-z]+$", "a|b", "^.{2,4}$", "[0-9]{2}", "^(?:ab)*c?$", "\\.", "[^a]$", "^x"]

    private static func reference(to name: String) -> String {
        let token = name.replacing("~", with: "~0").replacing("/", with: "~1")
        return "#/$defs/" + token.replacing("%", with: "%25").replacing(" ", with: "%20").replacing("é", with: "%C3%A9")
    }

    // MARK: Suites

    /// Returns a suite that nearly satisfies the schema.
    mutating func suite() -> PropertyListDictionary {
        isForeign = false
        guard case .dictionary(let suite) = value(for: .dictionary(document)) else { return [:] }
        return suite
    }

    private mutating func value(for rule: PropertyList) -> PropertyList {
        guard case .dictionary(let rule) = rule else { return scalar() }
        if case .string(let reference)? = rule["$ref"], rule["type"] == nil || chance(2) {
            // The suite satisfies the rule's other keywords only by chance.
            return value(for: definitions.first { Self.reference(to: $0.key) == reference }?.value ?? true)
        }
        let isTyped = rule["type"] != nil
        if rule["format"] == "date-time" || rule["contentEncoding"] == "base64" {
            return encodedValue(isDate: rule["format"] == "date-time")
        }
        if isTyped, !isPlain, rule != document, chance(40) {
            isForeign = true
            return [.date(date()), .data([1, 2]), .uid(3)].randomElement(using: &generator) ?? .uid(3)
        }
        // If the rule has items, they may have to be dates or data. scalar() can return an array of strings, which JSON
        // cannot distinguish from those.
        if chance(12), rule != document { return rule["items"] == nil ? scalar() : number() }
        if let alternative = self.alternative(of: rule), !chance(4) {
            let wasPlain = isPlain
            defer { isPlain = wasPlain }
            isPlain = true
            return value(for: alternative)
        }
        if let constant = rule["const"], !chance(4), rule["items"] == nil || constant.kind != .array { return constant }
        if case .array(let values)? = rule["enum"], let value = values.randomElement(using: &generator), chance(2),
            rule["items"] == nil || value.kind != .array
        {
            return value
        }
        return typedValue(for: rule)
    }

    /// Returns an alternative of a rule whose own keywords do not concern the parts of a value, which may have to be
    /// dates or data.
    private mutating func alternative(of rule: PropertyListDictionary) -> PropertyList? {
        let containers = ["items", "properties", "additionalProperties", "$ref"]
        guard !containers.contains(where: { rule[$0] != nil }) else { return nil }
        let lists = ["anyOf", "oneOf", "allOf"].compactMap { rule[$0] }.flatMap { list in
            if case .array(let rules) = list { rules } else { [PropertyList]() }
        }
        return (lists + ["if", "then", "else", "not"].compactMap { rule[$0] }).randomElement(using: &generator)
    }

    /// Returns whether a rule, or the rule that it refers to, is for dates or data.
    private func isEncoded(_ rule: PropertyList) -> Bool {
        guard case .dictionary(let rule) = rule else { return false }
        let target = definitions.first { rule["$ref"] == .string(Self.reference(to: $0.key)) }?.value
        return rule["format"] == "date-time" || rule["contentEncoding"] != nil || target.map(isEncoded) ?? false
    }

    /// Returns a date or data, or rarely a number or the string that represents the value in JSON.
    private mutating func encodedValue(isDate: Bool) -> PropertyList {
        if chance(12) {
            isForeign = true
            return isDate ? "2025-01-31T12:00:00Z" : "AQI="
        }
        if chance(12) { return number() }
        return isDate ? .date(date()) : .data((0..<count(4)).map { UInt8($0) })
    }

    private mutating func typedValue(for rule: PropertyListDictionary) -> PropertyList {
        let types: [PropertyList] = if case .array(let types)? = rule["type"] { types } else { [rule["type"] ?? "any"] }
        switch types[0] {
        case "boolean": return .boolean(chance(2))
        case "integer": return chance(4) ? .real(Double(count(9))) : integer()
        case "number": return number()
        case "string": return string(format: rule["format"])
        case "array":
            let first: [PropertyList] = if case .array(let rules)? = rule["prefixItems"] { rules } else { [] }
            return .array(
                (0..<count(5)).map { position in
                    (position < first.count ? first[position] : rule["items"]).map { value(for: $0) } ?? scalar()
                }
            )
        case "object":
            var dictionary = PropertyListDictionary()
            let keys = someKeys()
            let missing = chance(2) ? requiredKeys(of: rule).filter { !keys.contains($0) } : []
            for key in keys + missing {
                let property = rule["properties"].flatMap { $0[pointer: [key]] } ?? patternRule(of: key, in: rule)
                dictionary[key] = (property ?? rule["additionalProperties"]).map { value(for: $0) } ?? scalar()
            }
            return .dictionary(dictionary)
        // The items may have to be dates or data.
        default: return rule["items"] == nil ? scalar() : number()
        }
    }

    private func patternRule(of key: String, in rule: PropertyListDictionary) -> PropertyList? {
        guard case .dictionary(let rules)? = rule["patternProperties"] else { return nil }
        return rules.first { (try? SchemaPattern($0.key).matches(key)) ?? false }?.value
    }

    private func requiredKeys(of rule: PropertyListDictionary) -> [String] {
        guard case .array(let keys)? = rule["required"] else { return [] }
        return keys.compactMap { if case .string(let key) = $0 { key } else { nil } }
    }

    private mutating func string(format: PropertyList?) -> PropertyList {
        let uuids = ["01234567-89ab-cdef-0123-456789abcdef", "01234567-89AB-CDEF-0123-456789ABCDE"]
        switch format {
        case "uuid" where !chance(4): return .string(uuids.randomElement(using: &generator) ?? "")
        case "uri" where !chance(4): return "https://example.com/a?b=c#d"
        default: return text()
        }
    }

    // MARK: Values

    private mutating func scalar() -> PropertyList {
        switch count(4) {
        case 0: .boolean(chance(2))
        case 1: number()
        case 2: text()
        default: chance(4) ? .array([text()]) : integer()
        }
    }

    private mutating func text() -> PropertyList {
        let texts = ["", "a", "ab", "abc", "x", "12", "1.5", "é", "e\u{301}", "👩‍👧", "zzzzzzz", "no uri", "abab"]
        return .string(texts.randomElement(using: &generator) ?? "")
    }

    private mutating func integer() -> PropertyList {
        let edges: [PropertyListInteger] = [
            .min, .max, PropertyListInteger(Int64.max), PropertyListInteger(UInt64(1) << 53),
            PropertyListInteger(UInt64(1) << 53 + 1),
        ]
        return .integer(
            chance(4) ? edges.randomElement(using: &generator) ?? .max : PropertyListInteger(Int64(count(9)))
        )
    }

    private mutating func number() -> PropertyList {
        let reals: [Double] = [0.5, 1, 2.5, -1, 9_007_199_254_740_992, 1e300, 18_446_744_073_709_551_616, -0.0, 1e-9]
        return chance(2) ? integer() : .real(reals.randomElement(using: &generator) ?? 0)
    }

    private mutating func date() -> PropertyListDate {
        PropertyListDate(secondsSinceReferenceDate: Double(count(1_000_000_000)) + (chance(3) ? 0.25 : 0))
    }

    private mutating func someKeys() -> [String] {
        ["a", "b", "c d", "é", "a/b", "~", ""].filter { _ in chance(2) }
    }

    private mutating func chance(_ of: Int) -> Bool { Int.random(in: 0..<of, using: &generator) == 0 }

    private mutating func count(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &generator) }
}
