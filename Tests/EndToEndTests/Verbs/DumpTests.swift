import TestSupport
import Testing

@Suite("Dumping suites")
struct DumpTests {
    static let json = """
        {"a/b":"s","blob":"AQI=","flag":true,"general.launchCount":3,"name":"Ada","ratio":1.5,\
        "when":"1970-01-01T00:00:00Z","win":{"f":[1,2,{"w":9}]}}
        """

    static let typedJSON = """
        {"a/b":"s","blob":{"$data":"AQI="},"flag":true,"general.launchCount":3,"name":"Ada","ratio":1.5,\
        "when":{"$date":"1970-01-01T00:00:00Z"},"win":{"f":[1,2,{"w":9}]}}
        """

    @Test("XML has the layout of UserDefaults", arguments: [[], ["--format", "xml"], ["--format=xml"]])
    func xml(options: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run(["dump"] + options), prints: SuiteXML.contract)
    }

    @Test("JSON contains dates and data as strings", arguments: [["--json"], ["--format", "json"]])
    func plainJSON(options: [String]) throws {
        let outcome = try PrefsCommand.withContractSuite().run(["dump"] + options)
        expect(outcome, errors: .typesLost)
        #expect(compact(outcome.text) == Self.json)
        #expect(outcome.text.hasSuffix("}\n"))
    }

    @Test("typed JSON keeps every type", arguments: [["--typed"], ["--format", "typed-json"]])
    func losslessJSON(options: [String]) throws {
        let outcome = try PrefsCommand.withContractSuite().run(["dump"] + options)
        expect(outcome)
        #expect(compact(outcome.text) == Self.typedJSON)
    }

    @Test("--changed leaves out what the schema has as the default, and an empty suite of a whole configuration")
    func changed() throws {
        var prefs = try PrefsCommand.withSchema(
            #"{"properties":{"size":{"default":12},"scale":{"default":1},"font":{"default":{"a":1}},"old":{}}}"#,
            suite: SuiteXML.document([
                "size": "<integer>12</integer>", "scale": "<real>1</real>", "font": "<dict/>",
                "mine": "<integer>12</integer>",
            ])
        )
        expect(
            try prefs.run("dump", "--changed", "--typed", "--compact"),
            prints: #"{"font":{},"mine":12}"# + "\n"
        )
        expect(
            try prefs.run("dump", "--changed", "--format", "commands"),
            prints: "prefs set '--suite=t' --json '{}' -- 'font'\nprefs set '--suite=t' --int '12' -- 'mine'\n"
        )
        #expect(try prefs.run("dump", "--changed", "--no-schema", "--json", "--compact").text.count { $0 == ":" } == 4)
        prefs.environment["PREFS_SUITE"] = nil
        try prefs.change("set", "-s", "other", "k", "v")
        try prefs.change("reset", "-s", "other", "k")
        expect(
            try prefs.run("dump", "--changed", "--all-suites", "--typed", "--compact"),
            prints: #"{"t":{"font":{},"mine":12}}"# + "\n"
        )
    }

    @Test(
        "--changed leaves out what the system's files have, whose values precede the defaults",
        .enabled(if: PrivateMounts.areAllowed, "needs unshare(1) and the right to mount")
    )
    func changedFromSystem() throws {
        let prefs = try PrefsCommand.withSchema(
            #"{"properties":{"a":{"default":1},"b":{"default":1}}}"#,
            suite: SuiteXML.document(["a": "<integer>1</integer>", "b": "<integer>2</integer>", "c": "<true/>"])
        )
        let mounts = PrivateMounts(prefs)
        try prefs.directory.makeDirectory("system")
        try prefs.directory.write(
            SuiteXML.document(["a": "<integer>2</integer>", "b": "<integer>2</integer>", "c": "<integer>1</integer>"]),
            to: "system/t.plist"
        )
        try prefs.directory.write(SuiteXML.document(["c": "<true/>"]), to: "system/.GlobalPreferences.plist")
        try expect(
            mounts.run("dump", "--changed", "--typed", "--compact", "-s", "t"),
            prints: #"{"a":1,"c":true}"# + "\n"
        )
        // Without the entry, a program would read another file of the user.
        let shared = SuiteXML.document(["b": "<integer>5</integer>"])
        try prefs.directory.write(shared, to: "config/.GlobalPreferences.plist")
        try expect(
            mounts.run("dump", "--changed", "--typed", "--compact", "-s", "t"),
            prints: #"{"a":1,"b":2,"c":true}"# + "\n"
        )
    }

    @Test("the binary format contains the same suite")
    func binary() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let outcome = try prefs.run("dump", "--format", "binary")
        expect(outcome)
        #expect(outcome.output.starts(with: Array("bplist00".utf8)))
        let back = try prefs.run("dump", "--typed", "-f", "-", input: outcome.output)
        #expect(compact(back.text) == Self.typedJSON)
    }

    @Test(
        "-o writes the bytes that would be printed, but indents JSON",
        arguments: [
            ["--format", "xml"], ["--format", "binary"], ["--format", "openstep"], ["--typed", "--pretty"],
            ["--typed", "--compact"],
        ]
    )
    func file(options: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let printed = try prefs.run(["dump"] + options)
        expect(printed)
        try prefs.directory.write("old", to: "work/out")
        expect(try prefs.run(["dump", "-o", "out"] + options), prints: "")
        #expect(try prefs.directory.bytes(of: "work/out") == printed.output)
        #expect(try prefs.directory.names(in: "work") == ["out"])
        let json = try prefs.run("dump", "--typed")
        let indented = try prefs.run("dump", "--typed", "--pretty")
        #expect(json.text != indented.text)
        expect(try prefs.run("dump", "--typed", "-o", "out"), prints: "")
        #expect(try prefs.directory.bytes(of: "work/out") == indented.output)
    }

    @Test("-o to a format that cannot represent a value gives exit code 3, and --lossy writes with a note")
    func lossyFile() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("old", to: "work/out.json")
        let parts = ["'blob' would change from data to string", "1 more value", "nothing was written", "--lossy"]
        for words in [["-o", "out.json"], ["-o", "out.json", "--format", "json"], ["--json", "-o", "out.json"]] {
            expect(try prefs.run(["dump"] + words), prints: "", exit: 3, errors: .message(parts))
            #expect(try prefs.directory.text(of: "work/out.json") == "old")
        }
        try prefs.change(
            "dump",
            "-o",
            "out.json",
            "--lossy",
            "--compact",
            errors: .note(
                "'blob' would change from data to string\n"
                    + "note: 'when' would change from date to string"
            )
        )
        #expect(try prefs.directory.text(of: "work/out.json") == Self.json + "\n")
    }

    @Test(
        "the extension of -o implies the format, unless an option names one",
        arguments: [
            (["x.plist"], "<?xml"), (["x.strings"], "{\n    flag"), (["x.json"], "{\n  \"flag\""), (["x.txt"], "<?xml"),
            (["x.json", "--format", "xml"], "<?xml"), (["x.plist", "--format", "binary"], "bplist00"),
            (["x.xml.txt", "--typed"], "{\n  \"flag\""),
        ]
    )
    func extensions(words: [String], start: String) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["flag": "<true/>"]))
        expect(try prefs.run(["dump", "-o"] + words), prints: "")
        #expect(try prefs.directory.text(of: "work/\(words[0])").hasPrefix(start))
    }

    @Test("-o in a missing directory gives exit code 5")
    func fileInMissingDirectory() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("dump", "-o", "gone/out"), prints: "", exit: 5, errors: .message(["gone"]))
    }

    @Test("an unknown format is a usage error")
    func unknownFormat() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("dump", "--format", "yaml"), prints: "", exit: 2, errors: .message(["yaml"]))
    }

    @Test("a missing suite is an empty document in each format")
    func empty() throws {
        let prefs = try PrefsCommand()
        let note = ErrorOutput.missingSuite("prefs")
        expect(try prefs.run("dump"), prints: SuiteXML.empty, errors: note)
        expect(try prefs.run("dump", "--json"), prints: "{}\n", errors: note)
        expect(try prefs.run("dump", "--typed"), prints: "{}\n", errors: note)
        let binary = try prefs.run("dump", "--format", "binary")
        expect(try prefs.run("dump", "-f", "-", input: binary.output), prints: SuiteXML.empty)
    }

    @Test("keys keep the order of the file")
    func order() throws {
        let text = SuiteXML.document([
            "k": "<dict>\n\t<key>z</key>\n\t<true/>\n\t<key>a</key>\n\t<false/>\n</dict>", "b": "<true/>",
        ])
        let prefs = try PrefsCommand.withSuite(text)
        expect(try prefs.run("get", "k"), prints: "{\"z\":true,\"a\":false}\n")
        expect(try prefs.run("dump"), prints: text)
        #expect(compact(try prefs.run("dump", "--json").text) == "{\"k\":{\"z\":true,\"a\":false},\"b\":true}")
    }

    @Test("a JSON file with a typed value is read")
    func formats() throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write("{\"b\": {\"$date\": \"1970-01-01T00:00:00Z\"}, \"a\": [1, 2.0]}", to: "work/a.json")
        #expect(
            compact(try prefs.run("dump", "--typed", "-f", "a.json").text)
                == "{\"b\":{\"$date\":\"1970-01-01T00:00:00Z\"},\"a\":[1,2.0]}"
        )
    }

    @Test("a change keeps the format of a file")
    func keptFormat() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.change("dump", "--format", "binary", "-o", "a.plist")
        try prefs.change("set", "name", "Bob", "-f", "a.plist")
        #expect(try prefs.directory.bytes(of: "work/a.plist").starts(with: Array("bplist00".utf8)))
        expect(
            try prefs.run("get", "name", "blob", "win", "-f", "a.plist"),
            prints: "Bob\nAQI=\n{\"f\":[1,2,{\"w\":9}]}\n"
        )
        try prefs.directory.write("{\"a\": 1}", to: "work/a.json")
        try prefs.change("set", "b", "true", "-f", "a.json")
        #expect(compact(try prefs.directory.text(of: "work/a.json")) == "{\"a\":1,\"b\":true}")
    }

    @Test("a change replaces only the bytes of its own entry")
    func splice() throws {
        let text = """
            <?xml version='1.0'?>
            <!-- kept by hand -->
            <plist version="1.0"><dict>
              <!-- first --> <key>z</key>   <integer>1</integer>
                <key>a</key><string>old</string> <!-- after -->

            </dict></plist>
            <!-- end -->
            """
        let prefs = try PrefsCommand.withSuite(text)
        try prefs.change("set", "a", "new")
        #expect(try prefs.directory.text(of: prefs.file(of: "t")) == text.replacing("old", with: "new"))
    }
}
