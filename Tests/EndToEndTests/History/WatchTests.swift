import Glibc
import TestSupport
import Testing

// Changes that are made faster than they are read are printed as one, in the order of the keys: a test waits for the
// line of a change before it makes the next one.
@Suite("Watching changes", .mayWait)
struct WatchTests {
    private func suite(_ value: String) -> String {
        SuiteXML.document(["k": "<string>\(value)</string>"])
    }

    @Test("watch prints the changes of the command until a signal ends it", arguments: [SIGTERM, SIGINT, SIGHUP])
    func ownChanges(signal: Int32) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let watch = try RunningWatch(prefs)
        try prefs.change("set", "tab\t", "--date", "2020-01-01T00:00:00Z")
        try watch.awaitLine("+ tab\\t {\"$date\":\"2020-01-01T00:00:00Z\"}")
        expect(try prefs.run("increment", "general.launchCount"), prints: "4\n")
        try watch.awaitLine("~ general.launchCount 3 -> 4")
        try prefs.change("set", "--pairs", "name=Eve", "flag=false")
        try watch.awaitLine("~ name \"Ada\" -> \"Eve\"")
        try prefs.change("set", "win", "--at", "/f/2/w", "10")
        try watch.awaitLine("~ win /f/2/w 9 -> 10")
        try prefs.change("reset", "win")
        try watch.awaitLine("- win {\"f\":[1,2,{\"w\":10}]}")
        try watch.end(
            by: signal,
            prints: [
                "+ tab\\t {\"$date\":\"2020-01-01T00:00:00Z\"}", "~ general.launchCount 3 -> 4", "~ flag true -> false",
                "~ name \"Ada\" -> \"Eve\"", "~ win /f/2/w 9 -> 10", "- win {\"f\":[1,2,{\"w\":10}]}",
            ]
        )
    }

    @Test("watch prints the changes of a UserDefaults program")
    func userDefaults() throws {
        let shared = try SharedDirectory()
        let watch = try RunningWatch(shared.prefs, ["-s", "s"])
        _ = try shared.peer("set", "s", "int", "theirs", "5")
        try watch.awaitLine("+ theirs 5")
        _ = try shared.peer("set", "s", "double", "theirs", "5.5")
        try watch.awaitLine("~ theirs 5 -> 5.5")
        _ = try shared.peer("remove", "s", "theirs")
        try watch.awaitLine("- theirs 5.5")
        try watch.end(prints: ["+ theirs 5", "~ theirs 5 -> 5.5", "- theirs 5.5"])
    }

    @Test("watch detects a file that is created, overwritten, replaced, removed or linked")
    func writers() throws {
        var prefs = try PrefsCommand()
        prefs.environment["XDG_CONFIG_HOME"] = prefs.directory.path(of: "later/config")
        prefs.environment["PREFS_SUITE"] = "t"
        for number in 1...6 {
            try prefs.directory.write(suite("\(number)"), to: "work/\(number)")
        }
        let watch = try RunningWatch(prefs)
        let shell = try Shell(prefs)
        var lines: [String] = []
        let steps = [
            ("mkdir -p ../later/config && cp 1 ../later/config/t.plist", "+ k \"1\""),
            ("cat 2 > ../later/config/t.plist", "~ k \"1\" -> \"2\""),
            ("mv 3 ../later/config/t.plist", "~ k \"2\" -> \"3\""),
            ("rm ../later/config/t.plist", "- k \"3\""),
            ("ln -s ../../work/4 ../later/config/t.plist", "+ k \"4\""),
            ("ln -sfn ../../work/5 ../later/config/t.plist", "~ k \"4\" -> \"5\""),
            ("cat 6 > 5", "~ k \"5\" -> \"6\""),
            ("mv ../later ../gone", "- k \"6\""),
            ("mv ../gone ../later", "+ k \"6\""),
        ]
        for (script, line) in steps {
            expect(try shell.run(script), prints: "")
            lines.append(line)
            try watch.awaitLine(line)
        }
        try watch.end(prints: lines)
    }

    @Test("watch prints only changes of the file that the options select")
    func selectors() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let suite = try RunningWatch(prefs)
        let global = try RunningWatch(prefs, ["--global"])
        let file = try RunningWatch(prefs, ["-f", "../config/.GlobalPreferences.plist"])
        try prefs.change("set", "--global", "--pairs", "name=Eve", "new=1")
        try prefs.change("set", "new", "2")
        for watch in [global, file] {
            try watch.awaitLine("+ new 1")
            try watch.end(prints: ["+ name \"Eve\"", "+ new 1"])
        }
        try suite.awaitLine("+ new 2")
        try suite.end(prints: ["+ new 2"])
    }

    @Test("watch prints only changes of keys that match a pattern")
    func globs() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let watch = try RunningWatch(prefs, ["general.*", "f*"])
        try prefs.change("set", "name", "Eve")
        try prefs.change("set", "general.launchCount", "4")
        try watch.awaitLine("~ general.launchCount 3 -> 4")
        try prefs.change("set", "flag", "false")
        try watch.awaitLine("~ flag true -> false")
        try watch.end(prints: ["~ general.launchCount 3 -> 4", "~ flag true -> false"])
    }

    @Test("--json prints each change as an object on a line, in typed JSON like --typed")
    func json() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let watches = try [RunningWatch(prefs, ["--json"]), RunningWatch(prefs, ["--typed"])]
        let steps = [
            (
                ["set", "when", "1970-01-02T00:00:00Z"],
                "{\"key\":\"when\",\"old\":{\"$date\":\"1970-01-01T00:00:00Z\"},"
                    + "\"new\":{\"$date\":\"1970-01-02T00:00:00Z\"}}"
            ),
            (["set", "ratio", "--float", "nan"], "{\"key\":\"ratio\",\"old\":1.5,\"new\":{\"$real\":\"nan\"}}"),
            (["reset", "flag"], "{\"key\":\"flag\",\"old\":true}"),
            (["set", "new\n", "é"], "{\"key\":\"new\\n\",\"new\":\"é\"}"),
        ]
        for (change, line) in steps {
            expect(try prefs.run(change), prints: "")
            for watch in watches { try watch.awaitLine(line) }
        }
        for watch in watches { try watch.end(prints: steps.map(\.1)) }
    }

    @Test(
        "--format commands prints commands that make the same changes again",
        arguments: [["--format", "commands"], ["--format=commands"]]
    )
    func commands(options: [String]) throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.write(SuiteXML.contract, to: "copy")
        let watch = try RunningWatch(prefs, options + ["-s", "t"])
        let key = "it's a\n--key"
        let changes = [
            ["set", "name", "--string", "-x $HOME '\"\n"], ["set", "--json", "[1,{\"$data\":\"AQI=\"}]", "--", key],
            ["reset", "flag"],
        ]
        for (change, end) in zip(changes, ["'name'\n", "--key'\n", "'flag'\n"]) {
            expect(try prefs.run(change), prints: "")
            try watch.process.read { output, _ in output.hasSuffix(end) }
        }
        watch.process.send(SIGTERM)
        let script = try watch.process.finish().text
        #expect(script.hasSuffix("prefs reset '--suite=t' -- 'flag'\n"), "\(script)")
        expect(try Shell(prefs).run(script.replacing("--suite=t", with: "--suite=copy")), prints: "")
        expect(try prefs.run("list", "--typed", "-s", "copy"), prints: try prefs.run("list", "--typed").text)
    }

    /// Returns the lines that a watch of several suites has printed, with `T` in place of the time.
    private func timeless(_ text: String) -> String {
        text.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z/, with: "T")
    }

    @Test("several suites, or all of them and new ones, are watched with the time and the suite of each change")
    func severalSuites() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let several = try RunningWatch(prefs, ["-s", "t", "-s", "new", "--json"])
        let all = try RunningWatch(prefs, ["--all-suites"])
        let changes = [
            ["set", "name", "Eve"], ["set", "-s", "new", "k", "1"], ["set", "-s", "other", "k", "2"],
            ["reset", "-s", "new", "k"],
        ]
        for (change, count) in zip(changes, 1...) {
            expect(try prefs.run(change), prints: "")
            try all.process.read { output, _ in output.utf8.count { $0 == UInt8(ascii: "\n") } == count }
            try several.process.read { output, _ in output.utf8.count { $0 == UInt8(ascii: "\n") } >= min(count, 2) }
        }
        for (watch, lines) in [
            (
                several,
                [
                    #"{"time":"T","suite":"t","key":"name","old":"Ada","new":"Eve"}"#,
                    #"{"time":"T","suite":"new","key":"k","new":1}"#, #"{"time":"T","suite":"new","key":"k","old":1}"#,
                ]
            ),
            (all, ["T\tt\t~ name \"Ada\" -> \"Eve\"", "T\tnew\t+ k 1", "T\tother\t+ k 2", "T\tnew\t- k 1"]),
        ] {
            try watch.process.read { output, _ in timeless(output).hasSuffix(lines[lines.count - 1] + "\n") }
            watch.process.send(SIGTERM)
            #expect(timeless(try watch.process.finish().text) == lines.map { $0 + "\n" }.joined())
        }
    }

    @Test("--format seed and defaults print what makes each change, a line each")
    func otherForms() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let watches = try ["seed", "defaults"].map { try RunningWatch(prefs, ["--format", $0]) }
        let outputs = [
            [#"{"flag":false}"#, #"{"ratio":{"$unset":true}}"#],
            ["defaults write t flag -bool false", "defaults delete t ratio"],
        ]
        for (change, number) in [(["set", "flag", "false"], 0), (["reset", "ratio"], 1)] {
            expect(try prefs.run(change), prints: "")
            for (watch, lines) in zip(watches, outputs) { try watch.awaitLine(lines[number]) }
        }
        for (watch, lines) in zip(watches, outputs) { try watch.end(prints: lines) }
    }

    @Test("a corrupt file is reported once, and its last valid contents count until it is repaired")
    func corrupt() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write("<plist><dict><key>a", to: "work/corrupt")
        try prefs.directory.age("work/corrupt")
        try prefs.directory.write(SuiteXML.contract.replacing("Ada", with: "Eve"), to: "work/whole")
        let watch = try RunningWatch(prefs)
        let shell = try Shell(prefs)
        expect(try shell.run("cp -p corrupt ../config/again && mv ../config/again ../config/t.plist"), prints: "")
        try watch.awaitError("t.plist:1:")
        expect(try shell.run("cp -p corrupt ../config/again && mv ../config/again ../config/t.plist"), prints: "")
        expect(try shell.run("mv whole ../config/t.plist"), prints: "")
        try watch.awaitLine("~ name \"Ada\" -> \"Eve\"")
        watch.process.send(SIGTERM)
        let outcome = try watch.process.finish()
        #expect(outcome.text == "~ name \"Ada\" -> \"Eve\"\n")
        #expect(outcome.errorText.split(separator: "\n").count == 2, "\(outcome)")
    }

    @Test("no change is lost or printed twice while several processes write")
    func concurrency() throws {
        let prefs = try PrefsCommand()
        let watch = try RunningWatch(prefs, ["-s", "s"])
        for _ in 0..<10 {
            let writers = try (0..<3).map { _ in try prefs.subprocess(["increment", "n", "-s", "s"]).start() }
            for writer in writers {
                expect(try writer.finish())
            }
        }
        try watch.process.read { output, _ in output.hasSuffix(" 30\n") }
        watch.process.send(SIGTERM)
        let lines = try watch.process.finish().text.split(separator: "\n").map { $0.split(separator: " ") }
        // Changes that are made faster than they are read are printed as one. Each printed change starts from the value
        // of the one before it.
        var value: Substring?
        for words in lines {
            #expect(words.first == (value == nil ? "+" : "~"))
            #expect(value == nil || words[2] == value)
            value = words.last
        }
        #expect(value == "30")
    }

    @Test("watch ends with the reader of its output, even if nothing changes")
    func closedOutput() throws {
        let watch = try RunningWatch(PrefsCommand.withContractSuite())
        watch.process.closeOutput()
        #expect(try watch.process.finish().ending == .signalled(SIGPIPE))
        var unread = watch.prefs.subprocess(["watch"])
        unread.output = .closedPipe
        let outcome = try unread.run()
        #expect(outcome.ending == .signalled(SIGPIPE))
        #expect(outcome.errorText == "")
    }

    @Test("a line is printed whole even if a signal arrives in the middle")
    func wholeLines() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let watch = try RunningWatch(prefs)
        let value = String(repeating: "long ", count: 100_000)
        expect(try prefs.run(["set", "k", "--value-file", "-", "--string"], input: Array(value.utf8)), prints: "")
        try watch.process.read { output, _ in !output.isEmpty }
        try watch.end(prints: ["+ k \"\(value)\""])
    }

    @Test("a change that cannot be printed gives exit code 5")
    func refused() throws {
        let prefs = try PrefsCommand.withContractSuite()
        var full = prefs.subprocess(["watch", "-v"])
        full.output = .file("/dev/full")
        let process = try full.start()
        try process.read { _, errors in errors.contains("watching ") }
        try prefs.change("set", "name", "Eve")
        expect(try process.finish(), exit: 5, errors: .message(["no space left"]))
    }
}
