package import PropertyLists

extension PreferenceSchema {
    /// Creates a first schema for an existing suite, with its keys and the types of their values.
    ///
    /// The suite satisfies the schema. The schema has no defaults, since a value that somebody chose is not a default.
    /// It requires no keys, and allows other keys.
    package init(inferring contents: PropertyListDictionary) {
        self.init(root: SchemaRule(inferring: [.dictionary(contents)], depth: 0))
    }
}

extension SchemaRule {
    /// The depth beyond which parts are not described: nobody would read the rules.
    ///
    /// A schema nests twice as deep as the values that it describes, so a deeper schema would exceed the parser's
    /// limit.
    private static let depthLimit = SchemaReader.depthLimit / 2 - 2

    /// Creates a rule that some values satisfy, with rules for their parts.
    ///
    /// The rule allows any value if JSON Schema cannot describe them. That applies to a reference in a keyed archive,
    /// to a date without RFC 3339, and to a mix of strings, dates and data, which are all strings in JSON.
    ///
    /// - Parameter depth: the number of containers around the values.
    fileprivate init(inferring values: [PropertyList], depth: Int) {
        self.init()
        let kinds = Set(values.map(\.kind))
        let strings = kinds.intersection([.string, .date, .data])
        let dates = values.filter { $0.kind == .date }
        guard !kinds.contains(.uid), strings.count < 2,
            dates.allSatisfy({ SchemaFormat.dateTime.matches($0.stringInJSON ?? "") })
        else { return }
        let types = SchemaType.allCases.filter { type in
            type.kind.map(kinds.contains) ?? false || type == .string && !strings.isEmpty
        }
        // The type `number` includes integers.
        add(.types(types.contains(.number) ? types.filter { $0 != .integer } : types))
        if strings == [.date] {
            add(.format(.dateTime))
        }
        if strings == [.data] {
            add(.base64)
        }
        if depth < Self.depthLimit {
            addParts(of: values, depth: depth)
        }
    }

    private mutating func addParts(of values: [PropertyList], depth: Int) {
        var elements: [PropertyList] = []
        // In the order in which the keys first occur.
        var members: [(key: String, values: [PropertyList])] = []
        var positions: [ByteKey: Int] = [:]
        for value in values {
            switch value {
            case .array(let array):
                elements += array
            case .dictionary(let dictionary):
                for entry in dictionary {
                    let position = positions[ByteKey(entry.key)] ?? members.count
                    if position == members.count {
                        positions[ByteKey(entry.key)] = position
                        members.append((entry.key, []))
                    }
                    members[position].values.append(entry.value)
                }
            default:
                break
            }
        }
        if !elements.isEmpty {
            let rule = SchemaRule(inferring: elements, depth: depth + 1)
            if rule != .any {
                add(.items(rule, after: 0))
            }
        }
        if !members.isEmpty {
            let properties = members.map {
                SchemaProperty(key: $0.key, rule: SchemaRule(inferring: $0.values, depth: depth + 1))
            }
            add(.members(SchemaMembers(properties: properties, others: nil)))
        }
    }
}
