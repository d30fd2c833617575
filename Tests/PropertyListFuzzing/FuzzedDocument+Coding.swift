import PropertyLists

extension FuzzedDocument {
    func checkCoding() throws(FuzzFinding) {
        for (format, value) in values {
            let coded: PropertyList
            do {
                let tree = try PropertyListValueDecoder().decode(DecodedTree.self, from: value)
                coded = try PropertyListValueEncoder().encode(tree)
            } catch {
                throw FuzzFinding("read as \(format), it cannot be decoded and encoded: \(error)")
            }
            if coded != value {
                throw FuzzFinding("read as \(format), decoded and encoded it is \(coded), not \(value)")
            }
        }
    }
}

/// A tree that finds its content by requesting one type after another from a decoder.
private indirect enum DecodedTree: Codable {
    case keyed([(key: Key, value: DecodedTree)])
    case unkeyed([DecodedTree])
    case scalar(PropertyList)

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            self = .keyed(
                try container.allKeys.map { ($0, try container.decode(DecodedTree.self, forKey: $0)) }
            )
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [DecodedTree] = []
            while !container.isAtEnd {
                elements.append(try container.decode(DecodedTree.self))
            }
            self = .unkeyed(elements)
            return
        }
        let container = try decoder.singleValueContainer()
        let types: [any Decodable.Type] = [
            Bool.self, Int8.self, UInt64.self, Int128.self, Float.self, Double.self, String.self, PropertyListDate.self,
        ]
        for type in types {
            // Most types throw.
            _ = try? container.decode(type)
        }
        self = .scalar(try container.decode(PropertyList.self))
    }

    func encode(to encoder: any Encoder) throws {
        switch self {
        case .keyed(let entries):
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in entries {
                try container.encode(value, forKey: key)
            }
        case .unkeyed(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements {
                try container.encode(element)
            }
        case .scalar(let value):
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }
}
