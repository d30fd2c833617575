import TestSupport
import Testing

@Suite("Files in UTF-16")
struct EncodingTests {
    private static let mark = "\u{FEFF}"

    @Test("an XML file is read and changed, stays in UTF-16, and keeps its other bytes")
    func xml() throws {
        let start =
            "\(Self.mark)<?xml version=\"1.0\" encoding=\"UTF-16\"?>\r\n<!-- Größe -->\r\n<plist>\r\n<dict>\r\n\t<key>é"
        let text = "\(start)</key>\r\n\t<string>😀</string>\r\n</dict>\r\n</plist>\r\n"
        let prefs = try PrefsCommand()
        try prefs.directory.write(text.littleEndianUTF16, to: "work/a.plist")
        expect(try prefs.run("get", "é", "--file", "a.plist"), prints: "😀\n")
        try prefs.change("set", "é", "日本", "--file", "a.plist")
        let changed = text.replacing("😀", with: "日本")
        #expect(try prefs.directory.bytes(of: "work/a.plist") == changed.littleEndianUTF16)
        expect(try prefs.run("list", "--file", "a.plist"), prints: "é\t日本\n")
    }

    @Test("a .strings file is read and changed, and stays in UTF-16")
    func strings() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write("\(Self.mark)\"Title\" = \"Größe\";\n".littleEndianUTF16, to: "work/a.strings")
        expect(try prefs.run("get", "Title", "--file", "a.strings"), prints: "Größe\n")
        try prefs.change("set", "Title", "é", "--file", "a.strings")
        let changed = "\(Self.mark){\n    Title = \"\\U00E9\";\n}\n"
        #expect(try prefs.directory.bytes(of: "work/a.strings") == changed.littleEndianUTF16)
    }

    @Test("an encoding error is reported with its place, and nothing is written")
    func errors() throws {
        let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<dict/>"
        let cases: [(bytes: [UInt8], parts: [String])] = [
            ("\(Self.mark)\(declaration)".littleEndianUTF16, ["a.plist:1:1: ", "'UTF-8'", "UTF-16LE"]),
            (Array(declaration.replacing("UTF-8", with: "UTF-16").utf8), ["a.plist:1:1: ", "'UTF-16'", "are UTF-8"]),
            (Array(declaration.replacing("UTF-8", with: "x").utf8), ["a.plist:1:1: ", "encoding 'x'"]),
            ("\(Self.mark)<dict>\n😀".littleEndianUTF16.dropLast(2), ["a.plist:2:1: ", "in a character"]),
            ("\(Self.mark)<dict>\n".littleEndianUTF16 + [0, 0xDC, 0, 0], ["a.plist:2:1: ", "invalid UTF-16"]),
            ("\(Self.mark){\"a\": 1}".littleEndianUTF16, ["a.plist:1:1: ", "encoding 'UTF-16'"]),
        ]
        for (bytes, parts) in cases {
            let prefs = try PrefsCommand()
            try prefs.directory.write(bytes, to: "work/a.plist")
            try prefs.directory.age("work/a.plist")
            for words in [["list"], ["set", "a", "1"]] {
                expect(try prefs.run(words + ["--file", "a.plist"]), prints: "", exit: 4, errors: .message(parts))
            }
            #expect(try prefs.directory.bytes(of: "work/a.plist") == bytes)
        }
    }
}

extension String {
    fileprivate var littleEndianUTF16: [UInt8] {
        utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    }
}
