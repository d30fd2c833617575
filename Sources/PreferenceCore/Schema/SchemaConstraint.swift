import PropertyLists

/// What a keyword of a schema asks of a value; those that do not concern the value's type hold.
indirect enum SchemaConstraint: Equatable, Sendable {
    /// The schema `false`: there is no such value.
    case never
    case types([SchemaType])
    case enumeration([PropertyList])
    case minimum(SchemaNumber)
    case exclusiveMinimum(SchemaNumber)
    case maximum(SchemaNumber)
    case exclusiveMaximum(SchemaNumber)
    /// Of a string, in Unicode scalars.
    case minLength(Int)
    case maxLength(Int)
    case pattern(SchemaPattern)
    case format(SchemaFormat)
    /// The value is data, which JSON has as a string in base64.
    case base64
    case items(SchemaRule)
    case minItems(Int)
    case maxItems(Int)
    case uniqueItems
    case members(SchemaMembers)
    case required([String])
}

/// What a schema says of the entries of a dictionary.
struct SchemaMembers: Equatable, Sendable {
    /// The entries that the schema names, in its order.
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

/// A key that a schema names, and what it says of its value.
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

extension SchemaConstraint {
    /// The keyword that asks for it; nil where the schema is `false`.
    var keyword: SchemaKeyword? {
        switch self {
        case .never: nil
        case .types: .type
        case .enumeration: .enumeration
        case .minimum: .minimum
        case .exclusiveMinimum: .exclusiveMinimum
        case .maximum: .maximum
        case .exclusiveMaximum: .exclusiveMaximum
        case .minLength: .minLength
        case .maxLength: .maxLength
        case .pattern: .pattern
        case .format: .format
        case .base64: .contentEncoding
        case .items: .items
        case .minItems: .minItems
        case .maxItems: .maxItems
        case .uniqueItems: .uniqueItems
        case .members: .properties
        case .required: .required
        }
    }
}
