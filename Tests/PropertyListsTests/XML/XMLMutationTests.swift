import TestSupport
import Testing

@testable import PropertyLists

@Suite("Editing XML documents of any layout")
struct XMLMutationTests {
    @Test("any change of any document reads back as the same change of its tree", arguments: 0..<400)
    func changes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let document = RandomXMLDocument(using: &random)
        let described = { (result: [UInt8]) in
            "seed \(seed):\n\(document.text)\n->\n\(String(decoding: result, as: UTF8.self))"
        }
        let bytes = Array(document.text.utf8)
        let old = document.dictionary
        try #require(try PropertyList(xml: bytes) == .dictionary(old), "\(described([]))")
        for _ in 0..<4 {
            let new = old.changed(using: &random)
            let result = try new.serialized(changing: bytes.span, replacing: old, as: .xml)
            let read = try PropertyList(xml: result)
            #expect(read == .dictionary(new), "\(described(result))")
            if case .dictionary(let read) = read {
                #expect(read.elementsEqual(new), "\(described(result))")
            }
            let undone = try ChangedText.undo(from: result, new, to: bytes, old, as: .xml)
            #expect(undone == bytes || document.entries.count > old.count, "\(described(result))\n->\n\(undone)")
            let keptKeys = old.keys.filter { new[$0] != nil }.map(ByteKey.init)
            guard keptKeys == new.keys.filter({ old[$0] != nil }).map(ByteKey.init) else { continue }
            let changed = old.keys.filter { old[$0] != new[$0] }
            if keptKeys.count == old.count, new.count == old.count,
                let located = try LocatedEntries(of: changed, in: bytes.span), located.areAsWritten(changed, in: bytes)
            {
                let undone = try old.serialized(changing: result.span, replacing: new, as: .xml)
                #expect(undone == bytes, "\(described(result))\n->\n\(String(decoding: undone, as: UTF8.self))")
            }
            for (entry, source) in zip(old, document.entries) where new[entry.key] == entry.value {
                #expect(String(decoding: result, as: UTF8.self).utf8Contains(source), "\(described(result))")
            }
        }
    }

    @Test("a document with CR LF line breaks keeps them")
    func lineEnds() throws {
        let document = "<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n\t<key>b</key>\r\n\t<true/>\r\n</dict>\r\n"
        let old: PropertyListDictionary = ["a": true, "b": true]
        try expect(document, old, ["b": true], gives: "<dict>\r\n\t<key>b</key>\r\n\t<true/>\r\n</dict>\r\n")
        try expect(document, old, ["a": true], gives: "<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n</dict>\r\n")
        try expect(
            document,
            old,
            ["a": true, "b": 1],
            gives: "<dict>\r\n\t<key>a</key>\r\n\t<true/>\r\n\t<key>b</key>\r\n\t<integer>1</integer>\r\n</dict>\r\n"
        )
    }

    @Test("markup between a key and its value stays if the value changes, and is removed with the entry")
    func betweenKeyAndValue() throws {
        let document = "<dict><key a='b'>k</key><!-- <true/> --> <?c?><true d='e'></true><key>l</key><true/></dict>"
        let old: PropertyListDictionary = ["k": true, "l": true]
        try expect(
            document,
            old,
            ["k": 1, "l": true],
            gives: "<dict><key a='b'>k</key><!-- <true/> --> <?c?><integer>1</integer><key>l</key><true/></dict>"
        )
        try expect(document, old, ["l": true], gives: "<dict><key>l</key><true/></dict>")
    }

    @Test("a key is found however it is spelled")
    func spellings() throws {
        let document = "<dict><key><![CDATA[a&b]]></key><true/><key>a&#38;<!-- c -->c</key><true/></dict>"
        try expect(
            document,
            ["a&b": true, "a&c": true],
            ["a&b": false, "a&c": 1],
            gives: document.replacing("<true/><key>", with: "<false/><key>")
                .replacing("<true/></dict>", with: "<integer>1</integer></dict>")
        )
    }

    private func expect(
        _ document: String,
        _ old: PropertyListDictionary,
        _ new: PropertyListDictionary,
        gives expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let result = try new.serialized(changing: Array(document.utf8).span, replacing: old, as: .xml)
        #expect(String(decoding: result, as: UTF8.self) == expected, sourceLocation: sourceLocation)
    }
}

extension String {
    /// Returns whether the string contains the bytes of a text.
    ///
    /// `contains` would compare characters.
    fileprivate func utf8Contains(_ text: String) -> Bool {
        text.isEmpty || Array(utf8).firstRange(of: Array(text.utf8)) != nil
    }
}

/// A random XML document that no program would write.
///
/// It has any line breaks, comments and attributes anywhere, and keys in every spelling.
struct RandomXMLDocument {
    private(set) var text = ""
    /// The root dictionary of the text.
    private(set) var dictionary = PropertyListDictionary()
    /// The text of each entry, in order.
    private(set) var entries: [String] = []

