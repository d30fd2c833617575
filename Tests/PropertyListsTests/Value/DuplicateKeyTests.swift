import TestSupport
import Testing

@testable import PropertyLists

/// The rule is CoreFoundation's: of several entries with the same key, the last counts in text, the first in a binary
/// document.
@Suite("Duplicate keys", .mayWait)
struct DuplicateKeyTests {
    @Test(
        "one entry of each key is read, as in Foundation",
        arguments: [
            ("<plist><dict><key>a</key><true/>\n<key>a</key><false/></dict></plist>", ["a": false]),
            (
                "<plist><dict><key>a</key><dict/><key>b</key><true/><key>&#x61;</key>\n<true/></dict></plist>",
                ["b": true, "a": true]
            ),
            (
                "<plist><dict><key>x</key><array><dict><key>a</key><dict><key>c</key><true/>\n"
                    + "<key>c</key><dict><key>c</key><true/></dict></dict></dict></array></dict></plist>",
                ["x": [["a": ["c": ["c": true]]]]]
            ),
            ("<plist><dict><key/><true/><key></key><false/></dict></plist>", ["": false]),
            ("{r = ({a = 1; b = 2; a = 3;});}", ["r": [["b": "2", "a": "3"]]]), ("a = 1; \"a\" = 2;", ["a": "2"]),
            ("{a = {a = 1; b = (2);};\n c = {d;}; a; a; }", ["c": ["d": "d"], "a": "a"]),
            ("b; a = {c;}; b; b;", ["a": ["c": "c"], "b": "b"]),
        ] as [(String, PropertyList)]
    )
    func text(text: String, value: PropertyList) throws {
        try expect(Array(text.utf8), is: value)
    }

    @Test(
        "keys in XML are compared by what they represent, whatever references they have",
        arguments: [
            (["a", "a&#13;", "a&quot;", "a&amp;", "a'", "a'b", "a&lt;", "a&lt;&lt;", "a&lt;b", "a=", "a&gt;é"], 11),
            (["a'", "a&apos;"], 1), (["a&lt;", "a&lt;"], 1), (["a&amp;", "a&#38;"], 1), (["a&#x3c;b", "a="], 2),
            (["a&lt;b", "a=", "a&#x3c;b"], 2),
        ]
    )
    func references(keys: [String], count: Int) throws {
        for keys in [keys, keys.reversed()] {
            let text = "<dict>" + keys.map { "<key>\($0)</key><true/>" }.joined() + "</dict>"
            guard case .dictionary(let dictionary) = try PropertyList(xml: text) else {
                Issue.record("no dictionary")
                return
            }
            #expect(dictionary.count == count)
        }
    }

    @Test(
        "the first entry of each key of a binary document is read, as in Foundation",
        arguments: [
            BinaryDocument([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x09], [0x08]),
            BinaryDocument([0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x61, 0x00, 0x61], [0x09], [0x08]),
            BinaryDocument([0xD3, 1, 1, 1, 3, 2, 2], [0x51, 0x61], [0x08], [0x09]),
        ]
    )
    func binary(document: BinaryDocument) throws {
        try expect(document.bytes, is: ["a": true])
    }

    private func expect(_ bytes: [UInt8], is value: PropertyList) throws {
        let found = try PropertyList(parsing: bytes.span)
        #expect(found == value && found.kind == .dictionary)
        guard case .dictionary(let dictionary) = found else { return }
        #expect(try FoundationPropertyLists.answers(to: [bytes])[0].text == value.canonicalText)
        #expect(try PropertyList.parseKeys(bytes.span).map(\.keys) ?? dictionary.keys == dictionary.keys)
        let index = try #require(try IndexedDocument(parsing: bytes))
        #expect(Array(index.keys) == dictionary.keys)
        for (position, entry) in dictionary.enumerated() {
            #expect(try index.value(at: position) == entry.value)
            #expect(try PropertyList(parsing: bytes.span, keys: [entry.key]) == [entry.key: entry.value])
        }
        let inspection = try PropertyListInspection(of: bytes.span, isSuite: true)
        #expect(inspection.value == value)
        #expect(inspection.findings.contains { if case .duplicateKey = $0.hazard { true } else { false } })
    }

