import PropertyLists

/// A constraint of a schema keyword; a value satisfies all constraints that do not apply to its type.
indirect enum SchemaConstraint: Equatable, Sendable {
    /// The schema `false`, which allows no value.
    case never
    case types([SchemaType])
    case enumeration([PropertyList])
    case constant(PropertyList)
    case limit(SchemaLimit, SchemaNumber)
    case pattern(SchemaPattern)
    case format(SchemaFormat)
    /// The value is data, which is a base64 string in JSON.
    case base64
    /// The rules for the first elements, by their positions.
    case prefixItems([SchemaRule])
    /// The rule for the elements after the first ones that have rules of their own.
    case items(SchemaRule, after: Int)
    case contains(SchemaContent)
    case uniqueItems
    case members(SchemaMembers)
    case required([String])
    /// The rule for each key of a dictionary, which is a string.
    case names(SchemaRule)
    case unevaluated(SchemaRemainder)
    case combination(SchemaCombination)

    /// The keyword of the constraint; nil for the schema `false`.
    var keyword: SchemaKeyword? {
        switch self {
        case .never: nil
        case .types: .type
        case .enumeration: .enumeration
        case .constant: .constant
        case .limit(let limit, _): SchemaKeyword(rawValue: limit.rawValue)
        case .pattern: .pattern
        case .format: .format
        case .base64: .contentEncoding
        case .prefixItems: .prefixItems
        case .items: .items
        case .contains: .contains
        case .uniqueItems: .uniqueItems
        case .members: .properties
        case .required: .required
        case .names: .propertyNames
        case .unevaluated(let remainder): remainder.isOfArray ? .unevaluatedItems : .unevaluatedProperties
        case .combination(let combination): SchemaKeyword(rawValue: combination.logic.rawValue)
        }
    }

    /// The combination of rules; nil for other constraints.
    var combination: SchemaCombination? {
        if case .combination(let combination) = self { combination } else { nil }
    }
}

/// How many elements of an array must satisfy a rule: `contains`, `minContains` and `maxContains`.
struct SchemaContent: Equatable, Sendable {
    let rule: SchemaRule
    let least: Int
    /// Nil for any number.
    let most: Int?
    /// Whether such elements count as described for `unevaluatedItems`.
    let describes: Bool

    /// The allowed numbers of such elements in words.
    var bounds: String {
        switch most {
        case least?: "exactly \(least)"
        case let most?: least == 0 ? "at most \(most)" : "from \(least) to \(most)"
        case nil: "at least \(least)"
        }
    }

    func allows(_ count: Int) -> Bool { count >= least && count <= most ?? count }
}

/// The rule for the parts of a value that no keyword beside it describes: `unevaluatedItems` or
/// `unevaluatedProperties`.
struct SchemaRemainder: Equatable, Sendable {
    let rule: SchemaRule
    let isOfArray: Bool
    /// The keywords beside it.
    let described: SchemaRule
}

/// A keyword that limits a number, the number of characters (Unicode scalars), of elements or of keys.
enum SchemaLimit: String {
    case minimum
    case exclusiveMinimum
    case maximum
    case exclusiveMaximum
    case minLength
    case maxLength
    case minItems
    case maxItems
    case minProperties
    case maxProperties
    /// The number is a multiple of the limit.
    case multipleOf

    enum Unit: String {
        case character
        case element
        case key
    }

    /// The unit that is counted; nil if the number itself is limited.
    var unit: Unit? {
        switch self {
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: nil
        case .minLength, .maxLength: .character
        case .minItems, .maxItems: .element
        case .minProperties, .maxProperties: .key
        }
    }

    /// Returns the number of a value that is limited; nil for a value of another type.
    func number(of value: PropertyList) -> SchemaNumber? {
        switch (unit, value) {
        case (.character, _): (value.stringInJSON?.unicodeScalars.count).map(SchemaNumber.init)
        case (.element, .array(let elements)): SchemaNumber(elements.count)
        case (.key, .dictionary(let entries)): SchemaNumber(entries.count)
        case (.element, _), (.key, _): nil
        case (nil, _): SchemaNumber(value)
        }
    }

