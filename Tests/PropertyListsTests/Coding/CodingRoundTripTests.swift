import PropertyLists
import TestSupport
import Testing

@Suite("Codable values as property lists")
struct CodingRoundTripTests {
    @Test("scalars have the form of their type")
    func scalars() throws {
        try expect("text", is: "text")
        try expect(true, is: true)
        try expect(Int8.min, is: -128)
        try expect(UInt64.max, is: .integer(.max))
        try expect(Int64.min, is: .integer(.min))
        try expect(Int128(UInt64.max), is: .integer(.max))
        try expect(UInt128(7), is: 7)
        try expect(0.1, is: .real(0.1))
        try expect(Float(0.5), is: .real(0.5))
        try expect(-Double.infinity, is: .real(-.infinity))
        try expect(PropertyListDate(secondsSinceReferenceDate: 0.25), is: date(0.25))
        try expect([UInt8]([1, 2]), is: .data([1, 2]))
        try expect(Optional(3), is: 3)
    }

    @Test("a property list is its own form")
    func passesThrough() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<200 {
            let value = RandomPropertyList().value(using: &generator)
            try expect(value, is: value)
            try expect([Shapes.Wrapper(value)], is: [value])
        }
    }

    @Test("structures are dictionaries with their keys in byte order")
    func structures() throws {
        try expect(Shapes.Empty(), is: [:])
        try expect(Shapes.Point(y: 2, x: 1), is: ["x": 1, "y": 2])
        let point = try encode(Shapes.Point(y: 2, x: 1))
        #expect(keys(of: point) == ["x", "y"])
        let account = Shapes.Account(
            name: "kim",
            created: PropertyListDate(secondsSinceReferenceDate: 1.5),
            picture: [255],
            extra: [1, ["a": .uid(3)]],
            dictionary: ["z": 1, "a": 2],
            nickname: nil,
            home: Shapes.Point(y: 0, x: 0)
        )
        try expect(
            account,
            is: [
                "created": date(1.5), "dictionary": ["z": 1, "a": 2], "extra": [1, ["a": .uid(3)]],
                "home": ["x": 0, "y": 0], "name": "kim", "picture": .data([255]),
            ]
        )
    }

    @Test("numbers of every width keep their limits", arguments: [false, true])
    func numbers(atMaximum: Bool) throws {
        let numbers = Shapes.Numbers(
            int8: atMaximum ? .max : .min,
            int16: atMaximum ? .max : .min,
            int32: atMaximum ? .max : .min,
            int64: atMaximum ? .max : .min,
            int: atMaximum ? .max : .min,
            uint8: atMaximum ? .max : .min,
            uint16: atMaximum ? .max : .min,
            uint32: atMaximum ? .max : .min,
            uint64: atMaximum ? .max : .min,
            uint: atMaximum ? .max : .min,
            int128: atMaximum ? Int128(UInt64.max) : Int128(Int64.min),
            uint128: atMaximum ? UInt128(UInt64.max) : 0,
            float: atMaximum ? .greatestFiniteMagnitude : .leastNonzeroMagnitude,
            double: atMaximum ? .greatestFiniteMagnitude : -0.0,
            bool: atMaximum
        )
        let form = try encode(numbers)
        #expect(try decode(Shapes.Numbers.self, from: form) == numbers)
        guard case .dictionary(let dictionary) = form else {
            Issue.record("\(form)")
            return
        }
        #expect(dictionary.filter { $0.value.kind == .integer }.count == 12)
        #expect(dictionary.filter { $0.value.kind == .real }.map(\.key) == ["double", "float"])
    }

    @Test("enumerations are raw values, or dictionaries with the case as the key")
    func enumerations() throws {
        try expect([Shapes.Theme.dark, .light], is: ["dark", "light"])
        try expect(Shapes.Level.high, is: 2)
        try expect(Shapes.Event.idle, is: ["idle": [:]])
        try expect(Shapes.Event.typed("a"), is: ["typed": ["_0": "a"]])
        try expect(
            Shapes.Event.moved(to: Shapes.Point(y: 2, x: 1), speed: nil),
            is: ["moved": ["to": ["x": 1, "y": 2]]]
        )
    }

    @Test("collections are arrays, dictionaries or data")
    func collections() throws {
        try expect([[Int]](), is: [])
        try expect([[1], []], is: [[1], []])
        try expect([[UInt8]]([[1], []]), is: [.data([1]), .data([])])
        try expect([Shapes.Point(y: 2, x: 1)], is: [["x": 1, "y": 2]])
        try expect(["b": 1, "a": 2], is: ["a": 2, "b": 1])
        try expect(["b": Shapes.Level.low], is: ["b": 1])
        try expect([10: "ten", 9: "nine"], is: ["9": "nine", "10": "ten"])
        try expect([Shapes.Theme.dark: 1], is: ["dark": 1])
        try expect(["a": [Shapes.Event.idle]], is: ["a": [["idle": [:]]]])
        try expect(Set([1]), is: [1])
        try expect([Int128(1), -1], is: [1, -1])
        try expect(Shapes.Field<UInt128?>(value: 5), is: ["value": 5])
        try expect(1...3, is: [1, 3])
    }

    @Test("a dictionary has the same form whatever its order in memory")
    func dictionaryOrder() throws {
        let names = (0..<100).map(String.init)
        for dictionary in [names, names.shuffled()] {
            let form = try encode(Dictionary(uniqueKeysWithValues: dictionary.map { ($0, Shapes.Level.low) }))
            #expect(keys(of: form) == names.sorted())
        }
    }

    @Test("a nil omits its key, and a missing key is nil")
    func optionals() throws {
        try expect(Shapes.Field<Int?>(value: nil), is: [:])
        try expect(Shapes.Field<Int?>(value: 1), is: ["value": 1])
        try expect(Shapes.Field(value: Shapes.Wrapper(Optional(Shapes.Level.low))), is: ["value": 1])
        #expect(try encode(Shapes.Field(value: Shapes.Wrapper(Int?.none))) == [:])
        #expect(try encode(["a": 1, "b": nil]) == ["a": 1])
        try expect([Optional(Shapes.Level.low)], is: [1])
    }

    @Test("a type with its own form keeps it at any depth")
    func ownForms() throws {
        let temperature = Shapes.Temperature(celsius: -3)
        try expect(temperature, is: "-3 C")
        try expect(
            [Shapes.Wrapper(["a": Shapes.Field<Shapes.Temperature?>(value: temperature)])],
            is: [
                ["a": ["value": "-3 C"]]
            ]
        )
        #expect(try PropertyListValueEncoder().encodeStructure(of: temperature) == ["celsius": -3])
        try expect([Shapes.Window(title: "Main", width: 1)], is: [["title": "Main", "width": 1]])
    }

    @Test("numbers are decoded by the rules of PropertyListConvertible")
    func numberRules() throws {
        #expect(try decode(Shapes.Point.self, from: ["x": 1.0, "y": -2.0]) == Shapes.Point(y: -2, x: 1))
        #expect(try decode(Shapes.Field<Double>.self, from: ["value": 3]).value == 3)
        #expect(try decode(Shapes.Field<Float>.self, from: ["value": 0.1]).value == 0.1)
        #expect(try decode(Shapes.Field<Int128>.self, from: ["value": 1e18]).value == 1_000_000_000_000_000_000)
        #expect(try decode(Shapes.Level.self, from: 2.0) == .high)
    }

    @Test("other coders preserve a whole property list")
    func otherCoders() throws {
        // Another coder sees the structure of these types.
        let value: PropertyList = ["date": date(0.5), "data": .data([1]), "uid": .uid(2)]
        let text: PropertyList =
            #"{"date":{"$date":"2001-01-01T00:00:00.5Z"},"data":{"$data":"AQ=="},"uid":{"$uid":2}}"#
        #expect(try PropertyListValueEncoder().encodeStructure(of: value) == text)
        #expect(try PropertyListValueDecoder().decodeStructure(of: PropertyList.self, from: text) == value)
        let moment = PropertyListDate(secondsSinceReferenceDate: 0.5)
        #expect(try PropertyListValueEncoder().encodeStructure(of: moment) == 0.5)
        #expect(try PropertyListValueDecoder().decodeStructure(of: PropertyListDate.self, from: 0.5) == moment)
    }

    private func expect<Value: Codable & Equatable>(
        _ value: Value,
        is form: PropertyList,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try encode(value) == form, sourceLocation: sourceLocation)
        #expect(try decode(Value.self, from: form) == value, sourceLocation: sourceLocation)
    }

    private func date(_ seconds: Double) -> PropertyList {
        .date(PropertyListDate(secondsSinceReferenceDate: seconds))
    }

    private func keys(of form: PropertyList) -> [String]? {
        guard case .dictionary(let dictionary) = form else { return nil }
        return dictionary.keys
    }
}

