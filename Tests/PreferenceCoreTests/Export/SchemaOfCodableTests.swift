import PreferenceCore
import PropertyLists
import TestSupport
import Testing

@Suite("The schema of a Codable type")
struct SchemaOfCodableTests {
    private func form<Value: Codable & Sendable>(of type: Value.Type) throws -> PropertyList? {
        try schemaForm(of: PreferenceKey<Value?>("k"))
    }

    @Test("the schema lists the properties, and requires those that are not optional")
    func structure() throws {
        #expect(
            try form(of: Account.self) == [
                "type": "object",
                "properties": [
                    "name": ["type": "string"], "created": ["type": "string", "format": "date-time"],
                    "nickname": ["type": "string"],
                    "sizes": ["type": "object", "additionalProperties": ["type": "integer"]],
                ],
                "required": ["name", "created", "sizes"],
            ]
        )
        #expect(
            try form(of: [String: Account].self)?[pointer: ["additionalProperties", "properties", "name"]]
                == ["type": "string"]
        )
    }

    @Test("the schema describes nested types, collections of them, and their cases")
    func nested() throws {
        #expect(
            try form(of: Workspace.self) == [
                "type": "object",
                "properties": [
                    "frames": [
                        "type": "array",
                        "items": [
                            "type": "object",
                            "properties": [
                                "x": ["type": "number"], "side": ["type": "string", "enum": ["left", "right"]],
                            ],
                            "required": ["x", "side"],
                        ],
                    ],
                    "names": ["type": "object", "additionalProperties": [:]],
                    "wide": ["type": "integer"], "identifier": ["type": "string"],
                    "kind": ["type": "object", "enum": [["plain": [:]], ["split": [:]]]],
                ],
                "required": ["frames", "names", "wide", "identifier", "kind"],
            ]
        )
    }

    @Test("a dictionary whose keys are encoded as strings or raw values is a dictionary, and another may be an array")
    func dictionaries() throws {
        let integers: PropertyList = ["type": "object", "additionalProperties": ["type": "integer"]]
        #expect(try form(of: [Style: Int].self) == integers)
        #expect(try form(of: [Level: Int].self) == integers)
        #expect(try form(of: [Frame.Side: Int].self) == integers)
        #expect(
            try form(of: [[Int]: Int].self) == [
                "type": ["array", "object"], "items": [:], "additionalProperties": ["type": "integer"],
            ]
        )
        let suites = try SuiteDirectory()
        try suites.write([:])
        let preferences = try suites.preferences()
        let key = PreferenceKey<[Style: Int]?>("k")
        preferences[key] = [.bold: 1]
        #expect(try suites.contents() == ["k": ["bold": 1]])
        try suites.write(["k": ["plain", 2]])
        #expect(preferences[key] == [.plain: 2])
        preferences[key]?[.bold] = 3
        #expect(try suites.contents() == ["k": ["bold": 3, "plain": 2]])
        try expectConformance(of: suites.contents(), to: [key])
    }

    @Test("a PreferenceValue that is stored as it encodes itself has the schema of a Codable type")
    func valueByCoding() throws {
        #expect(
            try schemaForm(of: PreferenceKey<Window?>("k")) == [
                "type": "object",
                "properties": [
                    "title": ["type": "string"],
                    "columns": ["type": "array", "items": ["type": "integer"], "minItems": 2, "maxItems": 2],
                ],
                "required": ["title", "columns"],
            ]
        )
        #expect(try schemaForm(of: PreferenceKey<Encased?>("k")) == [:])
    }

    @Test("an enumeration without listed cases has its raw value's type, but inside a structure only with an example")
    func rawValues() throws {
        let known = PreferenceKey<Styled>("k", default: Styled(style: .bold, size: 1))
        #expect(
            try schemaForm(of: known) == [
                "type": "object", "properties": ["style": ["type": "string"], "size": ["type": "integer"]],
                "required": ["style", "size"], "default": ["style": "bold", "size": 1],
            ]
        )
        #expect(try form(of: Styled.self) == ["type": "object"])
        #expect(try form(of: [Style].self) == ["type": "array", "items": ["type": "string"]])
    }

    @Test("the schema omits whatever is uncertain")
    func uncertain() throws {
        // A recursive type has no rule for its inner values.
        #expect(
            try form(of: Node.self) == [
                "type": "object",
                "properties": ["name": ["type": "string"], "children": ["type": "array", "items": [:]], "next": [:]],
                "required": ["name", "children"],
            ]
        )
        // A property that can be missing or have another type.
        #expect(
            try form(of: Lenient.self) == [
                "type": "object",
                "properties": ["name": [:], "size": [:], "old": ["type": "integer"], "count": ["type": "integer"]],
                "required": ["count"],
            ]
        )
        // Properties that depend on the value of another one.
        #expect(
            try form(of: Tagged.self) == [
                "type": "object",
                "properties": [
                    "isText": ["type": "boolean"], "text": ["type": "string"], "number": ["type": "integer"],
                ],
                "required": ["isText"],
            ]
        )
        // Types that list the keys, decode an unkeyed container, or decode a nested container.
        #expect(try form(of: Event.self) == ["type": "object"])
        #expect(try form(of: Pair.self) == ["type": "array"])
        #expect(try form(of: Within.self) == ["type": "object"])
        // A type with two stored forms.
        #expect(try form(of: TextOrNumber.self) == [:])
        // A type that is stored as a single value.
        #expect(try form(of: Wrapped.self) == ["type": "integer"])
        // A type that rejects some values.
        #expect(try form(of: Picky.self) == ["type": "object"])
        // A type that encodes another form than it decodes.
        #expect(try form(of: Uneven.self) == [:])
    }

    @Test("the schema allows every value that is written")
    func conformance() throws {
        var generator = SeededGenerator.printingSeed()
        let suites = try SuiteDirectory()
        for _ in 0..<50 {
            let flag = Bool.random(using: &generator)
            let number = Int.random(in: -3...3, using: &generator)
            let text = String(UInt8.random(in: 0...255, using: &generator))
            try suites.write([:])
            let preferences = try suites.preferences()
            var keys: [PreferenceKeys] = []
            func write<Value: Codable & Sendable>(_ value: Value) throws {
                let key = PreferenceKey<Value?>("k\(keys.count)")
                try preferences.set(value, for: key)
                keys += [key, PreferenceKey<Value>("d\(keys.count)", default: value)]
            }
            try write(Account(name: text, nickname: flag ? text : nil, sizes: [.low: number]))
            try write(
                Workspace(
                    frames: [Frame(x: Double(number), side: flag ? .left : .right)],
                    names: [text: Empty()],
                    wide: Int128(number),
                    identifier: Identifier(rawValue: text),
                    kind: flag ? .plain : .split
                )
            )
            try write(Styled(style: flag ? .bold : .plain, size: number))
            try write([Style.bold, .plain])
            try write(
                Node(name: text, children: [Node(name: text, children: [])], next: [Node(name: "", children: [])])
            )
            try write(Lenient(name: text, size: number, old: flag ? number : nil, count: number))
            try write(Tagged(text: flag ? text : nil, number: number))
            try write(flag ? Event.opened(name: text) : .closed)
            try write(Pair(first: number, second: text))
            try write(Within(x: number))
            try write(flag ? TextOrNumber.text(text) : .number(number))
            try write(Wrapped(value: number))
            try write(Picky(even: number * 2))
            try write(Uneven(a: number))
            try expectConformance(of: suites.contents(), to: keys)
        }
    }
}
