import TestSupport
import Testing

@testable import PropertyLists

@Suite("A search for entries of an XML document, through a window")
struct XMLLocatorTests {
    @Test(
        "finds what the whole document holds where keys ascend, wherever the window ends",
        arguments: [1_000, 1_037, 5_000, 50_000]
    )
    func ascendingKeys(windowLength: Int) throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<60 {
            let tree = ascendingTree(using: &generator)
            let document = try PropertyList.dictionary(tree).serialized(as: .xml)
            let names = tree.keys.prefix(1) + [generator.pick(tree.keys)] + tree.keys.suffix(1) + ["k"]
            for keys in [.named(Array(names)), .matching { $0[$0.count - 1] % 2 == 0 }] as [KeySelection] {
                let found = search(keys, in: document, windowLength: windowLength, using: &generator)
                #expect(found.root == PropertyList.dictionary(tree).keeping(keys))
                // Each window begins past the middle of the one before it.
                #expect(found.fetched <= 2 * document.count + windowLength)
            }
        }
    }

    @Test("finds an entry at each distance from the end of the window, between characters of any length")
    func borders() throws {
        var generator = SeededGenerator.printingSeed()
        for shift in 0..<200 {
            var tree: PropertyListDictionary = ["a": .string(String(repeating: "x", count: shift))]
            for (number, text) in ["b", "ü", "日", "👩‍👩‍👧", "&<", "z"].enumerated() {
                tree["key \(number) \(text)"] = [.string(text + text), 1, [text: true]]
            }
            let document = try PropertyList.dictionary(tree).serialized(as: .xml)
            for key in tree.keys where !key.contains("&") {
                let found = search(.named([key]), in: document, windowLength: 700, using: &generator)
                #expect(found.root == nil || found.root == PropertyList.dictionary(tree).keeping(.named([key])))
            }
        }
    }

    @Test("finds nothing else than the reader in documents that no program would write")
    func randomDocuments() throws {
        var generator = SeededGenerator.printingSeed()
        var foundCount = 0
        for _ in 0..<300 {
            let odd = Array(RandomXMLDocument(using: &generator).text.utf8)
            #expect(expectNoOther(in: odd, &foundCount, using: &generator))
            let tree = PropertyList.dictionary(ascendingTree(using: &generator))
            let lines = String(decoding: try tree.serialized(as: .xml), as: UTF8.self).split(separator: "\n")
            let oddEnds = ["<!-- <key>a</key> -->", "<?a <dict> ?>", " \r\n\r\n", "", "<!---->\n"]
            let mixed = lines.map { line in
                line + (Int.random(in: 0..<60, using: &generator) == 0 ? generator.pick(oddEnds) : "\n")
            }
            #expect(expectNoOther(in: Array(mixed.joined().utf8), &foundCount, using: &generator))
        }
        #expect(foundCount > 50)
    }

    @Test("finds nothing else than the reader in what programs write, where bytes of it are others")
    func damagedDocuments() throws {
        var generator = SeededGenerator.printingSeed()
        var (foundCount, failureCount) = (0, 0)
        for _ in 0..<300 {
            let document = try PropertyList.dictionary(ascendingTree(using: &generator)).serialized(as: .xml)
            for _ in 0..<10 {
                var bytes = document
                let place = Int.random(in: bytes.indices, using: &generator)
                bytes[place] = generator.pick(Array("<>&/ \n19ak\u{E9}".utf8))
                failureCount += expectNoOther(in: bytes, &foundCount, using: &generator) ? 0 : 1
                let damaged = document.damaged(using: &generator)
                failureCount += expectNoOther(in: damaged, &foundCount, using: &generator) ? 0 : 1
            }
        }
        #expect(foundCount > 300 && failureCount > 1_000)
    }

    @Test(
        "leaves to the reader what only the whole document tells",
        arguments: [
            // A key that stands twice, or may.
            document(start: "<key>a</key><true/>", end: "<key>a</key><true/>"),
            document(start: "<key>b</key><true/>", end: "<key>a</key><true/>"),
            document(start: "", end: "<key>z&amp;</key><true/>"),
            // An entry as long as the window.
            document(start: "<key>a</key><string>\(String(repeating: "x", count: 1_000))</string>", end: ""),
            document(start: "<!-- \(String(repeating: "x", count: 1_000)) --><key>a</key><true/>", end: ""),
            // Another root, or no end.
            "<array>\(document(start: "", end: ""))</array>",
            document(start: "", end: "") + document(start: "", end: ""),
            document(start: "", end: "") + String(repeating: " ", count: 1_000),
            "<plist>" + document(start: "", end: ""), document(start: "", end: "") + "</plist>",
            String(document(start: "", end: "").dropLast()),
            // Another encoding.
            "<?xml version='1.0' encoding='ASCII'?>" + document(start: "", end: ""),
            "<?xml version='1.0' encoding='UTF-16'?>" + document(start: "", end: ""),
            // An error, whose line has to be told.
            document(start: "", end: "<key>z</key><integer>x</integer>"), document(start: "", end: "<key>z</key>"),
        ]
    )
    func needsReader(document: String) {
        var generator = SeededGenerator.printingSeed()
        #expect(search(.named(["k5"]), in: Array(document.utf8), windowLength: 500, using: &generator).root == nil)
    }

    @Test(
        "goes through a document with or without <plist>, comments at its ends, and a byte order mark",
        arguments: [
            ("", ""), ("<plist version='1.0'>\n", "\n</plist>\n"), ("\u{FEFF}<!-- <dict> -->", "<!-- </dict> -->"),
            ("<?xml version='1.0' encoding='utf-8'?><!DOCTYPE plist [<!ENTITY a 'b'>]><plist>", "</plist><?end?>"),
        ]
    )
    func frames(start: String, end: String) {
        var generator = SeededGenerator.printingSeed()
        let bytes = Array((start + Self.document(start: "", end: "<key>z</key><!-- --><true/>") + end).utf8)
        let found = search(.named(["k5", "z"]), in: bytes, windowLength: 500, using: &generator)
        #expect(found.root == ["k5": 5, "z": true])
    }

    // MARK: -

    /// A root dictionary of ten entries and others at its start and its end.
    private static func document(start: String, end: String) -> String {
        let entries = (0..<10).map { "\n\t<key>k\($0)</key>\n\t<integer>\($0)</integer>" } + ["\n\t"]
        let filling = (0..<10).map { "<key>l\($0)</key><string>\(String(repeating: "y", count: 80))</string>" }
        return "<dict>\(start)\(entries.joined())\(filling.joined())\(end)</dict>"
    }

    /// A dictionary whose keys ascend, with no entry longer than 150 bytes.
    private func ascendingTree(using generator: inout SeededGenerator) -> PropertyListDictionary {
        var tree = PropertyListDictionary()
        for number in 0..<Int.random(in: 1...80, using: &generator) {
            let values: [PropertyList] = [
                "text", "é & <日>", true, 7, 0.5, .data([1, 2, 3]), [], [:], ["k": [1]],
                .date(PropertyListDate(secondsSinceReferenceDate: 0)),
                .uid(3),
            ]
            tree["key \(1_000 + number)"] = generator.pick(values)
        }
        return tree
    }

    /// Checks that a search finds what the reader finds, or leaves it to that.
    ///
    /// - Returns: whether the reader reads the document.
    private func expectNoOther(
        in document: [UInt8],
        _ foundCount: inout Int,
        using generator: inout SeededGenerator
    ) -> Bool {
        let whole = try? PropertyList(parsing: document.span, as: .xml)
        let keys = KeySelection.matching { $0.isEmpty || $0[$0.count - 1] % 2 == 0 }
        let windowLength = generator.pick([100, 300, 1_000, 3_000])
        if let root = search(keys, in: document, windowLength: windowLength, using: &generator).root {
            #expect(root == whole?.keeping(keys), "\(String(decoding: document, as: UTF8.self))")
            foundCount += 1
        }
        return whole != nil
    }

    /// What a search finds, nil where it needs the reader; and how many bytes it has fetched.
    private func search(
        _ keys: KeySelection,
        in document: [UInt8],
        windowLength: Int,
        using generator: inout SeededGenerator
    ) -> (root: PropertyList?, fetched: Int) {
        var locator = XMLLocator(for: keys, inDocumentOf: document.count, windowLength: windowLength)
        do throws(PropertyListError) {
            return try locator.search(document, memoryLength: windowLength, using: &generator)
        } catch {
            preconditionFailure("a search in XML leaves errors to the reader")
        }
    }
}
