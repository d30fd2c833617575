import PropertyLists
import TestSupport
import Testing

@testable import PreferenceSchemas

@Suite("Random schemas")
struct SchemaRandomTests {
    @Test("reading some keys gives the same rules as reading the whole schema", arguments: 0..<200)
    func keyedReading(seed: UInt64) throws {
        var random = RandomSchema(seed: seed)
        let document = Array(try PropertyList.dictionary(random.document).json(.plain).utf8)
        let whole = try PreferenceSchema(parsing: document)
        let suite = random.suite()
        for key in whole.keys + ["nope", ""] {
            let part = try PreferenceSchema(parsing: document, keys: [key])
            #expect(part.rule(for: key) == whole.rule(for: key), "seed \(seed), \(key)")
            #expect(part.defaultValue(of: key) == whole.defaultValue(of: key), "seed \(seed), \(key)")
            let values: [PropertyList] = [suite[key] ?? 5, "text", [1, 1.0]]
            for value in values {
                let found = [part, whole].map { $0.violations(in: [key: value], of: [key]) }
                #expect(found[0] == found[1], "seed \(seed)")
            }
        }
        #expect(try PreferenceSchema(parsing: document, keys: whole.keys).keys == whole.keys)
    }

    @Test("an exported schema reads as the same schema, and exports as the same document", arguments: 0..<200)
    func roundTrip(seed: UInt64) throws {
        var random = RandomSchema(seed: seed)
        let read = try PreferenceSchema(parsing: Array(try PropertyList.dictionary(random.document).json(.plain).utf8))
        let exported = try read.json()
        let again = try PreferenceSchema(parsing: Array(exported.utf8))
        #expect(try again.json() == exported, "seed \(seed)")
        #expect(try PreferenceSchema(parsing: Array(again.json().utf8)) == again, "seed \(seed)")
        #expect(again.keys == read.keys)
        #expect(again.warnings.isEmpty)
        for _ in 0..<3 {
            let suite = random.suite()
            let places = [read, again].map { $0.violations(in: suite).map { "\($0.pointer) \($0)" }.sorted() }
            #expect(places[0] == places[1], "seed \(seed)")
        }
    }

    @Test("a cut or damaged document is read or rejected, whole and by key, and never stops the program")
    func damage() throws {
        var generator = SeededGenerator.printingSeed()
        var refused = 0
        for _ in 0..<60 {
            let seed = generator.next()
            var random = RandomSchema(seed: seed)
            let document = Array(try PropertyList.dictionary(random.document).json(.plain, pretty: true).utf8)
            let suite = random.suite()
            for _ in 0..<10 {
                let cut = Array(document.prefix(Int.random(in: 0..<document.count, using: &generator)))
                for damaged in [cut, document.damaged(using: &generator)] {
                    let whole = try? PreferenceSchema(parsing: damaged)
                    let part = try? PreferenceSchema(parsing: damaged, keys: ["a"])
                    refused += whole == nil ? 1 : 0
                    _ = whole?.violations(in: suite)
                    _ = part?.violations(in: suite)
                    // If the whole document is valid, so is each part of it.
                    #expect(whole == nil || part != nil, "seed \(seed)")
                    #expect(whole.map { $0.rule(for: "a") == part?.rule(for: "a") } ?? true, "seed \(seed)")
                }
            }
        }
        #expect(refused > 300)
    }
}