    @Test("the places of both entries are reported, and the values that count keep their positions")
    func findings() throws {
        let text =
            "<dict>\n<key>a</key><dict><key>x</key><true/></dict>\n<key>b</key><true/>\n<key>a</key><false/>\n</dict>"
        let inspection = try PropertyListInspection(of: text.utf8Span.span, isSuite: true)
        #expect(
            inspection.findings.map(\.hazard) == [
                .duplicateKey("a", isRead: false), .duplicateKey("a", isRead: true),
            ]
        )
        #expect(inspection.findings.map(\.position?.line) == [2, 4])
        let positions = try inspection.positions(of: [[], ["a"], ["b"], ["a", "x"]], in: text.utf8Span.span)
        #expect(positions.map { $0?.line } == [1, 4, 3, nil])
        let openStep = "{ a = 1;\n b = { c = 1; c = 2; };\n a = 2; }"
        let found = try PropertyListInspection(of: openStep.utf8Span.span, isSuite: true).findings
        #expect(found.map { "\($0.position?.line ?? 0):\($0.position?.column ?? 0)" } == ["1:3", "2:8", "2:15", "3:2"])
    }

    @Test("a changed key occurs once, and every other entry stays", arguments: [PropertyListFormat.xml, .binary])
    func changes(format: PropertyListFormat) throws {
        var random = SeededGenerator.printingSeed()
        for _ in 0..<400 {
            let entries = Self.entries(depth: 0, using: &random)
            let raw = PropertyListDictionary(uniqueEntries: entries)
            let document = try PropertyList.dictionary(raw).serialized(as: format)
            guard case .dictionary(let old) = try PropertyList(parsing: document.span) else { continue }
            #expect(old == Self.counting(raw, format == .xml ? .last : .first))
            var new = old
            // Each key is changed once, so that none moves.
            for key in Self.keys.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random)) {
                switch Int.random(in: 0..<4, using: &random) {
                case 0: new[key] = nil
                case 1: new.renameKey(key, to: "new")
                case 2:
                    guard case .dictionary(var nested) = new[key] else { fallthrough }
                    nested[Self.keys[0]] = 77
                    new[key] = .dictionary(nested)
                default: new[key] = 99
                }
            }
            new.sortNewKeys(of: old)
            let splice = try new.spliced(changing: document, replacing: old, as: format)
            #expect(try PropertyList(parsing: splice.bytes.span) == .dictionary(new))
            let changed = Set(old.keys + new.keys).filter { old[$0] != new[$0] }
            let (before, after) = (raw.keys, try Self.allKeys(of: splice.bytes, format))
            for key in Self.keys {
                let count = changed.contains(key) ? new[key] == nil ? 0 : 1 : before.count { $0 == key }
                // A binary document of which much is removed is written anew, without duplicates.
                let isRewritten = format == .binary && splice.duplicates.contains(key)
                let found = after.count { $0 == key }
                #expect(
                    found == count || isRewritten && found == 1,
                    "\(key) \(found) in \(raw), \(new), \(splice.duplicates)"
                )
            }
            let lost = changed.filter { key in before.count { $0 == key } > 1 }
            #expect(Set(splice.duplicates).isSuperset(of: lost))
            guard format == .xml, let located = try LocatedEntries(of: Self.keys + ["new"], in: document.span) else {
                continue
            }
            #expect(located.root == old)
            if let edited = try located.document(document, changedTo: new) {
                #expect(try PropertyList(parsing: edited.bytes.span) == .dictionary(new), "\(raw)")
                #expect(Set(edited.duplicates) == Set(splice.duplicates))
            }
        }
    }

    private static let keys = ["a", "b", "c", "d", "e"]

    private static func entries(
        depth: Int,
        using random: inout SeededGenerator
    ) -> [PropertyListDictionary.Entry] {
        (0..<Int.random(in: 2...7, using: &random)).map { number in
            let isNested = depth < 2 && Int.random(in: 0..<3, using: &random) == 0
            let value: PropertyList =
                isNested
                ? .dictionary(PropertyListDictionary(uniqueEntries: entries(depth: depth + 1, using: &random)))
                : .integer(PropertyListInteger(Int64(number + 10 * depth)))
            return PropertyListDictionary.Entry(key: keys.randomElement(using: &random) ?? "a", value: value)
        }
    }

    /// Returns a dictionary with each key once: what the rule says, in the simplest way.
    private static func counting(_ raw: PropertyListDictionary, _ rule: DuplicateKeys.Rule) -> PropertyListDictionary {
        let entries = raw.map { entry -> (String, PropertyList) in
            guard case .dictionary(let nested) = entry.value else { return (entry.key, entry.value) }
            return (entry.key, .dictionary(counting(nested, rule)))
        }
        return PropertyListDictionary(assigning: rule == .last ? entries : Array(entries.reversed()))
    }

    /// Returns the keys of the entries of the root dictionary, each as often as it occurs.
    private static func allKeys(of document: [UInt8], _ format: PropertyListFormat) throws -> [String] {
        try document.span.withByteView { bytes throws(PropertyListError) in
            guard format == .xml else {
                let objects = try BinaryObjectTable(bytes)
                return try objects.keys(of: objects.object(objects.trailer.root))
            }
            var scanner = try XMLScanner(bytes)
            _ = try scanner.next()
            return try LocatedEntries(of: .named([]), inRootDictionaryOf: &scanner).layout.keys(in: bytes)
        }
    }
}