    /// Returns a number with its unit: `1 character`.
    func counted(_ number: String) -> String {
        unit.map { "\(number) \($0)\(number == "1" ? "" : "s")" } ?? number
    }

    func allows(_ number: SchemaNumber, by limit: SchemaNumber) -> Bool {
        switch self {
        case .minimum, .minLength, .minItems, .minProperties: number >= limit
        case .exclusiveMinimum: number > limit
        case .maximum, .maxLength, .maxItems, .maxProperties: number <= limit
        case .exclusiveMaximum: number < limit
        case .multipleOf: number.isMultiple(of: limit)
        }
    }
}

/// The rules of a schema for the entries of a dictionary.
struct SchemaMembers: Equatable, Sendable {
    let properties: [SchemaProperty]
    /// The rules for the entries whose keys match a pattern.
    let patterns: [SchemaPatternProperty]
    /// The rule for all other entries, if the schema has one.
    let others: SchemaRule?
    private let positions: KeyPositions

    /// Creates the rules; if two properties have the same key, the first one applies.
    init(properties: [SchemaProperty] = [], patterns: [SchemaPatternProperty] = [], others: SchemaRule? = nil) {
        self.properties = properties
        self.patterns = patterns
        self.others = others
        positions = KeyPositions(properties.map(\.key))
    }

    /// Returns the rules of a key: those of its name and of the patterns that it matches, else the one for others.
    func rules(for key: String) -> [SchemaRule] {
        var rules: [SchemaRule] = []
        if let rule = propertyRule(for: key) {
            rules.append(rule)
        }
        for pattern in patterns where pattern.pattern.matches(key) {
            rules.append(pattern.rule)
        }
        if rules.isEmpty, let others {
            rules.append(others)
        }
        return rules
    }

    /// Returns whether there is a rule for a key.
    func describes(_ key: String) -> Bool {
        others != nil || positions.position(of: key) != nil || patterns.contains { $0.pattern.matches(key) }
    }

    /// Returns the rule of a key that the schema names; nil if it does not name the key.
    func propertyRule(for key: String) -> SchemaRule? {
        positions.position(of: key).map { properties[$0].rule }
    }
}

struct SchemaProperty: Equatable, Sendable {
    let key: String
    let rule: SchemaRule
}

struct SchemaPatternProperty: Equatable, Sendable {
    let pattern: SchemaPattern
    let rule: SchemaRule
}

/// A constraint, with the place of its keyword in the document.
struct SchemaAssertion: Equatable, Sendable {
    let constraint: SchemaConstraint
    /// The offset of the keyword in the document, in bytes; nil if the schema has no document.
    var offset: Int?
}

/// The keywords of JSON Schema, draft 2020-12, that have an effect or are errors, and those of this package.
///
/// See <https://json-schema.org/draft/2020-12/json-schema-core> and `json-schema-validation`.
public enum SchemaKeyword: String, Sendable, CaseIterable {
    // The order of the cases is the order of keywords in an exported schema.

