import PreferenceCore
import PropertyLists
import TestSupport
import Testing

@Suite("The schema of a Codable type")
struct SchemaOfCodableTests {
    private func form<Value: Codable & Sendable>(of type: Value.Type) throws -> PropertyList? {
        try schemaForm(of: PreferenceKey<Value?>("k"))
    }

    @Test("has its entries, of which those are required that are not optional")
    func structure() throws {
        #expect(
            try form(of: Account.self) == [
                "type": "object",
                "properties": [
                    "name": ["type": "string"], "created": ["type": "string", "format": "date-time"],
                    "nickname": ["type": "string"], "sizes": ["type": "array", "items": [:]],
                ],
                "required": ["name", "created", "sizes"],
            ]
        )
        #expect(
            try form(of: [String: Account].self)?[path: ["additionalProperties", "properties", "name"]]
                == ["type": "string"]
        )
    }

    @Test("goes down into other types, lists and dictionaries of them, and their cases")
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

    @Test("says of a type with a form by its coding what it says of any")
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

    @Test("knows of an enumeration that lists no cases what its raw value is, in a structure by an example alone")
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

    @Test("does not go further than is certain")
    func uncertain() throws {
        // A type within itself, each time.
        #expect(
            try form(of: Node.self) == [
                "type": "object",
                "properties": ["name": ["type": "string"], "children": ["type": "array", "items": [:]], "next": [:]],
                "required": ["name", "children"],
            ]
        )
        // An entry that may be missing, or of another type.
        #expect(
            try form(of: Lenient.self) == [
                "type": "object",
                "properties": ["name": [:], "size": [:], "old": ["type": "integer"], "count": ["type": "integer"]],
                "required": ["count"],
            ]
        )
        // Entries that depend on another's value.
        #expect(
            try form(of: Tagged.self) == [
                "type": "object",
                "properties": [
                    "isText": ["type": "boolean"], "text": ["type": "string"], "number": ["type": "integer"],
                ],
                "required": ["isText"],
            ]
        )
        // What lists the keys, asks for a container within, or for a superclass.
        #expect(try form(of: Event.self) == ["type": "object"])
        #expect(try form(of: Pair.self) == ["type": "array"])
        #expect(try form(of: Within.self) == ["type": "object"])
        // One of two forms.
        #expect(try form(of: TextOrNumber.self) == [:])
        // One value in place of the type's.
        #expect(try form(of: Wrapped.self) == ["type": "integer"])
        // Values that the type refuses.
        #expect(try form(of: Picky.self) == ["type": "object"])
        // What is written is not what is read.
        #expect(try form(of: Uneven.self) == [:])
    }

    @Test("allows every value that is written")
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
