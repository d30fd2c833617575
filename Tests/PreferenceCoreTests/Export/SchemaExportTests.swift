import PreferenceSchemas
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("A program that writes its schema")
struct SchemaExportTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The standard output, standard error and exit code of a program.
    private struct Outcome: Equatable {
        var output = ""
        var error = ""
        var code: Int32 = 0
    }

    private func run(
        _ arguments: [String]?,
        default defaultValue: Int = 12,
        output failure: SystemError? = nil
    ) throws -> Outcome {
        var outcome = Outcome()
        let key = PreferenceKey<Int>("size", default: defaultValue).limited(to: 6...72)
        var export = SchemaExport(program: "editor") { () throws(PreferenceSchemaError) in
            try PreferenceSchema(keys: [key])
        }
        export.writeOutput = { bytes throws(SystemError) in
            if let failure { throw failure }
            outcome.output += String(decoding: bytes, as: UTF8.self)
        }
        export.writeError = { outcome.error += String(decoding: $0, as: UTF8.self) }
        outcome.code = export.run(arguments)
        return outcome
    }

    private func document() throws -> String {
        try PreferenceSchema(keys: [PreferenceKey<Int>("size", default: 12).limited(to: 6...72)]).json()
    }

    @Test("the schema is printed if no file is named", arguments: [[], ["-o", "-"]])
    func print(arguments: [String]) throws {
        #expect(try run(arguments) == Outcome(output: document()))
    }

    @Test(
        "-o writes the schema to a file that everyone can read, and --check accepts that file",
        arguments: ["-o FILE", "--output FILE", "--output=FILE"]
    )
    func write(line: String) throws {
        let path = directory.path(of: "schema.json")
        let arguments = line.split(separator: " ").map { String($0.replacing("FILE", with: path)) }
        #expect(try run(arguments) == Outcome())
        #expect(try directory.bytes(of: "schema.json") == Array(document().utf8))
        #expect(try directory.mode(of: "schema.json") == 0o644)
        #expect(try directory.names() == ["schema.json"])
        #expect(try run(["--check", path]) == Outcome())
        #expect(try run(["--check=\(path)"]) == Outcome())
    }

    @Test("--check reports a different or missing file, and does not change it")
    func differs() throws {
        try directory.write("{}", to: "schema.json")
        let path = directory.path(of: "schema.json")
        #expect(
            try run(["--check", path])
                == Outcome(
                    error: "editor: \(path) differs from the declarations; '-o \(path)' rewrites it\n",
                    code: 1
                )
        )
        #expect(try directory.bytes(of: "schema.json") == Array("{}".utf8))
        let missing = directory.path(of: "missing.json")
        #expect(
            try run(["--check", missing])
                == Outcome(error: "editor: \(missing) does not exist; '-o \(missing)' writes it\n", code: 1)
        )
    }

    @Test(
        "--help prints the usage and does nothing else",
        arguments: [["--help"], ["-h"], ["-o", "x", "--help", "y"]]
    )
    func help(arguments: [String]) throws {
        let outcome = try run(arguments)
        let export = SchemaExport(program: "editor") { () throws(PreferenceSchemaError) in try PreferenceSchema() }
        #expect(outcome == Outcome(output: export.usage))
        #expect(outcome.output.hasPrefix("usage: editor [-o FILE | --check FILE]\n"))
    }

    @Test(
        "an unknown, incomplete or repeated argument is an error",
        arguments: [
            (["x"], "unknown argument 'x'"), (["--help=x"], "unknown argument '--help=x'"),
            (["--out", "x"], "unknown argument '--out'"), (["-o"], "'-o' needs a FILE"),
            (["--check", ""], "'--check' needs a FILE"), (["--output="], "'--output' needs a FILE"),
            (["-o", "a", "--check", "b"], "-o and --check cannot be combined or repeated"),
            (["-o", "a", "-o", "b"], "-o and --check cannot be combined or repeated"),
            (nil, "an argument is not UTF-8"),
        ] as [([String]?, String)]
    )
    func usage(arguments: [String]?, problem: String) throws {
        #expect(
            try run(arguments) == Outcome(error: "editor: \(problem)\nhint: --help explains the arguments\n", code: 2)
        )
    }

    @Test("an invalid declaration is an error, and nothing is written")
    func invalid() throws {
        let path = directory.path(of: "schema.json")
        for arguments in [[], ["-o", path], ["--check", path]] {
            #expect(
                try run(arguments, default: 5)
                    == Outcome(
                        error: "editor: cannot store the default of 'size': 5 is not from 6 to 72\n",
                        code: 3
                    )
            )
        }
        #expect(try directory.names() == [])
    }

    @Test("a file that cannot be written or read is an error")
    func files() throws {
        let path = directory.path(of: "no/schema.json")
        let written = try run(["-o", path])
        #expect(written.code == 5)
        #expect(written.error.hasPrefix("editor: cannot open \(path): "))
        let read = try run(["--check", directory.path])
        #expect(read.code == 5)
        #expect(read.error.hasPrefix("editor: cannot read \(directory.path): "))
        let full = SystemError(code: 28)
        #expect(try run([], output: full) == Outcome(error: "editor: cannot write standard output: \(full)\n", code: 5))
    }
}
