package import PropertyLists

extension PreferenceSchema {
    /// A first schema for a suite as it is: its keys, each with the type of its value.
    ///
    /// The suite satisfies it. It has no defaults, since a value that somebody chose is none, requires no key, and allows
    /// others.
    package init(inferring contents: PropertyListDictionary) {
        self.init(root: SchemaRule(inferring: [.dictionary(contents)], depth: 0))
    }
}

extension SchemaRule {
    /// What is deeper is not told: nobody would read it, and a schema, which nests twice as deep as what it describes, would
    /// be deeper than one that is read.
    private static let depthLimit = SchemaReader.depthLimit / 2 - 2

    /// A rule that some values keep, with all that is in them.
    ///
    /// It says nothing where JSON Schema has no word for it: of a keyed archive's reference, and of text beside a date or
    /// data, which are strings there as well.
    ///
    /// - Parameter depth: how many containers are around the values.
    fileprivate init(inferring values: [PropertyList], depth: Int) {
        self.init()
        let kinds = Set(values.map(\.kind))
        let strings = kinds.intersection([.string, .date, .data])
        guard !kinds.contains(.uid), strings.count < 2 else { return }
        let types = SchemaType.allCases.filter { type in
            type.kind.map(kinds.contains) ?? false || type == .string && !strings.isEmpty
        }
        // A whole number is a number too.
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
        // In the order in which the keys come first.
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
                add(.items(rule))
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