    /// The dialect of the schema, in its root.
    case schema = "$schema"
    /// The URI of the schema, which has no effect.
    case identifier = "$id"
    /// A comment for the maintainers of the schema.
    case comment = "$comment"
    /// The name of this schema, for references.
    case anchor = "$anchor"
    /// The name of this schema, for references, which `$dynamicRef` can find elsewhere.
    case dynamicAnchor = "$dynamicAnchor"
    /// A reference to another schema in the document, which also applies here.
    case reference = "$ref"
    /// A reference whose target depends on how a schema is reached, which is not supported.
    case dynamicReference = "$dynamicRef"
    /// Such a reference in draft 2019-09, which is not supported.
    case recursiveReference = "$recursiveRef"
    /// The title of the value.
    case title
    /// The purpose of the value.
    case description
    /// The types that the value may have.
    case type
    /// The format of a string, such as a URI; `date-time` is a date in a property list.
    case format
    /// The encoding of bytes in a string; `base64` is data in a property list.
    case contentEncoding
    /// The values that are allowed.
    case enumeration = "enum"
    /// The only value that is allowed.
    case constant = "const"
    /// The least allowed number.
    case minimum
    /// The number that all allowed numbers exceed.
    case exclusiveMinimum
    /// The greatest allowed number.
    case maximum
    /// The number that exceeds all allowed numbers.
    case exclusiveMaximum
    /// The number of which all allowed numbers are multiples.
    case multipleOf
    /// The least allowed number of characters in a string.
    case minLength
    /// The greatest allowed number of characters in a string.
    case maxLength
    /// The regular expression that a string must match.
    case pattern
    /// The rules for the first elements of an array, by their positions.
    case prefixItems
    /// The rule for each element of an array, after those of `prefixItems`.
    case items
    /// The rule that some elements of an array must satisfy.
    case contains
    /// The least number of elements that satisfy `contains`; 1 by default.
    case minContains
    /// The greatest number of elements that satisfy `contains`.
    case maxContains
    /// The rule for the elements that no keyword beside it describes.
    case unevaluatedItems
    /// The least allowed number of elements in an array.
    case minItems
    /// The greatest allowed number of elements in an array.
    case maxItems
    /// Whether the elements of an array must be unique.
    case uniqueItems
    /// The default: the value if the key is unset.
    case defaultValue = "default"
    /// The former names of a key, the latest first; a keyword of this package, which other validators treat as an
    /// annotation.
    case formerly
    /// Whether the value should no longer be used.
    case deprecated
    /// Whether only its owner may change the value.
    case readOnly
    /// Whether only the commands that are asked for the value may show it; a keyword of this package.
    case secret
    /// Whether a program writes the value by itself; a keyword of this package.
    case volatile
    /// The rules for the values of a dictionary's keys.
    case properties
    /// The rules for the values of keys that match a regular expression.
    case patternProperties
    /// The rule for the values of keys that neither `properties` nor `patternProperties` describes.
    case additionalProperties
    /// The rule for the values of keys that no keyword beside it describes.
    case unevaluatedProperties
    /// The rule for each key.
    case propertyNames
    /// The least allowed number of keys in a dictionary.
    case minProperties
    /// The greatest allowed number of keys in a dictionary.
    case maxProperties
    /// The keys that a dictionary must contain.
    case required
    /// The keys that a dictionary must contain if it contains another one.
    case dependentRequired
    /// The rules for a dictionary that contains a key.
    case dependentSchemas
    /// The rules that all apply.
    case allOf
    /// At least one of the rules applies.
    case anyOf
    /// Exactly one of the rules applies.
    case oneOf
    /// The rule that must not apply.
    case not
    /// The rule that decides whether `then` or `else` applies.
    case condition = "if"
    /// The rule for values that satisfy `if`.
    case then
    /// The rule for values that do not satisfy `if`.
    case otherwise = "else"
    /// Schemas that references point to.
    case definitions = "$defs"
}

/// A JSON type, as the keyword `type` names it.
public enum SchemaType: String, Sendable, CaseIterable {
    /// True or false.
    case boolean
    /// A whole number, which includes a real without a fraction.
    case integer
    /// Any number.
    case number
    /// A string; also a date or data, if `format` or `contentEncoding` specifies it.
    case string
    /// An array of values.
    case array
    /// A dictionary.
    case object
    /// Null, which a property list cannot contain.
    case null
}

extension SchemaType {
    /// Returns whether a value has this type; dates and data are strings.
    func accepts(_ value: PropertyList) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.integer, .integer), (.number, .integer), (.number, .real): true
        case (.string, .string), (.string, .date), (.string, .data), (.array, .array), (.object, .dictionary): true
        case (.integer, .real(let real)): real == real.rounded(.towardZero) && real.isFinite
        default: false
        }
    }

    /// The kind of property list for a value of this type; nil for null.
    var kind: PropertyListKind? {
        switch self {
        case .boolean: .boolean
        case .integer: .integer
        case .number: .real
        case .string: .string
        case .array: .array
        case .object: .dictionary
        case .null: nil
        }
    }
}
