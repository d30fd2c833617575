import Testing

@testable import PrefsCommands

@Suite("Invalid command lines")
struct UsageErrorTests {
    @Test(
        "the message says what is wrong and what to do",
        arguments: [
            // The command
            "-s t get name": "the verb comes first: prefs get -s t name",
            "--suite=t get name": "the verb comes first: prefs get --suite=t name",
            "-s list get name": "the verb comes first: prefs get -s list name",
            "-- get name": "the verb comes first: prefs get -- name",
            "--quiet": "the verb comes first, before '--quiet': prefs VERB [OPTIONS] [ARGUMENTS]",
            "gte name": "unknown verb 'gte': did you mean 'get'?",
            "UNSET name": "unknown verb 'UNSET': did you mean 'unset'?",
            "show name": "unknown verb 'show': 'get' does it: prefs get [OPTIONS] KEY...",
            "write": "unknown verb 'write': 'set' does it: prefs set [OPTIONS] KEY VALUE",
            "version": "unknown verb 'version': '--version' does it: prefs --version",
            "frobnicate": "unknown verb 'frobnicate': 'prefs --help' lists the verbs",
            "help gte": "'gte' is not the name of a verb: did you mean 'get'?",

            "mv a b": "unknown verb 'mv': 'rename' does it: prefs rename [OPTIONS] OLD NEW",
            "lint f": "unknown verb 'lint': 'check' does it: prefs check [OPTIONS] [FILE...]",
            "imprt f": "unknown verb 'imprt': did you mean 'import'?",

            // Options
            "get --suit t": "get has no option '--suit': did you mean '--suite'?",
            "get -suite t": "get has no option '-suite': did you mean '--suite'?",
            "get --byhost k": "get has no option '--byhost': did you mean '--by-host'?",
            "get --by k": "get has no option '--by': did you mean '--by-host'?",
            "get --suit=t k": "get has no option '--suit': did you mean '--suite'?",
            "set k --array a": "set has no option '--array': did you mean '-array'?",
            "get -k": """
            get has no option '-k': 'prefs help get' lists its options; \
            a word that is none but begins with '-' goes after '--'
            """,
            "get -sgroup.x k": "'-sgroup.x' must be written apart: -s NAME",
            "get -s=x k": "'-s=x' must be written apart: -s NAME",
            "get -qs x k": "'-qs' must be written apart: -s NAME",
            "get --quiet=x k": "'--quiet' takes no argument: leave out '=x'",
            "get -q=x k": "'-q' takes no argument: leave out '=x'",
            "get k -s": "'-s' needs the name of a suite after it: -s NAME",
            "get -s -q k": "'-s' needs the name of a suite after it, not the option '-q': -s NAME",
            "set k --type": "'--type' needs the name of a type after it: --type TYPE VALUE",
            "set k --type int": "'--type' needs a value after it: --type TYPE VALUE",
            "get k -s a -s b": "'-s' is given twice",
            "get k --suite a -s b": "'--suite' and '-s' are the same option: give it once",
            "get k --file f -s a": "'--file' and '-s' cannot be combined",
            "get k --system -f f": "'--system' and '-f' cannot be combined",
            "get k -g --suite a": "'-g' and '--suite' cannot be combined",
            "set k --int 5 --bool no": "'--int' and '--bool' cannot be combined",
            "set k --value-file f -array": "'--value-file' and '-array' cannot be combined",
            "dump --json --format xml": "'--json' and '--format' cannot be combined",
            "set k --int 5 --value-file f": """
            '--int' and '--value-file' both give the value: to name the type of what '--value-file' reads, \
            put '--int' after it, alone
            """,

            "set --pairs a=1 --int 5": "'--pairs' and '--int' cannot be combined",
            "set --pairs a=1 --at /x": "'--pairs' and '--at' cannot be combined",
            "set k v --if-unset --if-equals x": """
            '--if-unset' and '--if-equals' cannot be combined
            """,
            "set k v --dry-run --replace-corrupt": """
            '--dry-run' and '--replace-corrupt' cannot be combined
            """,
            "reset --all --at /x": "'--all' and '--at' cannot be combined",
            "get k --replace-corrupt": """
            get has no option '--replace-corrupt': 'prefs help get' lists its options; \
            a word that is none but begins with '-' goes after '--'
            """,
            "get k --at": "'--at' needs a JSON Pointer after it: --at POINTER",

            // Arguments
            "get": "get needs a key, KEY: prefs get [OPTIONS] KEY...",
            "set k": "set needs a value, VALUE: prefs set [OPTIONS] KEY VALUE",
            "set --int 5": "set needs a key, KEY: prefs set [OPTIONS] KEY --int VALUE",
            "set k my value": "'value' is one word too many: prefs set [OPTIONS] KEY VALUE",
            "set k --int 5 6": "'6' is one word too many: prefs set [OPTIONS] KEY --int VALUE",
            "set k --data --value-file f": """
            'f' is one word too many: prefs set [OPTIONS] KEY --data VALUE \
            ('--data' took '--value-file' as it stands)
            """,
            "set --pairs": """
            set needs a key and its value in one word, KEY=VALUE: prefs set [OPTIONS] --pairs KEY=VALUE...
            """,
            "increment": "increment needs a key, KEY: prefs increment [OPTIONS] KEY [BY]",
            "increment k 1 2": "'2' is one word too many: prefs increment [OPTIONS] KEY [BY]",
            "toggle k l": "'l' is one word too many: prefs toggle [OPTIONS] KEY",
            "append k": "append needs a value, VALUE: prefs append [OPTIONS] KEY VALUE...",
            "append k x --value-file f": "'x' is one word too many: prefs append [OPTIONS] KEY --value-file PATH",
            "search x": "unknown verb 'search': 'find' does it: prefs find [OPTIONS] TEXT",
            "why k": "unknown verb 'why': 'explain' does it: prefs explain [OPTIONS] KEY",
            "tail": "unknown verb 'tail': 'watch' does it: prefs watch [OPTIONS] [GLOB...]",
            "vi": "unknown verb 'vi': 'edit' does it: prefs edit [OPTIONS]",
            "push k v": "unknown verb 'push': 'append' does it: prefs append [OPTIONS] KEY VALUE...",
            "incr k": "unknown verb 'incr': did you mean 'increment'?",
            "reset --all k": "'k' is one word too many: prefs reset [OPTIONS] --all",
            "path k": "'k' is one word too many: prefs path [OPTIONS]",
            "--version k": "'k' is one word too many: prefs --version",

            // Words from a fixed set
            "dump --format jsn": "'jsn' is not the name of a format: did you mean 'json'?",
            "dump --format yaml": """
            'yaml' is not the name of a format: write one of xml, binary, openstep, json, typed-json, commands
            """,
            "get k --expect number": """
            'number' is not the name of a type: write one of string, integer, float, bool, date, data, array, \
            dictionary, uid
            """,
        ]
    )
    func message(line: String, expected: String) {
        #expect(message(of: line.split(separator: " ").map(String.init)) == expected)
    }

