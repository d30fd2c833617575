import TestSupport
import Testing

@testable import PropertyLists

@Suite("Changing some entries of an XML document without a tree of the others")
struct LocatedEntriesTests {
    private static let sorted = """
        <plist version="1.0">
        <dict>
        \t<key>b</key>
        \t<integer>1</integer> <!-- first -->
        \t<key>d</key>
        \t<array><true/></array>
        \t<key>f&amp;</key>
        \t<string>x</string>
        </dict>
        </plist>

        """
    private static let entryB = "\t<key>b</key>\n\t<integer>1</integer> <!-- first -->\n"
    private static let entryD = "\t<key>d</key>\n\t<array><true/></array>\n"
    private static let entryF = "\t<key>f&amp;</key>\n\t<string>x</string>\n"
    private static let unsorted = sorted.replacing("<key>b</key>", with: "<key>z</key>")

    @Test("only the requested entries are located, in the order of the document")
    func sought() throws {
        let located = try #require(try locate(["f&", "absent", "b"], in: Self.sorted))
        #expect(located.root.elementsEqual(["b": 1, "f&": "x"] as PropertyListDictionary))
        #expect(located.layout.starts.count == 3)
        #expect(located.positions == [0, 2])
    }

    @Test(
        "a change affects only the bytes of its entry",
        arguments: [
            (sorted, ["b": 2], sorted.replacing(">1<", with: ">2<")),
            (sorted, ["d": nil], sorted.replacing(entryD, with: "")),
            (sorted, ["d": nil, "b": 7], sorted.replacing(entryD, with: "").replacing(">1<", with: ">7<")),
            (sorted, ["a": true], sorted.replacing(entryB, with: "\t<key>a</key>\n\t<true/>\n" + entryB)),
            (sorted, ["c": true], sorted.replacing(entryD, with: "\t<key>c</key>\n\t<true/>\n" + entryD)),
            (sorted, ["g": true], sorted.replacing(entryF, with: entryF + "\t<key>g</key>\n\t<true/>\n")),
            (
                sorted, ["e": 3, "c": 2, "d": nil],
                sorted.replacing(
                    entryD,
                    with: "\t<key>c</key>\n\t<integer>2</integer>\n\t<key>e</key>\n\t<integer>3</integer>\n"
                )
            ),
            (unsorted, ["c": true], unsorted.replacing(entryF, with: entryF + "\t<key>c</key>\n\t<true/>\n")),
            (
                unsorted, ["f&": nil, "c": true],
                unsorted.replacing(entryF, with: "\t<key>c</key>\n\t<true/>\n")
            ),
            ("<plist><dict/></plist>", ["k": true], "<plist><dict>\n\t<key>k</key>\n\t<true/>\n</dict></plist>"),
            ("<dict><key>k</key><true/></dict>", ["k": nil], "<dict/>"),
        ] as [(String, [String: PropertyList?], String)]
    )
    func changes(document: String, changes: [String: PropertyList?], expected: String) throws {
        let located = try #require(try locate(changes.keys.sorted(), in: document))
        var new = located.root
        for (key, value) in changes.sorted(by: { $0.key < $1.key }) {
            new[key] = value
        }
        let changed = try #require(try located.document(Array(document.utf8), changedTo: new))
        #expect(String(decoding: changed.bytes, as: UTF8.self) == expected)
    }

    @Test("a renamed key keeps its position, unless that would break the order of sorted keys")
    func renaming() throws {
        try expectRenaming("d", to: "e", in: Self.sorted, gives: Self.sorted.replacing(">d<", with: ">e<"))
        try expectRenaming("d", to: "a", in: Self.unsorted, gives: Self.unsorted.replacing(">d<", with: ">a<"))
        let entry = "\t<key>g</key>\n\t<array>\n\t\t<true/>\n\t</array>\n"
        let moved = Self.sorted.replacing(Self.entryD, with: "").replacing(Self.entryF, with: Self.entryF + entry)
        try expectRenaming("d", to: "g", in: Self.sorted, gives: moved)
    }

    @Test("a document that must be rewritten has no located entries")
    func others() throws {
        let tree: PropertyList = ["k": true]
        for format in [PropertyListFormat.binary, .json, .openStep] {
            let bytes = try tree.serialized(as: format)
            #expect(try LocatedEntries(of: ["k"], in: bytes.span) == nil)
        }
        #expect(try locate(["k"], in: "<array/>") == nil)
        #expect(try locate(["k"], in: "<?xml version='1.0' encoding='US-ASCII'?><dict/>") == nil)
    }

    @Test("many keys change in one document, and long parts of it are not copied")
    func many() throws {
        let keys = (0..<5_000).map { "key\(10_000 + $0)" }
        let filler = PropertyList.string(String(repeating: "x", count: 40))
        let old = PropertyListDictionary(
            uniqueEntries: keys.map { PropertyListDictionary.Entry(key: $0, value: filler) }
        )
        let bytes = try PropertyList.dictionary(old).serialized(as: .xml)
        let sought = keys.enumerated().filter { $0.offset % 7 == 0 || $0.offset > 4_900 }.map(\.element)
        let located = try #require(try LocatedEntries(of: sought + ["key12000a"], in: bytes.span))
        #expect(located.root.keys == sought)
        var new = located.root
        var expected = old
        for (number, key) in sought.enumerated() {
            new[key] = number % 3 == 0 ? nil : .integer(PropertyListInteger(UInt64(number)))
            expected[key] = new[key]
        }
        new["key12000a"] = true
        expected["key12000a"] = true
        let changed = try #require(try located.document(bytes, changedTo: new))
        #expect(try PropertyList(xml: changed.bytes) == .dictionary(expected))
        #expect(changed.count == changed.bytes.count)
    }

