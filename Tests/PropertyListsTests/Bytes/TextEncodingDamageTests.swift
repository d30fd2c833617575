import TestSupport
import Testing

@testable import PropertyLists

@Suite("Damaged text documents in UTF-16 and UTF-32")
struct TextEncodingDamageTests {
    private static let samples = [
        "\u{FEFF}<?xml version='1.0'?>\n<!-- é -->\n<plist><dict><key>a</key><string>é😀&amp;日</string>\n"
            + "<key>b😀</key><array><data>AQID</data><true/></array></dict></plist>\n",
        "<plist><dict><key>é</key><string>😀</string></dict></plist>",
        "\u{FEFF}{ \"é😀\" = (a, <0fff>, \"\\U1234\"); b = <*I5>; }\n", "\u{FEFF}\"é😀\" = \"日本\";\nb = c;\n",
    ]

    @Test("a document that is truncated anywhere is an error, except in the whitespace at its end", arguments: samples)
    func cuts(text: String) {
        for encoding in DocumentEncoding.wide {
            let document = encoding.encode(text)
            for length in 0..<document.count - encoding.encode("\n").count {
                let cut = Array(document[..<length])
                let found = error { () throws(PropertyListError) in try PropertyList(parsing: cut.span) }
                let isWhole = length.isMultiple(of: encoding.encode("a").count)
                switch found?.problem {
                case nil where text.contains("= c") && isWhole: break
                // A string alone is JSON, which must be UTF-8.
                case .empty, .unknownFormat, .unexpectedEnd, .unsupportedEncoding:
                    #expect(0...length ~= found?.position?.offset ?? -1)
                default: Issue.record("cut at \(length) of \(encoding): \(String(describing: found))")
                }
            }
        }
    }

    @Test(
        "half of a surrogate pair is an error at its position",
        arguments: [[0xD83D], [0xDE00], [0xDE00, 0xD83D], [0xD83D, 0xD83D, 0xDE00]] as [[UInt16]]
    )
    func halves(units: [UInt16]) {
        for encoding in [DocumentEncoding.utf16BigEndian, .utf16LittleEndian] {
            let isBigEndian = encoding == .utf16BigEndian
            let bytes = units.flatMap { unit in
                let bigEndian = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
                return isBigEndian ? bigEndian : bigEndian.reversed()
            }
            for (before, after) in [("<!-- é\n😀", " --><true/>"), ("\u{FEFF}// é\n😀", "\na = b;")] {
                let document = encoding.encode(before) + bytes + encoding.encode(after)
                expect(document, .malformedText("UTF-16"), at: encoding.place(after: before))
            }
        }
    }

    @Test(
        "an invalid UTF-32 character is an error at its position",
        arguments: [0xD800, 0xDFFF, 0x110000, 0x3C00_0000]
    )
    func noCharacters(unit: UInt32) {
        let bigEndian = [24, 16, 8, 0].map { UInt8(unit >> $0 & 0xFF) }
        let before = "<!-- é\n😀"
        for (encoding, bytes) in [(.utf32BigEndian, bigEndian), (.utf32LittleEndian, bigEndian.reversed())]
            as [(DocumentEncoding, [UInt8])]
        {
            let document = encoding.encode(before) + bytes + encoding.encode(" --><true/>")
            expect(document, .malformedText("UTF-32"), at: encoding.place(after: before))
        }
    }

    @Test("a file that ends within a character is an error at that character", arguments: DocumentEncoding.wide)
    func oddEnd(encoding: DocumentEncoding) {
        let text = "<true/>\n"
        for character in ["a", "😀"].map({ encoding.encode($0) }) {
            for length in 1..<character.count {
                expect(
                    encoding.encode(text) + character[..<length],
                    .unexpectedEnd(within: "a character of \(encoding.family)"),
                    at: encoding.place(after: text)
                )
            }
        }
    }

    private func expect(
        _ document: [UInt8],
        _ problem: PropertyListProblem,
        at place: SourcePosition,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = error { () throws(PropertyListError) in try PropertyList(parsing: document.span) }
        #expect(found?.problem == problem, sourceLocation: sourceLocation)
        #expect(found?.position == place, sourceLocation: sourceLocation)
    }

    @Test("a large document is read in one pass, and so is the position of an error at its end")
    func large() throws {
        let text = "<string>" + String(repeating: "é😀", count: 20_000)
        for encoding in DocumentEncoding.wide {
            #expect(try PropertyList(xml: encoding.encode("\(text)</string>")).kind == .string)
            expect(encoding.encode(text), .unexpectedEnd(within: "<string>"), at: encoding.place(after: text))
        }
    }

    @Test("any bytes give a value that can be changed, or an error within the document")
    func mutations() throws {
        var random = SeededGenerator.printingSeed()
        for _ in 0..<150 {
            let encoding = random.pick(DocumentEncoding.wide)
            let document = encoding.encode(random.pick(Self.samples))
            for _ in 0..<20 {
                let damaged = document.damaged(using: &random)
                _ = PropertyListFormat(detecting: damaged.span)
                try expectValueOrError(damaged)
            }
        }
    }

    private func expectValueOrError(_ bytes: [UInt8]) throws {
        do throws(PropertyListError) {
            let (value, format) = try PropertyList.parse(bytes.span)
            guard case .dictionary(let old) = value, format != .json else { return }
            var new = old
            new["added"] = "é😀"
            let changed = try new.serialized(changing: bytes.span, replacing: old, as: format)
            #expect(try PropertyList(parsing: changed.span) == .dictionary(new), "\(bytes)")
        } catch {
            #expect(0...bytes.count ~= error.position?.offset ?? -1, "\(bytes)")
        }
    }
}
