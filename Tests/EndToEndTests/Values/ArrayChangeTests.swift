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
        Change(
            words: ["apply", "--append", "-"],
            input: #"{"list": [7, "end"]}"#,
            old: " 7 </integer>\n",
            new: " 7 </integer>\n        <string>end</string>\n"
        ),
        Change(
            words: ["apply", "--drop", "-"],
            input: #"{"list": [7]}"#,
            old: "        <integer> 7 </integer>\n",
            new: "",
            restored: "        <integer>7</integer>\n"
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

    @Test("apply changes elements of several arrays in one transaction with the values of its seeds")
    func elementsOfSeeds() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(#"{"size": 14, "list": ["a"]}"#, to: "work/seed.json")
        try prefs.directory.write(
            #"{"list": ["a", "b", "b"], "dates": [{"$date": "2030-01-31T12:00:00+01:00"}], "none": []}"#,
            to: "work/append.json"
        )
        try prefs.directory.write(#"{"list": ["a", 5], "unset": [1], "dates": [1, 1.0]}"#, to: "work/drop.json")
        try prefs.change("set", "dates", "--json", #"[1, {"$date": "2030-01-31T11:00:00Z"}, true]"#)
        let words = ["apply", "seed.json", "--append", "append.json", "--drop", "drop.json"]
        let changes = """
            ~ dates [1,{"$date":"2030-01-31T11:00:00Z"},true] -> [{"$date":"2030-01-31T11:00:00Z"},true]
            + list ["b"]
            + size 14
            3 changed

            """
        let drift = changes.replacing("changed", with: "would change")
        expect(try prefs.run(words + ["--check"]), prints: drift, exit: 1, errors: .nothing)
        expect(try prefs.run(words), prints: changes)
        expect(try prefs.run(words), prints: "0 changed\n")
        expect(try prefs.run("undo", "-q"), prints: "")
        expect(try prefs.run("list", "--names-only"), prints: "dates\n")
    }

    @Test("the elements of an unset key are added to its default, or removed from it")
    func elementsOfDefaults() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(
            #"{"properties": {"list": {"type": "array", "default": ["x"]}}}"#,
            to: "work/schema.json"
        )
        for (option, input, list) in [
            ("--append", #"["x"]"#, nil), ("--append", #"["y"]"#, #"["x","y"]"#), ("--drop", #"["x"]"#, "[]"),
        ] as [(String, String, String?)] {
            let words = ["apply", "--schema", "schema.json", "--dry-run", option, "-"]
            expect(
                try prefs.run(words, input: Array(#"{"list": \#(input)}"#.utf8)),
                prints: list.map { "+ list \($0)\n1 would change\n" } ?? "0 would change\n"
            )
        }
    }

    /// Elements that apply refuses with an option, beside the suite {"n":5} and a schema that calls `token` secret.
    static let refused: [(option: String, input: String, message: String)] = [
        ("--append", #"{"list": ["x"], "n": [1]}"#, "'n' is of type integer, not array"),
        ("--drop", #"{"n": [1]}"#, "'n' is of type integer, not array"),
        ("--append", #"{"new": ["x"], "list": "x"}"#, "standard input:1:24: 'list' is of type string, not array"),
        ("--drop", #"{"list": {"$unset": true}}"#, "standard input:1:10: 'list' is of type dictionary, not array"),
        (
            "--append", #"{"list": ["x"], "token": ["y"]}"#,
            "standard input:1:26: 'token' is marked secret by the schema"
        ),
    ]

    @Test("apply writes nothing if an element cannot be added or removed", arguments: refused)
    func refusedElements(option: String, input: String, message: String) throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(#"{"properties": {"token": {"secret": true}}}"#, to: "work/schema.json")
        try prefs.directory.write("{}", to: "work/secrets.json")
        try prefs.change("set", "n", "5")
        let words = ["apply", "--schema", "schema.json", "--secrets", "secrets.json", option, "-", "-q"]
        expect(try prefs.run(words, input: Array(input.utf8)), prints: "", exit: 3, errors: .message([message]))
        expect(try prefs.run("list"), prints: "n\t5\n")
    }

    private func run(_ change: Change, _ prefs: PrefsCommand) throws {
        var subprocess = prefs.subprocess(change.words)
        subprocess.environment["VISUAL"] = "sed -i s/Ada/Eve/"
        subprocess.input = Array(change.input.utf8)
        expect(try subprocess.run(), errors: .optional)
    }
}
