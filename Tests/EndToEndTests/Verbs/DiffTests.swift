import TestSupport
import Testing

@Suite("Comparing suites and files")
struct DiffTests {
    static let changed = "{\"a/b\": \"s\", \"blob\": \"AQI=\", \"flag\": true, \"k\\t1\": {\"$real\": \"nan\"}}"

    /// Arguments, with the lines that turn the first suite or file into the second.
    static let cases: [(arguments: [String], output: String)] = [
        (
            ["diff", "changed"],
            """
            --- CONFIG/t.plist
            +++ changed
            - general.launchCount 3
            + k\\t1 {"$real":"nan"}
            - name "Ada"
            - ratio 1.5
            - when {"$date":"1970-01-01T00:00:00Z"}
            - win {"f":[1,2,{"w":9}]}

            """
        ),
        (
            ["diff", "-", "small"],
            """
            --- -
            +++ small
            - a/b "s"
            - blob "AQI="
            ~ flag true -> false
            - k\\t1 {"$real":"nan"}

            """
        ),
        (
            ["diff", "small", "-"],
            """
            --- small
            +++ -
            + a/b "s"
            + blob "AQI="
            ~ flag false -> true
            + k\\t1 {"$real":"nan"}

            """
        ),
        (
            ["diff", "changed", "small", "--typed"],
            """
            [{"key":"a/b","old":"s"},{"key":"blob","old":"AQI="},{"key":"flag","old":true,"new":false},\
            {"key":"k\\t1","old":{"$real":"nan"}}]

            """
        ),
        (
            ["diff", "changed", "small", "--json"],
            """
            [{"key":"a/b","old":"s"},{"key":"blob","old":"AQI="},{"key":"flag","old":true,"new":false},\
            {"key":"k\\t1","old":{"$real":"nan"}}]

            """
        ),
        (["diff", "small", "-f", "plain", "--json"], "[{\"key\":\"flag\",\"old\":1,\"new\":false}]\n"),
        (
            ["diff", "--against", "small", "-s", "other", "-z"],
            "--- CONFIG/other.plist\0+++ CONFIG/small.plist\0+ flag false\0- k\t1 1\0"
        ),
        (["diff", "small", "plain"], "--- small\n+++ plain\n~ flag false -> 1\n"),
        (["diff", "small", "plain", "--names-only"], "flag\n"),
    ]

    @Test("the lines turn the suite, or the first file, into the other, with exit code 1", arguments: cases)
    func differences(arguments: [String], output: String) throws {
        let prefs = try Self.command()
        expect(
            try prefs.run(arguments, input: Array(Self.changed.utf8)),
            prints: output.replacing("CONFIG", with: prefs.directory.path(of: "config")),
            exit: 1,
            errors: .nothing
        )
    }

    @Test("a suite that does not exist is compared as an empty one, with a note")
    func missingSuite() throws {
        let prefs = try Self.command()
        let directory = prefs.directory.path(of: "config")
        expect(
            try prefs.run("diff", "--against", "never", "-s", "small"),
            prints: "--- \(directory)/small.plist\n+++ \(directory)/never.plist\n- flag false\n",
            exit: 1,
            errors: .missingSuite("never")
        )
        expect(
            try prefs.run("diff", "--against", "small", "-s", "smal", "--names-only"),
            prints: "flag\n",
            exit: 1,
            errors: .note("suite 'smal' does not exist\nhint: did you mean 'small'?")
        )
    }

    @Test("equal suites print nothing, whatever their formats and the order of keys")
    func same() throws {
        let prefs = try Self.command()
        for format in ["xml", "binary", "openstep", "typed-json"] {
            try prefs.change("dump", "--format", format, "-o", format)
            expect(try prefs.run("diff", format), prints: "")
            expect(try prefs.run("diff", "xml", format, "--json"), prints: "[]\n")
        }
        expect(try prefs.run("diff", "--against", "t"), prints: "")
        try prefs.directory.write("{\"b\": 1, \"a\": 2}", to: "work/ba")
        try prefs.directory.write("{\"a\": 2, \"b\": 1}", to: "work/ab")
        expect(try prefs.run("diff", "ba", "ab"), prints: "")
        let nothing = try prefs.run("diff", "-", "-s", "never", input: Array("{}".utf8))
        expect(nothing, prints: "", errors: .missingSuite("never"))
    }

    @Test("a suite can be compared with standard input")
    func standardInput() throws {
        let prefs = try Self.command()
        let outcome = try prefs.run("diff", "--against", "small", "-f", "-", input: Array("{\"zzz\": 1}".utf8))
        let header = "--- -\n+++ \(prefs.directory.path(of: "config/small.plist"))\n"
        expect(outcome, prints: header + "+ flag false\n- zzz 1\n", exit: 1, errors: .nothing)
    }

    static let refused: [CaseStep] = [
        CaseStep(["diff"], exit: 2, errors: .message(["prefs diff [OPTIONS] FILE [FILE]"])),
        CaseStep(["diff", "nope"], exit: 4, errors: .message(["nope", "no such file"])),
        CaseStep(["diff", "small", "nope"], exit: 4, errors: .message(["nope", "no such file"])),
        CaseStep(["diff", "cut"], exit: 4, errors: .message(["cut:1:6"])),
        CaseStep(["diff", "small", "plain", "-s", "t"], exit: 2, errors: .message(["'-s'"])),
        CaseStep(["diff", "small", "plain", "-g"], exit: 2, errors: .message(["'-g'"])),
        CaseStep(["diff", "-", "-"], exit: 2, errors: .message(["standard input"])),
        CaseStep(["diff", "-", "-f", "-"], exit: 2, errors: .message(["standard input"])),
        CaseStep(["diff", "small", "--against", "t"], exit: 2, errors: .message(["'small'"])),
        CaseStep(["diff", "small", "plain", "--json", "-z"], exit: 2, errors: .message(["--json", "-z"])),
    ]

    @Test("an invalid command line or input is an error", arguments: refused)
    func refusal(step: CaseStep) throws {
        let prefs = try Self.command()
        try prefs.directory.write("{\"a\":", to: "work/cut")
        try prefs.directory.age("work/cut")
        expect(try prefs.run(step.arguments), prints: step.output, exit: step.exit, errors: step.errors)
    }

    @Test("no command changes standard input", arguments: ["commands", "defaults"])
    func standardInput(form: String) throws {
        let prefs = try Self.command()
        for words in [["-f", "-", "changed"], ["-", "changed"]] {
            expect(
                try prefs.run(["diff", "--format", form] + words, input: Array("{}".utf8)),
                prints: "",
                exit: 2,
                errors: .message(["cannot change standard input"])
            )
        }
    }

    /// Returns a command with suites and files to compare.
    ///
    /// They are the contract's suite, the files `changed`, `small` and `plain`, and the suites `small` and `other`.
    private static func command() throws -> PrefsCommand {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(changed, to: "work/changed")
        try prefs.directory.write("{\"flag\": false}", to: "work/small")
        try prefs.directory.write("{\"flag\": 1}", to: "work/plain")
        try prefs.write("{\"flag\": false}", to: "small")
        try prefs.write("{\"k\\t1\": 1}", to: "other")
        return prefs
    }
}