func encode(_ value: some Encodable) throws -> PropertyList {
    try PropertyListValueEncoder().encode(value)
}

func decode<T: Decodable>(_ type: T.Type, from form: PropertyList) throws -> T {
    try PropertyListValueDecoder().decode(type, from: form)
}

@Suite("Coding of unordered collections")
struct CodingOrderTests {
    /// A type that is codable and hashable, but has no form of its own.
    private struct Point: Codable, Hashable {
        var x: Int
        var label = "a"
    }

    @Test("a set of any elements is sorted: equal sets have equal forms")
    func sets() throws {
        let points = Set((0..<50).map { Point(x: $0) })
        let form = try PropertyListValueEncoder().encode(["points": points])
        #expect(form == ["points": .array((0..<50).map { ["label": "a", "x": .integer(.init(Int64($0)))] })])
        #expect(try PropertyListValueDecoder().decode([String: Set<Point>].self, from: form) == ["points": points])
    }

    @Test("a dictionary that is coded as an array is sorted by key, with each value after its key")
    func dictionaries() throws {
        let dictionary = Dictionary(uniqueKeysWithValues: (0..<50).map { (Point(x: $0), -$0) })
        let form = try PropertyListValueEncoder().encode(dictionary)
        let expected = (0..<50).flatMap { index -> [PropertyList] in
            [["label": "a", "x": .integer(.init(Int64(index)))], .integer(.init(Int64(-index)))]
        }
        #expect(form == .array(expected))
        #expect(try PropertyListValueDecoder().decode([Point: Int].self, from: form) == dictionary)
    }

    @Test("an array keeps its order")
    func arrays() throws {
        let points = [Point(x: 2), Point(x: 1)]
        #expect(try PropertyListValueEncoder().encode(points) == [["label": "a", "x": 2], ["label": "a", "x": 1]])
    }
}
