import TestSupport
import Testing

@testable import PropertyLists

@Suite("Texts that an undo restores")
struct ChangedTextTests {
    @Test(
        "an undo restores comments, spellings and blanks that no writer makes",
        arguments: [
            (
                "<dict>\n  <!-- The height -->\n  <key>h</key>\n  <real>0.10</real>\n  <key>d</key>\n  <true/>\n</dict>",
                ["d": true]
            ),
            ("<dict><key>a</key> <string>&gt;</string><key>b</key><false/></dict>", ["a": "x", "b": false]),
            ("<dict>\n</dict>", ["new": 1]),
            ("{ a = 'b'; /* c */ d = e; // f\n}", ["a": "b"]),
            ("\"a\" = \"\\U00fc\";\n/* b */\n\"b\" = \"x\";\n", ["b": "x"]),
            (#"{"a": 1.50, "b" : [ 1,2 ] , "c": "\u00e9"}"#, ["a": 1, "b": [1]]),
        ] as [(String, PropertyListDictionary)]
    )
    func restored(text: String, new: PropertyListDictionary) throws {
        let bytes = Array(text.utf8)
        let (value, format) = try PropertyList.parse(bytes.span)
        guard case .dictionary(let old) = value else { return }
        let result = try new.serialized(changing: bytes.span, replacing: old, as: format)
        #expect(
            String(decoding: try ChangedText.undo(from: result, new, to: bytes, old, as: format), as: UTF8.self) == text
        )
    }

    @Test("values that are found to be as they would be written need no text", arguments: 0..<600)
    func asWritten(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let blank = random.pick(["\t", "  "])
        var text = "<plist>\n<dict>\n"
        for key in ["a", "b", "c", "d", "e"].prefix(Int.random(in: 1...5, using: &random)) {
            text += random.pick(["", "", "", "\(blank)<!-- note -->\n", "\n"])
            let values = ["<true/>", "<integer>1</integer>", "<real>0.50</real>", "<string>&gt;</string>"]
            let nested = "<array>\n\(blank)\(blank)<string>x</string>\n\(blank)</array>"
            text += "\(blank)<key>\(key)</key>\n\(blank)\(random.pick(values + [nested, "<array/>"]))"
            text += random.pick(["\n", "\n", "\n", " <!-- behind -->\n", "\n\n"])
        }
        let bytes = Array((text + "</dict>\n</plist>\n").utf8)
        guard case .dictionary(let old) = try PropertyList(parsing: bytes.span) else { return }
        var new = old
        for _ in 0...Int.random(in: 0...1, using: &random) {
            let values: [PropertyList] = [7, ["x", "y"], ["x"], [], false, ["k": ["z"]]]
            new[old.keys[Int.random(in: old.indices, using: &random)]] = random.pick(values)
        }
        let changed = old.keys.filter { old[$0] != new[$0] }
        guard let located = try LocatedEntries(of: changed, in: bytes.span), located.areAsWritten(changed, in: bytes)
        else { return }
        let result = try new.serialized(changing: bytes.span, replacing: old, as: .xml)
        let undone = try old.serialized(changing: result.span, replacing: new, as: .xml)
        #expect(undone == bytes, "\(text)\n->\n\(String(decoding: undone, as: UTF8.self))")
    }

    private let old = Array("{ /* 1 */ a = 'x'; /* 2 */ b = y; c = z; }".utf8)

    @Test("a change elsewhere in the file does not matter, one in the text does")
    func place() throws {
        let values: PropertyListDictionary = ["a": "x", "b": "y", "c": "z"]
        var without = values
        without["b"] = nil
        let new = try without.serialized(changing: old.span, replacing: values, as: .openStep)
        let texts = ChangedText.all(from: old, to: new)
        #expect(texts.map(\.keys) == [["b"]])
        func undone(after text: String) throws -> String {
            let current = Array(text.utf8)
            guard case .dictionary(let present) = try PropertyList(parsing: current.span) else { return "" }
            var restored = PropertyListDictionary()
            for entry in present {
                restored[entry.key] = entry.value
                if entry.key == "a" { restored["b"] = "y" }
            }
            let undone = try restored.serialized(changing: current.span, replacing: present, as: .openStep)
            return String(decoding: ChangedText.restore(texts, of: current, in: undone) ?? undone, as: UTF8.self)
        }
        let text = String(decoding: new, as: UTF8.self)
        #expect(text == "{ /* 1 */ a = 'x'; /* 2 */ c = z; }")
        #expect(try undone(after: text) == String(decoding: old, as: UTF8.self))
        #expect(
            try undone(after: text.replacing("z; }", with: "zz; d = 1; }"))
                == "{ /* 1 */ a = 'x'; /* 2 */ b = y; c = zz; d = 1; }"
        )
        // The comment has gone since: only the value comes back.
        #expect(try undone(after: text.replacing("/* 2 */ ", with: "")) == "{ /* 1 */ a = 'x'; b = y; c = z; }")
    }

    @Test("a text whose values are no longer the expected ones is not restored")
    func otherValues() throws {
        let texts = ChangedText.all(from: Array("{a = 1; b = 2;}".utf8), to: Array("{a = 1; b = 3;}".utf8))
        #expect(ChangedText.restore(texts, of: Array("{a = 1; b = 3;}".utf8), in: Array("{a = 1; b = 4;}".utf8)) == nil)
        #expect(ChangedText.restore(texts, of: Array("{a = 1".utf8), in: Array("{a = 1".utf8)) == nil)
    }

    @Test("nothing is kept of binary documents, nor of one that repeats a key")
    func none() throws {
        let binary = try [1, 2].map { try PropertyList.dictionary(["a": $0]).serialized(as: .binary) }
        #expect(ChangedText.all(from: binary[0], to: binary[1]).isEmpty)
        #expect(ChangedText.all(from: Array("{a = 1; a = 2;}".utf8), to: Array("{a = 3;}".utf8)).isEmpty)
    }
}

extension ChangedText {
    /// Returns the document that an undo of a change writes.
    static func undo(
        from result: [UInt8],
        _ new: PropertyListDictionary,
        to bytes: [UInt8],
        _ old: PropertyListDictionary,
        as format: PropertyListFormat
    ) throws -> [UInt8] {
        let undone = try old.serialized(changing: result.span, replacing: new, as: format)
        return restore(all(from: bytes, to: result), of: result, in: undone) ?? undone
    }
}
