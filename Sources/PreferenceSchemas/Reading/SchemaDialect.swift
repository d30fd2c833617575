import PropertyLists

/// A dialect of JSON Schema, as `$schema` in the root of a document names it.
enum SchemaDialect: Comparable {
    case draft4
    /// Draft 6 or 7; the keywords of both count in either.
    case draft6
    case draft2019
    case draft2020

    /// Creates the dialect with a name; nil if it is not supported.
    init?(named name: String) {
        guard let (_, dialect) = Self.names.first(where: { name.utf8Span.span.includes($0.part) }) else { return nil }
        self = dialect
    }

    private static let names: [(part: StaticString, dialect: SchemaDialect)] = [
        ("json-schema.org/draft-04/", .draft4), ("json-schema.org/draft-06/", .draft6),
        ("json-schema.org/draft-07/", .draft6), ("json-schema.org/draft/2019-09/", .draft2019),
        ("json-schema.org/draft/2020-12/", .draft2020),
    ]

    /// The keyword for the URI of a schema.
    var identifier: String { self == .draft4 ? "id" : SchemaKeyword.identifier.rawValue }

    /// Whether `items` can be an array of rules by position, with `additionalItems` for the elements after them.
    var hasItemsByPosition: Bool { self < .draft2020 }

    /// Whether keywords beside a reference have no effect.
    var ignoresBesideReference: Bool { self < .draft2019 }

    /// Whether `unevaluatedItems` is not for the elements that satisfy `contains`.
    var describesByContains: Bool { self == .draft2020 }

    /// Whether `exclusiveMinimum` and `exclusiveMaximum` are booleans, which change `minimum` and `maximum`.
    var hasExclusiveBooleans: Bool { self == .draft4 }
}
