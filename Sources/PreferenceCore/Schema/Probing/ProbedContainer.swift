import PropertyLists

/// A type whose values hold others, whatever their number, and which is probed by theirs.
protocol ProbedContainer {
    /// A value that holds none.
    static var empty: Any { get }

    /// What the forms are, as the type's coding makes them.
    static func rule(like example: PropertyList?) -> SchemaRule
}

extension Optional: ProbedContainer where Wrapped: Decodable {
    static var empty: Any { Wrapped?.none as Any }

    static func rule(like example: PropertyList?) -> SchemaRule {
        ProbedType(Wrapped.self).rule(like: example)
    }
}

extension Array: ProbedContainer where Element: Decodable {
    static var empty: Any { [Element]() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        .array(of: ProbedType(Element.self).rule(like: example?[path: ["0"]]))
    }
}

extension Set: ProbedContainer where Element: Decodable {
    static var empty: Any { Set<Element>() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        .array(of: ProbedType(Element.self).rule(like: example?[path: ["0"]]))
    }
}

extension Dictionary: ProbedContainer where Key: Decodable, Value: Decodable {
    static var empty: Any { [Key: Value]() }

    static func rule(like example: PropertyList?) -> SchemaRule {
        guard Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type else {
            // Codable has keys and values in turn.
            return .array(of: .any)
        }
        guard case .dictionary(let dictionary)? = example else {
            return .dictionary(of: ProbedType(Value.self).rule(like: nil))
        }
        return .dictionary(of: ProbedType(Value.self).rule(like: dictionary.first?.value))
    }
}