    static let keys = ["a", "b", "", "a&b", "<key>", "\u{E9}", "e\u{301}", "]]>", " ", "CF$UID", "a\r\nb", "\0", "日本"]

    /// Creates a random document.
    ///
    /// - Parameters:
    ///   - values: The generator of the entries' values.
    ///   - isForFoundation: Whether to leave out the spellings that Foundation cannot read: a `>` in an attribute, and
    ///     a comment within text.
    init(
        values: RandomPropertyList = RandomPropertyList(depthLimit: 2),
        isForFoundation: Bool = false,
        using random: inout SeededGenerator
    ) {
        let lineEnd = random.pick(["\n", "\r\n", "\r", "", " "])
        let indentation = random.pick(["\t", "  ", "", " \t"])
        let hasPlist = Bool.random(using: &random)
        text += random.pick(["", "\u{FEFF}", "<?xml version=\"1.0\"?>\(lineEnd)<!DOCTYPE plist>", "<!-- <dict> -->"])
        text += hasPlist ? random.pick(["<plist>", "<plist version=\"1.0\">\(lineEnd)", "\n<plist>\n  "]) : ""
        text += random.pick(["<dict>", isForFoundation ? "<dict a='b'>" : "<dict a='&gt;\"'>", "<dict\n>"])
        for key in Self.keys where Int.random(in: 0...2, using: &random) == 0 {
            let value = values.value(using: &random).asInXML(isRoot: false)
            let entry =
                Self.spelling(ofKey: key, isForFoundation: isForFoundation, using: &random)
                + Self.filling(lineEnd + indentation, using: &random)
                + Self.spelling(of: value, using: &random)
            text += Self.filling(lineEnd + indentation, using: &random) + entry
            entries.append(entry)
            dictionary[key] = value
        }
        text += Self.filling(lineEnd, using: &random) + random.pick(["</dict>", "</dict >"])
        text += hasPlist ? random.pick(["</plist>", "\(lineEnd)</plist>\(lineEnd)", "<!-- end --></plist>"]) : ""
    }

    /// Returns random markup or whitespace that is allowed between elements.
    private static func filling(_ lineStart: String, using random: inout SeededGenerator) -> String {
        switch Int.random(in: 0...9, using: &random) {
        case 0: lineStart + "<!-- <key>a</key> -->" + lineStart
        case 1: "<!-- a -->"
        case 2: " <!-- a\nb --> " + lineStart
        case 3: "<?a <true/> ?>"
        case 4: lineStart + lineStart
        case 5: " "
        default: lineStart
        }
    }

    private static func spelling(
        ofKey key: String,
        isForFoundation: Bool,
        using random: inout SeededGenerator
    ) -> String {
        let escaped = key.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        return switch Int.random(in: 0...5, using: &random) {
        case 0: "<key>" + key.unicodeScalars.map { "&#\($0.value);" }.joined() + "</key>"
        case 1: "<key>" + key.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined() + "</key >"
        case 2 where !key.contains("]]>"): "<key><![CDATA[\(key)]]></key>"
        case 3 where isForFoundation: "<key a='b' c=\"/\">\(escaped)</key>"
        case 3: "<key a='b' c=\"&gt;'\"><!-- <d> -->\(escaped)</key>"
        case 4 where key.isEmpty: "<key />"
        default: "<key>\(escaped)</key>"
        }
    }

    private static func spelling(of value: PropertyList, using random: inout SeededGenerator) -> String {
        var writer = XMLWriter()
        var output: [UInt8] = []
        // These trees are within XML's limits for depth and dates.
        try? writer.append(value, depth: 1, to: &output)
        let element = String(decoding: output, as: UTF8.self)
        guard case .string(let string) = value, !string.utf8.contains(UInt8(ascii: "]")) else { return element }
        return Bool.random(using: &random) ? "<string a='/'><![CDATA[\(string)]]></string>" : element
    }
}

extension PropertyListDictionary {
    /// Returns another dictionary, with entries changed, removed, added and, rarely, moved.
    func changed(using random: inout SeededGenerator) -> PropertyListDictionary {
        var new = self
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            let key = random.pick(RandomXMLDocument.keys)
            let value = RandomPropertyList(depthLimit: 2).value(using: &random).asInXML(isRoot: false)
            switch Int.random(in: 0...8, using: &random) {
            case 0...2:
                new[key] = value
            case 3...4:
                new[key] = nil
            case 5:
                new[key] = nil
                new.insert(value, forKey: key, at: 0)
            default:
                if new[key] == nil {
                    new.insert(value, forKey: key, at: Int.random(in: 0...new.count, using: &random))
                }
            }
        }
        return new
    }
}

extension SeededGenerator {
    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }
}
