import PropertyLists
import Testing

@Suite("Coding containers")
struct CodingContainerTests {
    @Test("nested containers accept values in any order, and the same key gives the same container")
    func nested() throws {
        let form = try encode(
            Encoding { encoder in
                var root = encoder.container(keyedBy: Key.self)
                var list = root.nestedUnkeyedContainer(forKey: "list")
                var first = root.nestedContainer(keyedBy: Key.self, forKey: "map")
                try list.encode(1)
                try first.encode("a", forKey: "first")
                var again = root.nestedContainer(keyedBy: Key.self, forKey: "map")
                try again.encode("b", forKey: "second")
                try first.encode("c", forKey: "third")
                var inner = list.nestedUnkeyedContainer()
                var innerMap = list.nestedContainer(keyedBy: Key.self)
                try list.encode(3)
                try inner.encode(2)
                try innerMap.encode(list.count, forKey: "count")
                #expect(inner.codingPath.map(\.stringValue) == ["list", "Index 1"])
                #expect(first.codingPath.map(\.stringValue) == ["map"])
            }
        )
        #expect(
            form == [
                "list": [1, [2], ["count": 4], 3], "map": ["first": "a", "second": "b", "third": "c"],
            ]
        )
        try read(form) { decoder in
            let root = try decoder.container(keyedBy: Key.self)
            var list = try root.nestedUnkeyedContainer(forKey: "list")
            let map = try root.nestedContainer(keyedBy: Key.self, forKey: "map")
            #expect(try list.decode(Int.self) == 1)
            var inner = try list.nestedUnkeyedContainer()
            let innerMap = try list.nestedContainer(keyedBy: Key.self)
            #expect(inner.codingPath.map(\.stringValue) == ["list", "Index 1"])
            #expect(try inner.decode(Int.self) == 2)
            #expect(try innerMap.decode(Int.self, forKey: "count") == 4)
            #expect(try list.decode(Int.self) == 3)
            #expect(try map.decode(String.self, forKey: "third") == "c")
        }
    }

    @Test("the later of two values for a key wins")
    func sameKey() throws {
        let form = try encode(
            Encoding { encoder in
                var root = encoder.container(keyedBy: Key.self)
                try root.encode(1, forKey: "b")
                try root.encode(1, forKey: "a")
                try root.encode(2, forKey: "b")
            }
        )
        #expect(form == ["a": 1, "b": 2])
    }

    @Test("a value that encodes nothing is an empty dictionary")
    func nothing() throws {
        #expect(try encode(Encoding { _ in }) == [:])
        #expect(try encode([Encoding { _ in }]) == [[:]])
        #expect(
            try encode(
                Encoding { encoder in
                    var root = encoder.unkeyedContainer()
                    _ = root.superEncoder()
                }
            ) == [[:]]
        )
    }

    @Test("a class encodes its superclass beside its own values, or among them")
    func superclasses() throws {
        let dog = Dog(name: "Rex", age: 3)
        let form = try encode(dog)
        #expect(form == ["age": 3, "super": ["name": "Rex"]])
        let decoded = try decode(Dog.self, from: form)
        #expect(decoded.name == "Rex" && decoded.age == 3)

        let cat = try encode(Cat(name: "Tom", lives: 9))
        #expect(cat == ["lives": 9, "name": "Tom"])
        let decodedCat = try decode(Cat.self, from: cat)
        #expect(decodedCat.name == "Tom" && decodedCat.lives == 9)
    }

    @Test("super coders work for a key and for an array")
    func superCoders() throws {
        let form = try encode(
            Encoding { encoder in
                var root = encoder.container(keyedBy: Key.self)
                try Shapes.Point(y: 2, x: 1).encode(to: root.superEncoder(forKey: "point"))
                try Int?.none.encode(to: root.superEncoder(forKey: "none"))
                var list = root.nestedUnkeyedContainer(forKey: "list")
                try 5.encode(to: list.superEncoder())
            }
        )
        #expect(form == ["list": [5], "point": ["x": 1, "y": 2]])
        try read(form) { decoder in
            let root = try decoder.container(keyedBy: Key.self)
            #expect(try Shapes.Point(from: root.superDecoder(forKey: "point")) == Shapes.Point(y: 2, x: 1))
            #expect(throws: DecodingError.self) { try root.superDecoder() }
            var list = try root.nestedUnkeyedContainer(forKey: "list")
            let element = try list.superDecoder()
            #expect(try Int(from: element) == 5)
            #expect(element.codingPath.map(\.stringValue) == ["list", "Index 0"])
        }
    }

    @Test("keys are in the order of the file")
    func allKeys() throws {
        try read(["z": 1, "light": 2, "a": 3, "dark": 4]) { decoder in
            let keys = try decoder.container(keyedBy: Key.self)
            #expect(keys.allKeys.map(\.stringValue) == ["z", "light", "a", "dark"])
            #expect(keys.contains("a") && !keys.contains("b"))
            #expect(try !keys.decodeNil(forKey: "a") && keys.decodeNil(forKey: "b"))
            #expect(try keys.decode(Int?.self, forKey: "b") == nil)
            #expect(try keys.decode(Shapes.Level?.self, forKey: "light") == .high)
        }
    }

    @Test("a refused value remains the next value of its array")
    func unkeyed() throws {
        try read([1, "a"]) { decoder in
            var list = try decoder.unkeyedContainer()
            #expect(list.count == 2)
            #expect(throws: DecodingError.self) { try list.decode(String.self) }
            #expect(throws: DecodingError.self) { try list.nestedUnkeyedContainer() }
            #expect(list.currentIndex == 0)
            #expect(try list.decodeNil() == false)
            #expect(try list.decodeIfPresent(Int.self) == 1)
            #expect(try list.decode(String.self) == "a")
            #expect(list.isAtEnd)
            #expect(try list.decodeIfPresent(Int.self) == nil)
            #expect(throws: DecodingError.self) { try list.decodeNil() }
        }
    }

    @Test("a decoder can be kept and used later")
    func keptDecoder() throws {
        let kept = try decode([KeptDecoder].self, from: [["x": 1, "y": "2"]])
        let error = #expect(throws: DecodingError.self) { try Shapes.Point(from: kept[0].decoder) }
        guard case .typeMismatch(_, let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["Index 0", "y"])
    }

    @Test("user information reaches every value")
    func userInfo() throws {
        let key = try #require(CodingUserInfoKey(rawValue: "unit"))
        var encoder = PropertyListValueEncoder()
        encoder.userInfo[key] = "mm"
        let form = try encoder.encode(["a": [Encoding { try ($0.userInfo[key] as? String).encode(to: $0) }]])
        #expect(form == ["a": ["mm"]])
        var decoder = PropertyListValueDecoder()
        decoder.userInfo[key] = "mm"
        let kept = try decoder.decode([KeptDecoder].self, from: [1])
        #expect(kept[0].decoder.userInfo[key] as? String == "mm")
    }

    private func read(_ form: PropertyList, _ body: (any Decoder) throws -> Void) throws {
        try body(decode(KeptDecoder.self, from: form).decoder)
    }
}

/// A value that a closure encodes.
private struct Encoding: Encodable {
    let body: (any Encoder) throws -> Void

    func encode(to encoder: any Encoder) throws {
        try body(encoder)
    }
}

/// A value that keeps the decoder that creates it.
private struct KeptDecoder: Decodable {
    let decoder: any Decoder

    init(from decoder: any Decoder) {
        self.decoder = decoder
    }
}

private struct Key: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) {
        stringValue = value
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        return nil
    }
}

private class Animal: Codable {
    let name: String

    init(name: String) {
        self.name = name
    }
}

private final class Dog: Animal {
    let age: Int

    init(name: String, age: Int) {
        self.age = age
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        age = try container.decode(Int.self, forKey: "age")
        try super.init(from: container.superDecoder())
    }

    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(age, forKey: "age")
        try super.encode(to: container.superEncoder())
    }
}

private final class Cat: Animal {
    let lives: Int

    init(name: String, lives: Int) {
        self.lives = lives
        super.init(name: name)
    }

    required init(from decoder: any Decoder) throws {
        lives = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: "lives")
        try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(lives, forKey: "lives")
    }
}