    @Test("the start of a document that stays is known if it is long, so that a file can share it")
    func unchangedStart() throws {
        let long = PropertyList.string(String(repeating: "x", count: 200_000))
        let document = try PropertyList.dictionary(["a": long, "b": 1, "c": long]).serialized(as: .xml)
        let located = try #require(try LocatedEntries(of: ["a", "b", "d"], in: document.span))
        for (key, isLate) in [("a", false), ("b", true), ("d", true)] {
            var new = located.root
            new[key] = 2
            let changed = try #require(try located.document(document, changedTo: new))
            let length = changed.unchangedStart
            #expect(isLate ? length > 200_000 : length == 0)
            #expect(changed.bytes.prefix(length) == document.prefix(length))
        }
        #expect(SplicedDocument(document).unchangedStart == 0)
    }

    @Test("any change of any document gives the expected value and does not change the other entries")
    func random() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<400 {
            let document = RandomXMLDocument(using: &generator)
            let bytes = Array(document.text.utf8)
            let keys = (RandomXMLDocument.keys + ["new", "\u{FB01}"]).filter { _ in Bool.random(using: &generator) }
            let located = try #require(try LocatedEntries(of: keys, in: bytes.span))
            let sought = Set(keys.map(ByteKey.init))
            #expect(located.root.count == document.dictionary.count { sought.contains(ByteKey($0.key)) })
            var new = located.root
            var expected = document.dictionary
            for key in keys where Bool.random(using: &generator) {
                let value =
                    Bool.random(using: &generator) ? RandomPropertyList(depthLimit: 1).value(using: &generator) : nil
                new[key] = value?.asInXML(isRoot: false)
                expected[key] = new[key]
            }
            let changed = try #require(try located.document(bytes, changedTo: new))
            #expect(try PropertyList(xml: changed.bytes) == .dictionary(expected))
            let text = String(decoding: changed.bytes, as: UTF8.self)
            for (entry, spelling) in zip(document.dictionary, document.entries)
            where !sought.contains(ByteKey(entry.key)) {
                #expect(text.contains(spelling))
            }
        }
    }

    @Test("new keys go where they go if the whole tree is known, whether or not all keys are sorted and ASCII")
    func newKeys() throws {
        var generator = SeededGenerator.printingSeed()
        let letters = ["a", "b", "k", "z", "", "ü", "\u{E000}", "\u{1F600}"]
        func key() -> String { (0..<3).map { _ in generator.pick(letters) }.joined() }
        for round in 0..<400 {
            // Most documents are sorted, and half of them are ASCII.
            var keys = Set((0..<Int.random(in: 0...12, using: &generator)).map { _ in key() })
            if round % 2 == 0 {
                keys = keys.filter { $0.utf8.allSatisfy { $0 < 0x80 } }
            }
            var order = Array(keys).sorted { $0.precedesInUserDefaultsOrder($1) }
            if round % 5 == 0 {
                order.shuffle(using: &generator)
            }
            var old = PropertyListDictionary()
            for key in order {
                old[key] = generator.pick([1, "x & y", [true], ["k": 2]])
            }
            let document = try PropertyList.dictionary(old).serialized(as: .xml)
            let sought = (order + (0..<4).map { _ in key() }).filter { _ in Bool.random(using: &generator) }
            let located = try #require(try LocatedEntries(of: sought, in: document.span))
            var (new, whole) = (located.root, old)
            for key in sought where old[key] == nil || Bool.random(using: &generator) {
                (new[key], whole[key]) = (7, 7)
            }
            whole.sortNewKeys(of: old)
            let changed = try #require(try located.document(document, changedTo: new))
            let expected = try whole.spliced(changing: document, replacing: old, as: .xml)
            #expect(changed.bytes == expected.bytes, "\(order), \(new.keys)")
        }
    }

    @Test("a damaged document has the same error as in the reader")
    func damage() {
        var generator = SeededGenerator.printingSeed()
        let document = Array(Self.sorted.utf8)
        for _ in 0..<500 {
            let damaged = document.damaged(using: &generator)
            let read = Result { () throws(PropertyListError) in try PropertyList(parsing: damaged.span) }
            let located = Result { () throws(PropertyListError) in try LocatedEntries(of: ["d"], in: damaged.span) }
            switch (located, read) {
            case (.failure(let error), .failure(let expected)): #expect(error == expected)
            case (.success(let entries?), .success(.dictionary(let root))): #expect(entries.root["d"] == root["d"])
            case (.success(nil), _): break
            default: Issue.record("\(damaged): \(located), but \(read)")
            }
        }
    }

    private func locate(_ keys: [String], in document: String) throws(PropertyListError) -> LocatedEntries? {
        let bytes = Array(document.utf8)
        return try LocatedEntries(of: keys, in: bytes.span)
    }

    private func expectRenaming(_ old: String, to new: String, in document: String, gives expected: String) throws {
        let located = try #require(try locate([old, new], in: document))
        var root = located.root
        root.renameKey(old, to: new)
        let changed = try #require(try located.document(Array(document.utf8), changedTo: root))
        #expect(String(decoding: changed.bytes, as: UTF8.self) == expected)
    }
}
