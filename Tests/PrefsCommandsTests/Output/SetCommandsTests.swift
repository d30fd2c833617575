import CommandErrors
import PropertyLists
import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Suites dumped as commands")
struct SetCommandsTests {
    /// A suite with every kind of value, and with keys and values that a shell or an option parser might misread.
    static let suite: PropertyListDictionary = [
        "string": "text", "integer": -5, "large": .integer(.max), "least": .integer(.min), "flag": true, "off": false,
        "real": 1.5, "whole": 2.0, "zero": -0.0, "tiny": .real(.leastNonzeroMagnitude), "huge": 1e300,
        "nan": .real(.nan),
        "inf": .real(.infinity), "-inf": .real(-.infinity), "data": .data([0, 255]), "no data": .data([]),
        "date": .date(PropertyListDate(secondsSinceReferenceDate: -978_307_200)),
        "far": .date(PropertyListDate(secondsSinceReferenceDate: -1e11)), "uid": .uid(7), "array": [1, [2, "x"], []],
        "dictionary": ["a": .data([1]), "$date": "x", "": [:]], "odd": [.real(.nan), .uid(1)],
        "": "empty key", "--": "--", "-n": "-n", "--help": "--help", "it's": "'", "two words": " a  b ",
        "$HOME": "`id` $(id) ${x} $'a'", "new\nline": "a\nb\n", "tab\t": "\r\t", "*": "?[a]*", "\\": "\\\\n\\",
        "\"": "\"", "é": "e\u{301}", "e\u{301}": "é", "#": "# no comment", "a=b": "!!;&|<>", "~": "~root", "num": "5",
        "word": "true",
    ]

    /// Runs each line of a script in a process, as a shell would, and returns the messages.
    private func replay(_ script: String, in process: CommandProcess) throws -> String {
        try #require(shellLines(script)).map { words in
            #expect(words.first == "prefs")
            let outcome = process.run(Array(words.dropFirst()))
            #expect(outcome.exit == 0 && outcome.outputs == [], "\(words)")
            return outcome.errors
        }
        .joined()
    }

    private func script(_ process: CommandProcess, _ options: String...) throws -> String {
        let outcome = process.run(["dump", "--format", "commands"] + options)
        #expect(outcome.exit == 0, "\(outcome)")
        #expect(outcome.outputs.count <= 1)
        return outcome.outputs.joined()
    }

    @Test("the dump has a line for each key, quoted for any shell")
    func lines() throws {
        let process = try CommandProcess()
        try process.write(["it's": "a'b", "-n": 1, "l": [true]])
        #expect(
            try script(process) == """
                prefs set '--suite=t' --string 'a'\\''b' -- 'it'\\''s'
                prefs set '--suite=t' --int '1' -- '-n'
                prefs set '--suite=t' --json '[true]' -- 'l'

                """
        )
    }

    @Test("the dump of an empty suite is empty")
    func empty() throws {
        let process = try CommandProcess()
        try process.write([:])
        #expect(process.run("dump", "--format", "commands") == .silent)
        let note = "note: suite 'never' does not exist\nhint: 'prefs suites' lists the suites\n"
        #expect(process.run("dump", "--format", "commands", "-s", "never") == CommandProcess.Outcome(errors: note))
    }

    @Test("replaying the dump creates the same suite")
    func replays() throws {
        let source = try CommandProcess()
        try source.write(Self.suite)
        let target = try CommandProcess()
        target.variables["PREFS_SUITE"] = nil
        // A suite refuses what UserDefaults cannot read in it.
        let file = "'--file=\(target.directory.path(of: "t.plist"))'"
        let lines = try script(source).replacing("'--suite=t'", with: file)
        #expect(try replay(lines, in: target).contains("note: 'large': integer above"))
        let contents = try target.contents()
        #expect(contents == .dictionary(Self.suite))
        // A second replay changes nothing.
        let identity = try target.directory.identity(of: "t.plist")
        #expect(try replay(lines, in: target) == "")
        #expect(try target.directory.identity(of: "t.plist") == identity)
    }

    @Test("each line selects its suite or file, whatever the environment of the replay is")
    func selectors() throws {
        let process = try CommandProcess()
        let file = process.directory.path(of: "it's -x.plist")
        let lines: [([String], String?, String)] = [
            ([], nil, ""), ([], "", ""), ([], "t", "'--suite=t' "), (["-s", "u"], "t", "'--suite=u' "),
            (["--suite=-n"], "t", "'--suite=-n' "), (["--global"], "t", "'--global' "), (["-g"], nil, "'-g' "),
            (["--by-host"], "t", "'--suite=t' '--by-host' "),
            (["--by-host", "-s", "u"], "t", "'--by-host' '--suite=u' "),
            (["--by-host"], nil, "'--by-host' "), (["--by-host", "-g"], "t", "'--by-host' '-g' "),
            (["-f", file], "t", "'--file=\(file.replacing("'", with: "'\\''"))' "),
        ]
        for (options, suite, selector) in lines {
            process.variables["PREFS_SUITE"] = suite
            #expect(process.run(["set", "k", "v"] + options) == .silent)
            let outcome = process.run(["dump", "--format", "commands"] + options)
            #expect(outcome == .prints("prefs set \(selector)--string 'v' -- 'k'\n"))
            let path = process.run(["path"] + options)
            // The line changes the file that was dumped, even if the shell does not have this variable.
            process.variables["PREFS_SUITE"] = nil
            let words = try #require(shellLines(outcome.outputs.joined())?.first)
            #expect(process.run(["set", "-v"] + words.dropFirst(2)).errors == "note: 'k' already has this value\n")
            let parsed = try CommandTable.prefs.parse(Array(words.dropFirst()))
            let selectors = parsed.options.dropLast().flatMap { option in
                option.arguments.isEmpty ? [option.spelling] : ["\(option.spelling)=\(option.arguments[0])"]
            }
            #expect(process.run(["path"] + selectors) == path)
        }
    }

    @Test("a line for a suite from standard input selects no file")
    func standardInput() throws {
        let process = try CommandProcess()
        process.input = .success(Array("{\"k\": \"v\"}".utf8))
        #expect(try script(process, "-f", "-") == "prefs set --string 'v' -- 'k'\n")
    }

    @Test("NUL in a key is an error, and NUL in a value is escaped")
    func nul() throws {
        let process = try CommandProcess()
        process.input = .success(Array(#"{"k": "a\u0000b", "l": ["\u0000"]}"#.utf8))
        #expect(
            try script(process, "-f", "-") == """
                prefs set --json '"a\\u0000b"' -- 'k'
                prefs set --json '["\\u0000"]' -- 'l'

                """
        )
        process.input = .success(Array(#"{"a\u0000b": 1}"#.utf8))
        #expect(
            process.run("dump", "--format", "commands", "-f", "-")
                == .fails(
                    .invalidValue,
                    #"cannot print $'a\u0000b' as a command: the key contains NUL\#nhint: use another format"#
                )
        )
    }
}
