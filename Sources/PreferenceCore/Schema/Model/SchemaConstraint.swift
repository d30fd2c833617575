import PropertyLists

/// What a keyword of a schema asks of a value; those that do not concern the value's type hold.
indirect enum SchemaConstraint: Equatable, Sendable {
    /// The schema `false`: there is no such value.
    case never
    case types([SchemaType])
    case enumeration([PropertyList])
    case limit(SchemaLimit, SchemaNumber)
    case pattern(SchemaPattern)
    case format(SchemaFormat)
    /// The value is data, which JSON has as a string in base64.
    case base64
    case items(SchemaRule)
    case uniqueItems
    case members(SchemaMembers)
    case required([String])

    /// The keyword that asks for it; nil if the schema is `false`.
    var keyword: SchemaKeyword? {
        switch self {
        case .never: nil
        case .types: .type
        case .enumeration: .enumeration
        case .limit(let limit, _): SchemaKeyword(rawValue: limit.rawValue)
        case .pattern: .pattern
        case .format: .format
        case .base64: .contentEncoding
        case .items: .items
        case .uniqueItems: .uniqueItems
        case .members: .properties
        case .required: .required
        }
    }
}

/// A keyword that limits a number, or the number of characters, which are Unicode scalars, or of elements.
enum SchemaLimit: String {
    case minimum
    case exclusiveMinimum
    case maximum
    case exclusiveMaximum
    case minLength
    case maxLength
    case minItems
    case maxItems

    enum Unit: String {
        case character
        case element
    }

    /// What is counted; nil if the number itself is limited.
    var unit: Unit? {
        switch self {
        case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum: nil
        case .minLength, .maxLength: .character
        case .minItems, .maxItems: .element
        }
    }

    /// The number of a value that is limited; nil for a value of another type.
    func number(of value: PropertyList) -> SchemaNumber? {
        switch (unit, value) {
        case (.character, _): (value.stringInJSON?.unicodeScalars.count).map(SchemaNumber.init)
        case (.element, .array(let elements)): SchemaNumber(elements.count)
        case (.element, _): nil
        case (nil, _): SchemaNumber(value)
        }
    }

    /// A number with what is counted: `1 character`.
    func counted(_ number: String) -> String {
        unit.map { "\(number) \($0)\(number == "1" ? "" : "s")" } ?? number
    }

    func allows(_ number: SchemaNumber, by limit: SchemaNumber) -> Bool {
        switch self {
        case .minimum, .minLength, .minItems: number >= limit
        case .exclusiveMinimum: number > limit
        case .maximum, .maxLength, .maxItems: number <= limit
        case .exclusiveMaximum: number < limit
        }
    }
}

/// What a schema says of the entries of a dictionary.
struct SchemaMembers: Equatable, Sendable {
    let properties: [SchemaProperty]
    /// What holds for all others, where the schema says.
    let others: SchemaRule?
    private let positions: KeyPositions

    /// The entries, of which the first counts where two have the same key.
    init(properties: [SchemaProperty], others: SchemaRule?) {
        self.properties = properties
        self.others = others
        positions = KeyPositions(properties.map(\.key))
    }

    /// The rule of a key; nil where there is none for it.
    func rule(for key: String) -> SchemaRule? {
        propertyRule(for: key) ?? others
    }

    /// The rule of a key that the schema names; nil where it does not.
    func propertyRule(for key: String) -> SchemaRule? {
        positions.position(of: key).map { properties[$0].rule }
    }
}

struct SchemaProperty: Equatable, Sendable {
    let key: String
    let rule: SchemaRule
}

/// A constraint, with the place in the document that asks for it.
struct SchemaAssertion: Equatable, Sendable {
    let constraint: SchemaConstraint
    /// The bytes before the keyword; nil in a schema that no document holds.
    var offset: Int?
}

/// The keywords of JSON Schema, draft 2020-12, that describe a suite, and one of this package.
///
/// <https://json-schema.org/draft/2020-12/json-schema-core> and `json-schema-validation`.
public enum SchemaKeyword: String, Sendable, CaseIterable {
    // The order is that of an exported schema.

    /// The dialect of the schema, in its root.
    case schema = "$schema"
    /// The URI of the schema, which nothing is made of.
    case identifier = "$id"
    /// A note to those who maintain the schema.
    case comment = "$comment"
    /// The place of another schema in the document, which holds here too.
    case reference = "$ref"
    /// What the value is called.
    case title
    /// What the value is for.
    case description
    /// The types that the value may have.
    case type
    /// What a text is, such as a URI; a date in a property list.
    case format
    /// How a text has bytes; data in a property list.
    case contentEncoding
    /// The values that are allowed.
    case enumeration = "enum"
    /// The least number.
    case minimum
    /// The number that all are above.
    case exclusiveMinimum
    /// The greatest number.
    case maximum
    /// The number that all are below.
    case exclusiveMaximum
    /// How many characters a text has at least.
    case minLength
    /// How many characters a text has at most.
    case maxLength
    /// The regular expression that a text matches.
    case pattern
    /// What each element of an array is.
    case items
    /// How many elements an array has at least.
    case minItems
    /// How many elements an array has at most.
    case maxItems
    /// Whether the elements of an array differ.
    case uniqueItems
    /// What holds while the value is unset.
    case defaultValue = "default"
    /// The names that a key had before, the latest first: of this package, and a note to every other validator.
    case formerly
    /// Whether the value should not be used any more.
    case deprecated
    /// Whether nobody but its owner changes the value.
    case readOnly
    /// What the values of the keys of a dictionary are.
    case properties
    /// The keys that a dictionary has to have.
    case required
    /// What the values of all other keys of a dictionary are.
    case additionalProperties
    /// Schemas that others refer to.
    case definitions = "$defs"
}

/// A type of JSON, as the keyword `type` names it.
public enum SchemaType: String, Sendable, CaseIterable {
    /// True or false.
    case boolean
    /// A whole number; a real without a fraction is one.
    case integer
    /// Any number.
    case number
    /// Text; a date and data too, where `format` and `contentEncoding` say so.
    case string
    /// A list of values.
    case array
    /// A dictionary.
    case object
    /// What no property list holds.
    case null
}

extension SchemaType {
    /// Whether a value is of this type, a date and data taken for strings.
    func holds(_ value: PropertyList) -> Bool {
        switch (self, value) {
        case (.boolean, .boolean), (.integer, .integer), (.number, .integer), (.number, .real): true
        case (.string, .string), (.string, .date), (.string, .data), (.array, .array), (.object, .dictionary): true
        case (.integer, .real(let real)): real == real.rounded(.towardZero) && real.isFinite
        default: false
        }
    }

    /// The kind of property list that a value of this type is first of all; nil for none.
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
