import CommandErrors
import CommandGrammar
import Glibc
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Output of a command")
struct CommandOutputTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        try process.write(["flag": true, "name": "Ada", "count": 3, "blob": .data([1, 2]), "text": "a\nb\t\u{1B}"])
    }

    @Test(
        "a command prints its data in one write",
        arguments: [
            (["get", "name"], "Ada\n"), (["get", "name", "flag", "count"], "Ada\ntrue\n3\n"),
            (["get", "flag", "name"], "true\nAda\n"), (["get", "name", "name"], "Ada\nAda\n"),
            (["get", "name", "nope", "--default", "-x"], "Ada\n-x\n"), (["get", "-z", "name", "flag"], "Ada\0true\0"),
            (["get", "--raw", "blob"], "\u{1}\u{2}"), (["get", "text"], "a\nb\t\u{1B}\n"),
            (["get", "count", "flag", "--json"], "{\"count\":3,\"flag\":true}\n"),
            (["get", "--json", "name"], "\"Ada\"\n"),
            (["get", "nope", "--json", "--default", "5"], "5\n"),
            (["get", "--typed", "blob"], "{\"$data\":\"AQI=\"}\n"),
            (["keys"], "blob\ncount\nflag\nname\ntext\n"),
            (["keys", "--json"], #"["blob","count","flag","name","text"]"# + "\n"),
            (["list", "n*", "f*"], "flag\ttrue\nname\tAda\n"), (["list", "text"], "text\ta\\nb\\t\u{1B}\n"),
            (["list", "-z", "text"], "text\ta\nb\t\u{1B}\0"), (["list", "--json", "c*"], "{\"count\":3}\n"),
            (["type", "flag"], "bool\n"), (["type", "flag", "--json"], "\"bool\"\n"), (["suites"], "t\n"),
            (["type", "flag", "name", "flag"], "bool\nstring\nbool\n"),
            (["type", "flag", "name", "--json"], "{\"flag\":\"bool\",\"name\":\"string\"}\n"),
            (["keys", "--glob", "[b-f]*", "?????"], "blob\ncount\nflag\n"),
            (["keys", "--glob", "n*", "--json"], "[\"name\"]\n"),
            (["reset", "--glob", "[!b]*t", "--dry-run"], "- count 3\n- text \"a\\nb\\t\\u001b\"\n"),
            (
                ["copy", "--glob", "n*", "--glob", "f?ag", "--to-suite", "u", "--dry-run"],
                "+ flag true\n+ name \"Ada\"\n"
            ),
            (["suites", "--json"], "[\"t\"]\n"), (["--version"], "prefs \(CommandTable.version)\n"),
        ]
    )
    func data(words: [String], output: String) {
        #expect(process.run(words) == .prints(output))
    }

    @Test(
        "a command without data prints nothing",
        arguments: [
            ["list", "zz*"], ["keys", "--glob", "zz*"], ["exists", "name"], ["exists", "name", "flag"],
            ["reset", "nope"], ["reset", "--glob", "zz*"], ["set", "new", "1"], ["list", "-q", "-s", "never"],
        ]
    )
    func silence(words: [String]) {
        #expect(process.run(words) == .silent)
    }

    @Test(
        "a suite or file that does not exist is read as an empty one, with a note",
        arguments: [
            (["list", "-s", "never"], "", "suite 'never' does not exist\nhint: 'prefs suites' lists the suites"),
            (["keys", "-s", "editro"], "", "suite 'editro' does not exist\nhint: did you mean 'editor'?"),
            (
                ["dump", "--json", "-s", "Editor"], "{}\n",
                "suite 'Editor' does not exist\nhint: did you mean 'editor'?"
            ),
            (
                ["keys", "-s", "never", "--json"], "[]\n",
                "suite 'never' does not exist\nhint: 'prefs suites' lists the suites"
            ),
            (["list", "-f", "/nowhere/x"], "", "/nowhere/x: no such file or directory"),
            (["dump", "--json", "-f", "/nowhere/x"], "{}\n", "/nowhere/x: no such file or directory"),
        ]
    )
    func missing(words: [String], output: String, note: String) throws {
        try process.write([:], to: "editor")
        let outcome = process.run(words)
        #expect(outcome.exit == 0)
        #expect(outcome.outputs.joined() == output)
        #expect(outcome.errors == "note: \(note)\n")
        #expect(process.run(words + ["-q"]).errors == "")
    }

    @Test(
        "a command that fails prints no data",
        arguments: [
            ["get", "name", "nope"], ["get", "--raw", "blob", "name"], ["type", "name", "nope"],
            ["exists", "name", "nope"],
        ]
    )
    func failure(words: [String]) {
        let outcome = process.run(words)
        #expect(outcome.outputs == [])
        #expect(outcome.exit != 0)
    }

    @Test("a command that cannot print reports it")
    func outputFailure() throws {
        process.outputError = SystemError(code: ENOSPC)
        let outcome = process.run("get", "name", "flag")
        #expect(outcome.outputs == ["Ada\ntrue\n"])
        #expect(outcome.exit == 5)
        #expect(
            outcome.errors == "prefs: cannot write standard output: no space left on device\n"
        )
        #expect(process.run("set", "name", "Bob") == .silent)
        #expect(process.run("exists", "name") == .silent)
        #expect(process.run("help").exit == 5)
    }

    @Test("dump writes the same bytes to standard output and to a file, but indents JSON in a file")
    func dump() throws {
        let path = process.directory.path(of: "out.json")
        for (printing, writing) in [("--pretty", []), ("--pretty", ["--pretty"]), ("-v", ["--compact"])] {
            let printed = process.run("dump", "--typed", printing)
            #expect(printed.outputs.count == 1)
            #expect(process.run(["dump", "--typed", "-o", path] + writing) == .silent)
            #expect(try process.directory.text(of: "out.json") == printed.outputs.joined())
        }
        let copy = process.directory.path(of: "copy")
        #expect(process.run("dump", "-o", copy, "-v").errors == "note: wrote \(copy)\n")
        #expect(try process.directory.text(of: "copy") == process.run("dump").outputs.joined())
        let nowhere = process.directory.path(of: "no/out")
        let hint = "'mkdir -p \(process.directory.path(of: "no"))' creates the directory"
        #expect(
            process.run("dump", "-o", nowhere)
                == .fails(.writeFailed, "cannot open \(nowhere): no such file or directory\nhint: \(hint)")
        )
    }

    // MARK: Standard input

    @Test("a command reads a suite from standard input if the file is -")
    func standardInput() throws {
        process.input = .success(try PropertyList.dictionary(["a": 1]).serialized(as: .binary))
        #expect(process.run("get", "a", "-f", "-") == .prints("1\n"))
        process.isTerminal = true
        let binary = "cannot write binary data to a terminal\nhint: redirect standard output to a file"
        #expect(process.run("set", "a", "2", "-f", "-") == .fails(.usage, binary))
        process.isTerminal = false
        process.input = .success(Array("{\"a\": 1}".utf8))
        #expect(process.run("set", "a", "2", "-f", "-") == .prints("{\"a\": 2}"))
        process.input = .success(Array("[1]".utf8))
        #expect(
            process.run("keys", "-f", "-")
                == .fails(
                    .unreadableFile,
                    "standard input: the file is of type array, not a dictionary of keys"
                )
        )
        process.input = .success([])
        #expect(process.run("keys", "-f", "-") == .fails(.unreadableFile, "standard input:1:1: the document is empty"))
        process.input = .failure(SystemError(code: EIO))
        #expect(
            process.run("keys", "-f", "-")
                == .fails(.unreadableFile, "cannot read standard input: input/output error")
        )
    }

    @Test(
        "a value from standard input loses one final line break",
        arguments: [("x\n", "x"), ("x", "x"), ("x\r\n", "x"), ("x\n\n", "x\n"), ("\n", ""), ("", ""), ("5\n", 5)]
            as [(String, PropertyList)]
    )
    func valueFromInput(text: String, value: PropertyList) throws {
        process.input = .success(Array(text.utf8))
        #expect(process.run("set", "new", "--value-file", "-") == .silent)
        guard case .dictionary(let contents) = try process.contents() else { return }
        #expect(contents["new"] == value)
    }

    @Test("bytes from standard input are kept complete, and text must be UTF-8")
    func bytesFromInput() throws {
        process.input = .success([0xFF, 0x0A])
        #expect(process.run("set", "blob", "--value-file", "-", "--data") == .silent)
        #expect(process.run("get", "blob") == .prints("/wo=\n"))
        #expect(
            process.run("set", "name", "--value-file", "-")
                == .fails(
                    .invalidValue,
                    "-:1:1: the value is not UTF-8\nhint: --data after --value-file stores it as bytes"
                )
        )
        process.input = .success(Array("0aFF\n".utf8))
        #expect(process.run("set", "blob", "--value-file", "-", "--data", "--hex") == .silent)
        #expect(process.run("get", "blob") == .prints("Cv8=\n"))
    }
}
