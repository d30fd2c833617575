import Foundation
import PreferenceKit
import TestSupport
import Testing

@Suite("Schemas of Foundation types")
struct FoundationSchemaTests {
    /// Returns the rule of a key of this type in its exported schema.
    private func form<Value: PreferenceValue & Sendable>(of type: Value.Type) throws -> PropertyList? {
        let document = Array(try PreferenceSchema(keys: [PreferenceKey<Value?>("k")]).json().utf8)
        let schema = try PropertyList(parsingJSON: document.span)
        return schema[pointer: ["properties", "k"]]
    }

    /// Expects a type's rule to accept the stored forms of values, and the values as defaults.
    private func expectConformance<Value: PreferenceValue & Sendable>(
        of values: [Value],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for value in values {
            let schema = try PreferenceSchema(keys: [PreferenceKey<Value>("k", default: value)])
            #expect(schema.violations(in: ["k": value.propertyList]) == [], sourceLocation: sourceLocation)
        }
    }

    @Test("the schema of a type describes its stored form")
    func rules() throws {
        #expect(try form(of: Data.self) == ["type": "string", "contentEncoding": "base64"])
        #expect(try form(of: Archived<NSDictionary>.self) == ["type": "string", "contentEncoding": "base64"])
        #expect(try form(of: Date.self) == ["type": "string", "format": "date-time"])
        #expect(try form(of: UUID.self) == ["type": "string", "format": "uuid"])
        #expect(try form(of: Decimal.self) == ["type": ["string", "number"]])
        #expect(
            try form(of: URL.self) == [
                "type": ["string", "object"], "format": "uri",
                "properties": ["relative": ["type": "string"], "base": [:]], "required": ["relative"],
            ]
        )
        #expect(
            try form(of: Set<UUID>.self)
                == ["type": "array", "items": ["type": "string", "format": "uuid"], "uniqueItems": true]
        )
    }

    @Test("the schema allows every value that is written")
    func conformance() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<50 {
            let bytes = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            try expectConformance(of: [Data(bytes)])
            try expectConformance(of: [Archived(Data(bytes) as NSData)])
            let seconds = Double.random(in: -1e9...1e9, using: &generator)
            try expectConformance(of: [Date(timeIntervalSinceReferenceDate: seconds)])
            try expectConformance(of: [UUID()])
            try expectConformance(of: [Decimal(seconds), Decimal(bytes.count), .nan, .greatestFiniteMagnitude])
            try expectConformance(of: [Set([Decimal(seconds), 0])])
            let texts = [
                "a", "/", "?", "#", "é", " ", "%20", "[", "]", "|", "\\", "^", "\"", "<", "{", "`", ":", "@", "~",
            ]
            let text = bytes.map { texts[Int($0) % texts.count] }.joined()
            let base = try #require(URL(string: "https://example.com/a/"))
            let urls = ["https://example.com/\(text)", "x:\(text)", text].flatMap { text in
                [URL(string: text), URL(string: text, relativeTo: base)].compactMap(\.self)
            }
            try expectConformance(of: urls)
            try expectConformance(of: [URL(fileURLWithPath: "/\(text)")])
            try expectConformance(of: [urls])
        }
    }

    @Test("the schema describes the Foundation types inside a Codable type")
    func codable() throws {
        struct Link: Codable, PreferenceValue {
            var title: String
            var page: URL
            var visited: Date?
            var price: Decimal
            var icon: Data
            var identifier: UUID
        }
        let rule = try form(of: [Link].self)?[pointer: ["items"]]
        #expect(rule?[pointer: ["required"]] == ["title", "page", "price", "icon", "identifier"])
        #expect(rule?[pointer: ["properties", "visited"]] == ["type": "string", "format": "date-time"])
        #expect(rule?[pointer: ["properties", "icon"]] == ["type": "string", "contentEncoding": "base64"])
        let link = Link(
            title: "Swift",
            page: try #require(URL(string: "https://swift.org/")),
            visited: Date(),
            price: 0,
            icon: Data([1]),
            identifier: UUID()
        )
        try expectConformance(of: [link])
    }
}
