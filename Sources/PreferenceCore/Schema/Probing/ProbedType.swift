import PropertyLists

/// A type that another asks its decoder for.
struct ProbedType: Equatable {
    private let type: any Decodable.Type

    init(_ type: any Decodable.Type) {
        self.type = type
    }

    static func == (left: ProbedType, right: ProbedType) -> Bool { left.type == right.type }

    /// What the forms of the type are.
    func rule(like example: PropertyList?) -> SchemaRule { type.rule(like: example) }
}

extension Decodable {
    fileprivate static func rule(like example: PropertyList?) -> SchemaRule {
        StructureProbe.rule(of: Self.self, like: example)
    }
}
