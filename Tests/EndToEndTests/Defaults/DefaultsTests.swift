import TestSupport
import Testing

@Suite("defaults")
struct DefaultsTests {
    @Test("a domain is printed as NSDictionary describes it", arguments: DefaultsRow.layout)
    func layout(row: DefaultsRow) throws { try row.check() }

    @Test("a value is printed as its class describes it", arguments: DefaultsRow.values)
    func values(row: DefaultsRow) throws { try row.check() }

    @Test("read-type prints the type", arguments: DefaultsRow.types)
    func types(row: DefaultsRow) throws { try row.check() }

    @Test("a key or domain that does not exist is a message, and exit code 1", arguments: DefaultsRow.missing)
    func missing(row: DefaultsRow) throws { try row.check() }

    @Test("domains and read list all domains", arguments: DefaultsRow.domains)
    func domains(row: DefaultsRow) throws { try row.check() }

    @Test("find searches names, keys and strings", arguments: DefaultsRow.searches)
    func searches(row: DefaultsRow) throws { try row.check() }

    @Test("a line that is not understood prints the help, and exits with 255", arguments: DefaultsRow.usage)
    func usage(row: DefaultsRow) throws { try row.check() }

    @Test("a type flag decides about the type of a value", arguments: DefaultsRow.typed)
    func typed(row: DefaultsRow) throws { try row.check() }

    @Test("a value without a type is a string or a property list", arguments: DefaultsRow.untyped)
    func untyped(row: DefaultsRow) throws { try row.check() }

    @Test("arrays and dictionaries are written from words", arguments: DefaultsRow.containers)
    func containers(row: DefaultsRow) throws { try row.check() }

    @Test("a wrong value writes nothing", arguments: DefaultsRow.strict)
    func strict(row: DefaultsRow) throws { try row.check() }

    @Test("a dictionary alone replaces the domain", arguments: DefaultsRow.replacement)
    func replacement(row: DefaultsRow) throws { try row.check() }

    @Test("a domain is a name, a path or the global domain", arguments: DefaultsRow.selections)
    func selections(row: DefaultsRow) throws { try row.check() }

    @Test("rename moves a value to another key", arguments: DefaultsRow.renames)
    func renames(row: DefaultsRow) throws { try row.check() }

    @Test("delete removes a key or a domain", arguments: DefaultsRow.deletions)
    func deletions(row: DefaultsRow) throws { try row.check() }

    @Test("import and export move whole domains", arguments: DefaultsRow.transfers)
    func transfers(row: DefaultsRow) throws { try row.check() }

    @Test("a file that is exported is binary")
    func binaryExport() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("defaults", "export", "t", "f.plist"), prints: "")
        #expect(try prefs.directory.bytes(of: "work/f.plist").starts(with: "bplist00".utf8))
        expect(try prefs.run("diff", "-s", "t", "f.plist"), prints: "", errors: .optional)
    }

    @Test("a domain that is deleted does not exist for defaults", arguments: ["delete", "delete-all"])
    func deletedDomain(verb: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(try prefs.run("defaults", verb, "t"), prints: "")
        expect(try prefs.run("defaults", "domains"), prints: "\n")
        let outcome = try prefs.run("defaults", "read", "t")
        #expect(outcome.errorText.contains(DefaultsRow.Missing.domain("t")), "\(outcome)")
        #expect(outcome.ending == .exited(1), "\(outcome)")
    }

    @Test("the help is the same text for help and for a line that is not understood")
    func help() throws {
        let prefs = try PrefsCommand()
        let help = try prefs.run("defaults", "help")
        for verb in [
            "read", "read-type", "write", "rename", "delete", "delete-all", "import", "export", "domains", "find",
            "help",
        ] {
            #expect(help.text.contains("\n  \(verb) "), "\(verb)")
        }
        for flag in [
            "string", "data", "int[eger]", "float", "bool[ean]", "date", "array", "array-add", "dict", "dict-add",
        ] {
            #expect(help.text.contains("\n  -\(flag) "), "\(flag)")
        }
        #expect(try prefs.run("defaults").text == help.text)
    }

    @Test("the scripts that set up a Mac run without an error", arguments: DefaultsScript.all)
    func scripts(script: DefaultsScript) throws {
        var prefs = try PrefsCommand()
        try prefs.directory.makeDirectory("bin")
        try prefs.directory.symlink("bin/defaults", to: prefs.binary)
        prefs.environment["PATH"] = prefs.directory.path(of: "bin") + ":/usr/bin:/bin"
        for line in script.lines {
            let outcome = try run(line, prefs)
            // Some have escape characters, which strict XML parsers refuse.
            expect(outcome, prints: "", errors: .optional, "\(line)")
        }
        for (line, output) in script.results {
            expect(try run(line, prefs), prints: output, "\(line)")
        }
    }

    private func run(_ line: String, _ prefs: PrefsCommand) throws -> SubprocessOutcome {
        var subprocess = prefs.subprocess(["-c", line])
        subprocess.executable = "/bin/sh"
        return try subprocess.run()
    }

    @Test("a change can be undone, and obeys the schema of the suite")
    func rules() throws {
        let prefs = try PrefsCommand.withSchema(PrefsCommand.editorSchema, suite: SuiteXML.empty)
        let refused = try prefs.run("defaults", "write", "t", "fontSize", "-int", "200")
        #expect(refused.ending == .exited(1) && refused.errorText.contains("200 exceeds the maximum of 72"))
        #expect(try prefs.run("defaults", "write", "t", "fontSize", "-int", "20").ending == .exited(0))
        #expect(try prefs.run("undo", "-s", "t").text == "- fontSize 20\n")
    }
}
