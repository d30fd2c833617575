package import PropertyLists

extension PreferenceSchema {
    /// A first schema for a suite as it is: its keys, each with the type of its value.
    ///
    /// The suite satisfies it. It has no defaults, since a value that somebody chose is none, requires no key, and allows
    /// others.
    package init(inferring contents: PropertyListDictionary) {
        let shape = ValueShape()
        shape.add(.dictionary(contents))
        self.init(root: shape.rule)
    }
}

/// What some values have in common: the kinds that they are of, and the same of what is in them.
final class ValueShape {
    private var kinds: Set<PropertyListKind> = []
    /// That of all elements of the arrays; nil where there are none.
    private var elements: ValueShape?
    /// Those of the entries of the dictionaries, in the order in which they came.
    private var members: [(key: String, shape: ValueShape)] = []
    private var positions: [ByteKey: Int] = [:]
    /// How many containers are around the values.
    private let depth: Int

    /// What is deeper is not told: nobody would read it, and a schema, which nests twice as deep as what it describes, would
    /// be deeper than one that is read.
    private static let depthLimit = SchemaReader.depthLimit / 2 - 2

    init(depth: Int = 0) {
        self.depth = depth
    }

    func add(_ value: PropertyList) {
        kinds.insert(value.kind)
        guard depth < Self.depthLimit else { return }
        switch value {
        case .array(let values):
            for value in values {
                elementShape().add(value)
            }
        case .dictionary(let dictionary):
            for entry in dictionary {
                shape(of: entry.key).add(entry.value)
            }
        default:
            break
        }
    }

    private func elementShape() -> ValueShape {
        let shape = elements ?? ValueShape(depth: depth + 1)
        elements = shape
        return shape
    }

    private func shape(of key: String) -> ValueShape {
        if let position = positions[ByteKey(key)] {
            return members[position].shape
        }
        let shape = ValueShape(depth: depth + 1)
        positions[ByteKey(key)] = members.count
        members.append((key, shape))
        return shape
    }

    /// A rule that every value keeps which has been taken in.
    ///
    /// It says nothing where JSON Schema has no word for it: of a keyed archive's reference, and of text beside a date or
    /// data, which are strings there as well.
    var rule: SchemaRule {
        let strings = kinds.intersection([.string, .date, .data])
        guard !kinds.isEmpty, !kinds.contains(.uid), strings.count < 2 else { return .any }
        let types = SchemaType.allCases.filter { type in
            type.kind.map(kinds.contains) ?? false || type == .string && !strings.isEmpty
        }
        // A whole number is a number too.
        var rule = SchemaRule(.types(types.contains(.number) ? types.filter { $0 != .integer } : types))
        if strings == [.date] {
            rule.add(.format(.dateTime))
        }
        if strings == [.data] {
            rule.add(.base64)
        }
        if let elements = elements?.rule, elements != .any {
            rule.add(.items(elements))
        }
        if !members.isEmpty {
            let properties = members.map { SchemaProperty(key: $0.key, rule: $0.shape.rule) }
            rule.add(.members(SchemaMembers(properties: properties, others: nil)))
        }
        return rule
    }
}
