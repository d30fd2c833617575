import TestSupport
import Testing

@Suite("OpenStep text")
struct OpenStepTests {
    private static let text = """
        {
            "a.b" = ("x", 'y z');
            blob = <0102>;
            count = <*I3>;
            inner = { flag = <*BY>; ratio = <*R1.5>; };
            name = Ada;
            when = <*D1970-01-01 00:00:00 +0000>;
        }
        """

    private static let typedJSON = """
        {"a.b":["x","y z"],"blob":{"$data":"AQI="},"count":3,"inner":{"flag":true,"ratio":1.5},"name":"Ada",\
        "when":{"$date":"1970-01-01T00:00:00Z"}}
        """

    @Test("OpenStep text is read from a suite, a named file and standard input")
    func reads() throws {
        let prefs = try PrefsCommand.withSuite(Self.text)
        expect(
            try prefs.run("get", "name", "count", "a.b", "inner"),
            prints: "Ada\n3\n[\"x\",\"y z\"]\n{\"flag\":true,\"ratio\":1.5}\n"
        )
        expect(try prefs.run("type", "count"), prints: "integer\n")
        #expect(compact(try prefs.run("list", "--typed").text) == Self.typedJSON)
        try prefs.directory.write(Self.text, to: "work/a.plist")
        expect(try prefs.run("get", "name", "-f", "a.plist"), prints: "Ada\n")
        expect(try prefs.run("get", "blob", "-f", "-", input: Array(Self.text.utf8)), prints: "AQI=\n")
    }

    @Test("a .strings file is read")
    func stringsFile() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write("/* Title */\n\"Title\" = \"Top\";\nOK;\n", to: "work/Localizable.strings")
        expect(try prefs.run("list", "-f", "Localizable.strings"), prints: "OK\tOK\nTitle\tTop\n")
    }

    @Test("a change rewrites the file in the same format, and keeps every type")
    func changes() throws {
        let prefs = try PrefsCommand.withSuite("{ name = Ada; n = <*I3>; blob = <0102>; }")
        try prefs.change("set", "name", "Bób B")
        // UserDefaults reads the file as empty already.
        try prefs.change("set", "ratio", "1.5", errors: .message(["'ratio': typed value of GNUstep"]))
        #expect(
            try prefs.directory.text(of: prefs.file(of: "t")) == """
                {
                    name = "B\\U00F3b B";
                    n = <*I3>;
                    blob = <0102>;
                    ratio = <*R1.5>;
                }

                """
        )
        try prefs.change("reset", "--all")
        try prefs.change("set", "a", "b")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == "{\n    a = b;\n}\n")
    }

    @Test("in a file with comments values are replaced; another change fails, with the place of the first comment")
    func comments() throws {
        var text = "{\n  name = Ada; // the first\n}\n"
        let prefs = try PrefsCommand.withSuite(text)
        try prefs.change("set", "name", "Bob")
        text = text.replacing("Ada", with: "Bob")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == text)
        expect(
            try prefs.run("set", "new", "Bob"),
            prints: "",
            exit: 3,
            errors: .message(["t.plist:2:15: ", "comments", "dump --format xml -o"])
        )
        expect(try prefs.run("set", "name", "Bob"), prints: "")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == text)
    }

    @Test("a dump as OpenStep text reads back the same")
    func dump() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let document = try prefs.run("dump", "--format", "openstep")
        expect(document)
        #expect(document.text.hasPrefix("{\n    \"a/b\" = s;\n    blob = <0102>;\n    flag = <*BY>;\n"))
        #expect(
            compact(try prefs.run("dump", "--typed", "-f", "-", input: document.output).text) == DumpTests.typedJSON
        )
        try prefs.change(
            "dump",
            "--format",
            "openstep",
            "-s",
            "never",
            "-o",
            "empty.plist",
            errors: .missingSuite("never")
        )
        expect(try prefs.run("dump", "-f", "empty.plist"), prints: SuiteXML.empty)
    }

    @Test("a keyed archive's reference cannot be dumped as OpenStep text, and the message names the key")
    func uid() throws {
        let prefs = try PrefsCommand.withSuite("{\"a\": 1, \"object\": {\"$uid\": 3}}")
        expect(
            try prefs.run("dump", "--format", "openstep"),
            prints: "",
            exit: 3,
            errors: .message(["object", "uid"])
        )
    }
}
