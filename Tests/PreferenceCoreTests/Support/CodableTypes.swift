import PreferenceCore
import PropertyLists

// Codable types, one for each way to decode.

struct Workspace: Codable, Equatable {
    var frames: [Frame]
    var names: [String: Empty]
    var wide: Int128
    var identifier: Identifier
    var kind: Kind

    enum Kind: CaseIterable, Codable {
        case plain, split
    }
}

struct Frame: Codable, Equatable {
    var x: Double
    var side: Side

    enum Side: String, CaseIterable, Codable {
        case left, right
    }
}

struct Empty: Codable, Equatable {}

struct Identifier: RawRepresentable, Codable, Equatable {
    var rawValue: String
}

/// A `Codable` type with a custom stored form.
struct Encased: Codable, PreferenceValue {
    var level: Int

    init?(propertyList: PropertyList) {
        guard let level = Int(propertyList: propertyList) else { return nil }
        self.level = level
    }

    var propertyList: PropertyList { level.propertyList }
}

/// An enumeration that does not list its cases.
enum Style: String, Codable {
    case plain, bold
}

struct Styled: Codable, Equatable {
    var style: Style
    var size: Int
}

/// A type that contains values of its own type.
struct Node: Codable, Equatable {
    var name: String
    var children: [Node]
    var next: [Node]?

    private enum CodingKeys: CodingKey {
        case name, children, next
    }

    init(name: String, children: [Node], next: [Node]? = nil) {
        self.name = name
        self.children = children
        self.next = next
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = try container.decode(String.self, forKey: .name)
        children = try container.decode([Node].self, forKey: .children)
        next = try container.decodeIfPresent(Node.self, forKey: .next).map { [$0] }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(children, forKey: .children)
        try container.encodeIfPresent(next?.first, forKey: .next)
    }
}

/// A type that decodes even if properties are missing or have another type.
struct Lenient: Codable, Equatable {
    var name: String
    var size: Int
    var old: Int?
    var count: Int

    init(name: String, size: Int, old: Int?, count: Int) {
        self.name = name
        self.size = size
        self.old = old
        self.count = count
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = (try? container.decode(String.self, forKey: .name)) ?? ""
        do {
            size = try container.decode(Int.self, forKey: .size)
        } catch DecodingError.typeMismatch {
            size = Int(try container.decode(String.self, forKey: .size)) ?? 0
        }
        old = container.contains(.old) ? try container.decode(Int.self, forKey: .old) : nil
        count = try container.decode(Int.self, forKey: .count)
    }
}

/// A type with properties that depend on the value of another one.
struct Tagged: Codable, Equatable {
    var text: String?
    var number: Int?

    private enum CodingKeys: CodingKey {
        case isText, text, number
    }

    init(text: String?, number: Int) {
        self.text = text
        self.number = text == nil ? number : nil
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if try container.decode(Bool.self, forKey: .isText) {
            text = try container.decode(String.self, forKey: .text)
        } else {
            number = try container.decode(Int.self, forKey: .number)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(text != nil, forKey: .isText)
        try container.encodeIfPresent(text, forKey: .text)
        try container.encodeIfPresent(number, forKey: .number)
    }
}

/// A type that decodes by the container's only key.
enum Event: Codable, Equatable {
    case opened(name: String)
    case closed
}

/// A type that is stored as an array of two values.
struct Pair: Codable, Equatable {
    var first: Int
    var second: String

    init(first: Int, second: String) {
        self.first = first
        self.second = second
    }

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        first = try container.decode(Int.self)
        second = try container.decode(String.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        try container.encode(first)
        try container.encode(second)
    }
}

/// A type that is stored as a dictionary inside a dictionary.
struct Within: Codable, Equatable {
    var x: Int

    private enum CodingKeys: CodingKey {
        case inner, x
    }

    init(x: Int) {
        self.x = x
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        x = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner).decode(Int.self, forKey: .x)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var inner = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
        try inner.encode(x, forKey: .x)
    }
}

/// A type that is stored as a string or as an integer.
enum TextOrNumber: Codable, Equatable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self = .number(try container.decode(Int.self))
        } catch {
            self = .text(try container.decode(String.self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
    }
}

/// A type that is stored as a single value.
struct Wrapped: Codable, Equatable {
    var value: Int

    init(value: Int) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(Int.self)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// A type that accepts only even numbers.
struct Picky: Codable, Equatable {
    var even: Int

    init(even: Int) {
        self.even = even
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        even = try container.decode(Int.self, forKey: .even)
        guard even.isMultiple(of: 2) else {
            throw DecodingError.dataCorruptedError(forKey: .even, in: container, debugDescription: "odd")
        }
    }
}

/// A type that encodes another form than it decodes.
struct Uneven: Codable, Equatable {
    var a: Int

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(a)")
    }
}
