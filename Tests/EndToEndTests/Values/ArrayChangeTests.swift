import TestSupport
import Testing

@Suite("Changes of elements of arrays")
struct ArrayChangeTests {
    private static let document = """
        <plist version="1.0">
        <dict>
            <key>list</key>
            <array>
                <!-- the first -->
                <string>a &#38; b</string> <!-- and its end -->
                <!-- who -->
                <dict>
                    <key>name</key> <string>Ada</string> <!-- Countess -->
                    <key>tags</key> <array> <integer>1</integer> <integer>2</integer> </array>
                </dict>
                <string><![CDATA[c < d]]></string>
                <integer> 7 </integer>
            </array>
        </dict>
        </plist>

        """

    struct Change: CustomTestStringConvertible {
        let words: [String]
        var input = ""
        let old: String
        let new: String
        /// What undo puts in the place of `new`, if the old text was not spelled as the command spells it.
        var restored: String?

        var testDescription: String { (words + [input]).joined(separator: " ") }
    }

    static let changes: [Change] = [
        Change(words: ["set", "list", "--at", "/1/name", "Eve"], old: "Ada", new: "Eve"),
        Change(words: ["set", "list", "--at", "/1/tags/1", "3"], old: "<integer>2<", new: "<integer>3<"),
        Change(
            words: ["append", "list", "--at", "/1/tags", "3"],
            old: "<integer>2</integer>",
            new: "<integer>2</integer> <integer>3</integer>"
        ),
        Change(
            words: ["append", "list", "end"],
            old: " 7 </integer>\n",
            new: " 7 </integer>\n        <string>end</string>\n"
        ),
        Change(words: ["reset", "list", "--at", "/1/tags/0"], old: " <integer>1</integer>", new: ""),
        Change(
            words: ["reset", "list", "--at", "/2"],
            old: "        <string><![CDATA[c < d]]></string>\n",
            new: "",
            restored: "        <string>c &lt; d</string>\n"
        ),
        Change(words: ["increment", "list", "--at", "/3"], old: "> 7 <", new: ">8<", restored: ">7<"),
        Change(
            words: ["apply", "-"],
            input: #"{"list": ["a & b", {"tags": [1, 2], "name": "Eve"}, "c < d", 7]}"#,
            old: "Ada",
            new: "Eve"
        ),
        Change(
            words: ["apply", "-"],
            input: #"{"list": ["a & b", {"name": "Ada", "tags": [1, 2, [true]]}, "c < d", 7]}"#,
            old: "<integer>2</integer>",
            new: "<integer>2</integer> <array> <true/> </array>"
        ),
        Change(words: ["edit"], old: "Ada", new: "Eve"),
    ]

    @Test("a change of an element keeps every other byte of an XML file, and so does its undo", arguments: changes)
    func xml(change: Change) throws {
        let prefs = try PrefsCommand.withSuite(Self.document)
        try run(change, prefs)
        #expect(try prefs.directory.text(of: "config/t.plist") == Self.document.replacing(change.old, with: change.new))
        expect(try prefs.run("undo"), errors: .optional)
        let restored = Self.document.replacing(change.old, with: change.restored ?? change.old)
        #expect(try prefs.directory.text(of: "config/t.plist") == restored)
    }

    @Test("a change of an element is that of the XML file in a binary file, and so is its undo", arguments: changes)
    func binary(change: Change) throws {
        let (prefs, xml) = (try PrefsCommand.withSuite(Self.document), try PrefsCommand.withSuite(Self.document))
        try prefs.change("convert", "../config/t.plist", "-o", "../config/t.plist", "--format", "binary")
        let before = try prefs.run("get", "list").text
        try run(change, prefs)
        try run(change, xml)
        #expect(try prefs.run("get", "list").text == xml.run("get", "list").text)
        expect(try prefs.run("undo"), errors: .optional)
        #expect(try prefs.run("get", "list").text == before)
        #expect(try prefs.directory.bytes(of: "config/t.plist").starts(with: "bplist00".utf8))
    }

    private func run(_ change: Change, _ prefs: PrefsCommand) throws {
        var subprocess = prefs.subprocess(change.words)
        subprocess.environment["VISUAL"] = "sed -i s/Ada/Eve/"
        subprocess.input = Array(change.input.utf8)
        expect(try subprocess.run(), errors: .optional)
    }
}
