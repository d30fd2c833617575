import PropertyLists

/// Types of many shapes, as in applications.
enum Shapes {
    struct Empty: Codable, Equatable {}

    struct Point: Codable, Equatable {
        var y: Int
        var x: Int
    }

    struct Account: Codable, Equatable {
        var name: String
        var created: PropertyListDate
        var picture: [UInt8]
        var extra: PropertyList
        var dictionary: PropertyListDictionary
        var nickname: String?
        var home: Point?
    }

    struct Numbers: Codable, Equatable {
        var int8: Int8
        var int16: Int16
        var int32: Int32
        var int64: Int64
        var int: Int
        var uint8: UInt8
        var uint16: UInt16
        var uint32: UInt32
        var uint64: UInt64
        var uint: UInt
        var int128: Int128
        var uint128: UInt128
        var float: Float
        var double: Double
        var bool: Bool
    }

    enum Theme: String, Codable, CodingKeyRepresentable {
        case light, dark
    }

    enum Level: Int, Codable {
        case low = 1, high
    }

    enum Event: Codable, Equatable {
        case idle
        case moved(to: Point, speed: Double?)
        case typed(String)
    }

    struct Wrapper<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    struct Field<Value: Codable & Equatable>: Codable, Equatable {
        var value: Value
    }

    /// A list that contains the rest of itself.
    indirect enum List: Codable, Equatable {
        case end
        case cell(List)

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            self = container.isAtEnd ? .end : .cell(try container.decode(List.self))
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.unkeyedContainer()
            if case .cell(let rest) = self {
                try container.encode(rest)
            }
        }

        init(depth: Int) {
            self = .end
            for _ in 1..<depth {
                self = .cell(self)
            }
        }

        init() {
            self = .end
        }
    }

    /// A type whose own form does not show its stored properties.
    struct Temperature: Codable, Equatable, PropertyListConvertible {
        var celsius: Int

        init(celsius: Int) {
            self.celsius = celsius
        }

        init?(propertyList: PropertyList) {
            guard case .string(let text) = propertyList, text.hasSuffix(" C"), let celsius = Int(text.dropLast(2))
            else {
                return nil
            }
            self.init(celsius: celsius)
        }

        var propertyList: PropertyList { .string("\(celsius) C") }
    }

    /// A type whose own form comes from its conformance to `Codable`.
    struct Window: Codable, Equatable, PropertyListConvertible {
        var title: String
        var width: Int

        init(title: String, width: Int) {
            self.title = title
            self.width = width
        }

        init?(propertyList: PropertyList) {
            let decoder = PropertyListValueDecoder()
            guard let window = try? decoder.decodeStructure(of: Window.self, from: propertyList) else { return nil }
            self = window
        }

        var propertyList: PropertyList {
            (try? PropertyListValueEncoder().encodeStructure(of: self)) ?? [:]
        }
    }
}