    @Test("an empty command line prints the short usage")
    func emptyLine() throws {
        #expect(message(of: []) == "a verb is missing")
        #expect(
            try CommandProcess().run().errors == """
                prefs: a verb is missing
                Usage: prefs VERB [OPTIONS] [ARGUMENTS]
                Verbs: get list keys exists type dump explain describe find watch set reset
                toggle increment append rename copy edit apply diff convert check suites path
                schema completions man help --version
                'prefs --help' says what they do.

                """
        )
    }

    @Test(
        "an empty option argument is an error, because it may be a variable that a script forgot to set",
        arguments: ["--suite=", "--file=", "--lock-timeout="]
    )
    func emptyArgument(option: String) {
        let spelling = option.dropLast()
        #expect(message(of: ["set", "k", "v", option])?.hasPrefix("'\(spelling)' needs ") == true)
        #expect(message(of: ["set", "k", "v", option])?.hasSuffix(", and not nothing") == true)
    }

    @Test("a corrected command line is quoted for the shell, and control characters are escaped")
    func quoting() {
        #expect(message(of: ["-q", "get", "it's here"]) == #"the verb comes first: prefs get -q 'it'\''s here'"#)
        #expect(message(of: ["-q", "get", "", "a*"]) == "the verb comes first: prefs get -q '' 'a*'")
        #expect(message(of: ["\u{1B}[2J\n'"]) == #"unknown verb $'\u001b[2J\n\'': 'prefs --help' lists the verbs"#)
    }

    @Test("the kind of an error is separate from its wording")
    func kinds() {
        #expect(throws: UsageError.unknownOption("--suit", verb: .get, suggestion: "--suite")) {
            try ArgumentParser.parse(["get", "--suit", "t"])
        }
        #expect(throws: UsageError.missingVerb) {
            try ArgumentParser.parse([])
        }
    }

    private func message(of words: [String]) -> String? {
        do {
            _ = try ArgumentParser.parse(words)
            return nil
        } catch {
            let hint = error.message.hint.map { "; hint: \($0)" }
            return error.message.text + (hint ?? "")
        }
    }
}
