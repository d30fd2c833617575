import TestSupport
import Testing

@testable import PropertyLists

@Suite("Searching an XML document for entries through a window")
struct XMLLocatorTests {
    @Test(
        "sorted keys are found as in the whole document, wherever the window ends",
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
                // Each window starts past the middle of the one before it.
                #expect(found.fetched <= 2 * document.count + windowLength)
            }
        }
    }

    @Test("all keys, and the tree, of a usual document are read by windows", arguments: [600, 1_037, 5_000, 50_000])
    func wholeDocuments(windowLength: Int) throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<60 {
            let tree = ascendingTree(using: &generator)
            let document = try PropertyList.dictionary(tree).serialized(as: .xml)
            let read = readByWindows(document, windowLength: windowLength, using: &generator)
            #expect(read.tree == .dictionary(tree))
            #expect(read.keys == tree.keys)
        }
    }

    @Test("an entry is found at any distance from the end of the window, between characters of any length")
    func borders() throws {
        var generator = SeededGenerator.printingSeed()
        for shift in 0..<200 {
            var tree: PropertyListDictionary = ["a": .string(String(repeating: "x", count: shift))]
            for (number, text) in ["b", "ü", "日", "👩‍👩‍👧", "z"].enumerated() {
                tree["key \(number) \(text)"] = [.string(text + "&<" + text), 1, [text: true]]
            }
            for number in 10...30 {
                tree["last \(number) 𝄞"] = "𝄞"
            }
            let document = try PropertyList.dictionary(tree).serialized(as: .xml)
            for key in tree.keys {
                let found = search(.named([key]), in: document, windowLength: 1_200, using: &generator)
                #expect(found.root == PropertyList.dictionary(tree).keeping(.named([key])))
            }
        }
    }

    @Test("keys with usual references are found if they ascend by what they represent, whatever the bytes")
    func references() {
        var generator = SeededGenerator.printingSeed()
        let spellings = [
            "a", "a&#13;", "a&quot;", "a&amp;", "a'", "a'b", "a&lt;", "a&lt;&lt;", "a&lt;b", "a=", "a&gt;é",
        ]
        func isFound(_ keys: [String]) -> Bool {
            let entries = keys.map { "<key>\($0)</key><true/>" }.joined()
            let bytes = Array("<plist><dict>\(entries)</dict></plist>\(String(repeating: "\n", count: 100))".utf8)
            return search(.named(["a<b"]), in: bytes, windowLength: 1_000, using: &generator).root != nil
        }
        #expect(isFound(spellings))
        for index in spellings.indices.dropLast() {
            var swapped = spellings
            swapped.swapAt(index, index + 1)
            #expect(!isFound(swapped), "\(swapped)")
        }
        for pair in [["a'", "a&apos;"], ["a&lt;", "a&lt;"], ["a&amp;", "a&#38;"], ["a&#x3c;b", "a="]] {
            #expect(!isFound(pair), "\(pair)")
        }
    }

    @Test("rare values are found in the spelling that programs use")
    func rareValues() throws {
        var generator = SeededGenerator.printingSeed()
        var tree = PropertyListDictionary()
        let values: [PropertyList] = [
            -1, .integer(PropertyListInteger(Int64.min)), .integer(PropertyListInteger(UInt64.max)), .real(.nan),
            .real(.infinity), .real(-.infinity), -0.0, 1e300, -1.5, "", [], [:], [[], [:]], .data([]), "\r\n\t ",
        ]
        for number in 100..<400 {
            tree["key \(number)"] = values[number % values.count]
        }
        let document = try PropertyList.dictionary(tree).serialized(as: .xml)
        let empty = String(decoding: document, as: UTF8.self).replacing("<string></string>", with: "<string/>")
        for bytes in [document, Array(empty.utf8)] {
            let found = search(.matching { _ in true }, in: bytes, windowLength: 600, using: &generator)
            #expect(try found.root == PropertyList(parsing: bytes.span))
        }
    }

    @Test("a long value between others is passed, whatever markup it has", arguments: ["x", "&amp;", "é&lt;&gt;"])
    func longValues(unit: String) throws {
        var generator = SeededGenerator.printingSeed()
        let value = String(repeating: unit, count: 40_000 / unit.utf8.count)
        let entries = (100..<140).map { "<key>k\($0)</key><string>\($0 % 3 == 0 ? value : unit)</string>" }
        let bytes = Array("<dict>\(entries.joined())</dict>".utf8)
        for key in ["k100", "k120", "k139", "z"] {
            let found = search(.named([key]), in: bytes, windowLength: 128 * 1024, using: &generator)
            #expect(try found.root == PropertyList(parsing: bytes.span, keys: [key]))
        }
    }

    @Test("values up to the depth limit are found in any window, and deeper ones are left to the reader")
    func depth() throws {
        var generator = SeededGenerator.printingSeed()
        let others = (1_000..<2_000).map { "<key>k\($0)</key><string>one of many values</string>" }.joined()
        for (depth, isFound) in [(PropertyList.depthLimit - 1, true), (PropertyList.depthLimit, false)] {
            let value = String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
            for key in ["a", "z"] {
                let entry = "<key>\(key)</key>\(value)"
                let bytes = Array("<dict>\(key == "a" ? entry + others : others + entry)</dict>".utf8)
                let found = search(.named([key]), in: bytes, windowLength: 4 * value.utf8.count, using: &generator)
                #expect((found.root != nil) == isFound)
                #expect(isFound == ((try? PropertyList(parsing: bytes.span)) != nil))
            }
        }
    }

    @Test("a search ends even if the document changes during it")
    func changes() throws {
        var generator = SeededGenerator.printingSeed()
        for _ in 0..<500 {
            let versions = try (0..<3).map { _ in
                try PropertyList.dictionary(ascendingTree(using: &generator)).serialized(as: .xml)
            }
            var memory = [UInt8](repeating: 0, count: 1_000)
            var locator = XMLLocator(for: .matching { _ in true }, inDocumentOf: versions[0].count, windowLength: 1_000)
            var fetchCount = 0
            while case .needs(let fetch) = locator.advance(in: memory.span) {
                let bytes = generator.pick(versions).dropFirst(fetch.range.lowerBound).prefix(fetch.range.count)
                memory.replaceSubrange(0..<bytes.count, with: bytes)
                fetchCount += 1
            }
            #expect(fetchCount <= 2 + versions[0].count / 500)
        }
    }

    @Test("a document in another encoding is left to the reader", arguments: DocumentEncoding.wide)
    func encodings(encoding: DocumentEncoding) {
        var generator = SeededGenerator.printingSeed()
        for mark in ["", "\u{FEFF}"] {
            let bytes = encoding.encode(mark + Self.document(start: "", end: ""))
            #expect(search(.named(["k5"]), in: bytes, windowLength: 500, using: &generator).root == nil)
        }
    }

    @Test("a search finds only what the reader finds in documents that no program would write")
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

    @Test("a search finds only what the reader finds in damaged documents")
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
        "a document that must be read whole is left to the reader",
        arguments: [
            // A duplicate key, or a possible one.
            document(start: "<key>a</key><true/>", end: "<key>a</key><true/>"),
            document(start: "<key>b</key><true/>", end: "<key>a</key><true/>"),
            document(start: "", end: "<key>z&#38;</key><true/>"),
            // No entry at the start.
            "<plist><dict/><key>a</key><true/></plist>" + String(repeating: " ", count: 1_000),
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
            // An error, which must be reported with its line.
            document(start: "", end: "<key>z</key><integer>x</integer>"), document(start: "", end: "<key>z</key>"),
        ].map(Sample.init)
    )
    func needsReader(document: Sample<String>) {
        var generator = SeededGenerator.printingSeed()
        #expect(
            search(.named(["k5"]), in: Array(document.value.utf8), windowLength: 500, using: &generator).root == nil
        )
    }

    @Test(
        "a document is searched with or without <plist>, comments at its ends, and a byte order mark",
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

    /// Returns a root dictionary of twenty entries, with others at its start and its end.
    private static func document(start: String, end: String) -> String {
        let entries = (0..<10).map { "\n\t<key>k\($0)</key>\n\t<integer>\($0)</integer>" } + ["\n\t"]
        let filling = (0..<10).map { "<key>l\($0)</key><string>\(String(repeating: "y", count: 80))</string>" }
        return "<dict>\(start)\(entries.joined())\(filling.joined())\(end)</dict>"
    }

    /// Returns a dictionary with sorted keys and no entry longer than 150 bytes.
    private func ascendingTree(using generator: inout SeededGenerator) -> PropertyListDictionary {
        var tree = PropertyListDictionary()
        for number in 0..<Int.random(in: 1...80, using: &generator) {
            let values: [PropertyList] = [
                "text", "é & <日>", true, 7, 0.5, .data([1, 2, 3]), [], [:], ["k": [1]],
                .date(PropertyListDate(secondsSinceReferenceDate: 0)),
                .uid(3),
            ]
            tree["key \(1_000 + number)" + generator.pick(["", "", "", "&", " <é>\r"])] = generator.pick(values)
        }
        return tree
    }

    /// Expects that a search finds what the reader finds, or leaves the document to the reader.
    ///
    /// - Returns: Whether the reader can read the document.
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

    /// Searches a document, and returns what it finds and the number of bytes fetched.
    ///
    /// The root is nil if the search needs the reader.
    private func search(
        _ keys: KeySelection,
        in document: [UInt8],
        windowLength: Int,
        using generator: inout SeededGenerator
    ) -> (root: PropertyList?, fetched: Int) {
        let read = readByWindows(document, windowLength: windowLength, using: &generator)
        if read.tree != nil || read.keys != nil {
            let whole = try? PropertyList(parsing: document.span, as: .xml)
            #expect(read.tree == nil || read.tree == whole, "\(String(decoding: document, as: UTF8.self))")
            #expect(read.keys == nil || read.keys == whole.keys, "\(String(decoding: document, as: UTF8.self))")
        }
        var locator = XMLLocator(for: keys, inDocumentOf: document.count, windowLength: windowLength)
        do throws(PropertyListError) {
            return try locator.search(document, memoryLength: windowLength, using: &generator)
        } catch {
            preconditionFailure("a search in XML leaves errors to the reader")
        }
    }

    /// Returns the tree and the keys of a document, read through windows; nil if the whole document must be read.
    private func readByWindows(
        _ document: [UInt8],
        windowLength: Int,
        using generator: inout SeededGenerator
    ) -> (tree: PropertyList?, keys: [String]?) {
        var tree = XMLTreeReader(ofDocumentOf: document.count, windowLength: windowLength)
        var keys = XMLKeyReader(ofDocumentOf: document.count, windowLength: windowLength)
        return (
            try? tree.search(document, memoryLength: windowLength, using: &generator).root,
            try? keys.search(document, memoryLength: windowLength, using: &generator).root
        )
    }
}

extension PropertyList? {
    /// The keys of a dictionary; nil for anything else.
    fileprivate var keys: [String]? {
        guard case .dictionary(let dictionary)? = self else { return nil }
        return dictionary.keys
    }
}
