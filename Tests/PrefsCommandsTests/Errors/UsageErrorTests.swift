import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Invalid command lines")
struct UsageErrorTests {
    @Test(
        "the message says what is wrong and what to do",
        arguments: [
            // The command
            "-s t get name": "the command comes first; hint: prefs get -s t name",
            "--suite=t get name": "the command comes first; hint: prefs get --suite=t name",
            "-s list get name": "the command comes first; hint: prefs get -s list name",
            "-- get name": "the command comes first; hint: prefs get -- name",
            "UNSET name": "unknown command 'UNSET'; hint: did you mean 'unset'?",
            "show name": "unknown command 'show'; hint: prefs get name",
            "write": "unknown command 'write'; hint: 'set' does this: prefs set [OPTIONS] KEY VALUE",
            "version": "unknown command 'version'; hint: prefs --version",
            "help gte": "'gte' is not the name of a command or topic; hint: did you mean 'get'?",

            "mv a b": "unknown command 'mv'; hint: prefs rename a b",
            "lint f": "unknown command 'lint'; hint: prefs check f",
            "imprt f": "unknown command 'imprt'; hint: did you mean 'import'?",

            // Options
            "get -suite t": "unknown option '-suite'; hint: did you mean '--suite'?",
            "get --byhost k": "unknown option '--byhost'; hint: did you mean '--by-host'?",
            "get --by k": "unknown option '--by'; hint: did you mean '--by-host'?",
            "get --suit=t k": "unknown option '--suit'; hint: did you mean '--suite'?",
            "set k --array a": "unknown option '--array'; hint: did you mean '-array'?",
            "get -sgroup.x k": "'-sgroup.x' is not an option; hint: write '-s group.x'",
            "get -s=x k": "'-s=x' is not an option; hint: write '-s NAME'",
            "get -qs x k": "'-qs' is not an option; hint: write '-s NAME'",
            "get -q=x k": "option '-q' takes no argument",
            "get -s -q k": "option '-s' needs the name of a suite, found option '-q'; hint: write '-s NAME'",
            "set k --type": "option '--type' needs the name of a type; hint: write '--type TYPE VALUE'",
            "set k --type int": "option '--type' needs a value; hint: write '--type TYPE VALUE'",
            "get k -s a -s b": "option '-s' is given twice",
            "get k --suite a -s b": "option '-s' is given twice (also as '--suite')",
            "get k --file f -s a": "options '--file' and '-s' cannot be combined",
            "get k --system -f f": "options '--system' and '-f' cannot be combined",
            "get k -g --suite a": "options '-g' and '--suite' cannot be combined",
            "set k --int 5 --bool no": "options '--int' and '--bool' cannot be combined",
            "set k --value-file f -array": "options '--value-file' and '-array' cannot be combined",
            "list --json --pretty --compact": "options '--pretty' and '--compact' cannot be combined",
            "get k --json --typed": "options '--json' and '--typed' cannot be combined",
            "get k --json=a": "option '--json' takes no argument",
            "dump --json --format xml": "options '--json' and '--format' cannot be combined",
            "set k --int 5 --value-file f": """
            options '--int' and '--value-file' both give the value; hint: '--int' without a value, after \
            '--value-file', names its type
            """,

            "set --pairs a=1 --int 5": "options '--pairs' and '--int' cannot be combined",
            "set --pairs a=1 --at /x": "options '--pairs' and '--at' cannot be combined",
            "set k v --if-unset --if-equals x": "options '--if-unset' and '--if-equals' cannot be combined",
            "set k v --dry-run --replace-corrupt": "options '--dry-run' and '--replace-corrupt' cannot be combined",
            "reset --all --at /x": "options '--all' and '--at' cannot be combined",
            "get k --replace-corrupt": """
            unknown option '--replace-corrupt'; hint: 'prefs help get' lists the options; '--' ends them
            """,
            "get k --at": "option '--at' needs a JSON Pointer; hint: write '--at POINTER'",

            // Arguments
            "set --int 5": "missing argument KEY; hint: usage: prefs set [OPTIONS] KEY --int VALUE",
            "set k my value": "unexpected argument 'value'; hint: usage: prefs set [OPTIONS] KEY VALUE",
            "set k --int 5 6": "unexpected argument '6'; hint: usage: prefs set [OPTIONS] KEY --int VALUE",
            "set k --data --value-file f": """
            unexpected argument 'f': option '--data' took '--value-file'; hint: usage: prefs set [OPTIONS] KEY \
            --data VALUE
            """,
            "set --pairs": "missing argument KEY=VALUE; hint: usage: prefs set [OPTIONS] --pairs KEY=VALUE...",
            "increment k 1 2": "unexpected argument '2'; hint: usage: prefs increment [OPTIONS] KEY [BY]",
            "append k": "missing argument VALUE; hint: usage: prefs append [OPTIONS] KEY VALUE...",
            "append k x --value-file f": """
            unexpected argument 'x'; hint: usage: prefs append [OPTIONS] KEY --value-file PATH
            """,
            "search x": "unknown command 'search'; hint: prefs find x",
            "why k": "unknown command 'why'; hint: prefs explain k",
            "tail": "unknown command 'tail'; hint: prefs watch",
            "vi": "unknown command 'vi'; hint: prefs edit",
            "push k v": "unknown command 'push'; hint: prefs append k v",
            "incr k": "unknown command 'incr'; hint: did you mean 'increment'?",
            "reset --all k": "unexpected argument 'k'; hint: usage: prefs reset [OPTIONS] --all",
            "--version k": "unexpected argument 'k'; hint: usage: prefs --version",

            // Words from a fixed set
            "dump --format yaml": """
            'yaml' is not the name of a format; hint: write one of xml, binary, openstep, json, typed, \
            commands
            """,
        ]
    )
    func message(line: String, expected: String) {
        #expect(message(of: line.split(separator: " ").map(String.init)) == expected)
    }

    @Test(
        "an empty option argument is an error, because it may be a variable that a script forgot to set",
        arguments: ["--suite=", "--file=", "--lock-timeout="]
    )
    func emptyArgument(option: String) {
        let spelling = option.dropLast()
        #expect(message(of: ["set", "k", "v", option])?.hasPrefix("option '\(spelling)' needs ") == true)
        #expect(message(of: ["set", "k", "v", option])?.hasSuffix(", found ''") == true)
    }

    @Test("a corrected command line is quoted for the shell, and control characters are escaped")
    func quoting() {
        #expect(
            message(of: ["-q", "get", "it's here"]) == #"the command comes first; hint: prefs get -q 'it'\''s here'"#
        )
        #expect(message(of: ["-q", "get", "", "a*"]) == "the command comes first; hint: prefs get -q '' 'a*'")
        #expect(message(of: ["\u{1B}[2J\n'"]) == #"unknown command $'\u001b[2J\n\''; hint: run 'prefs help'"#)
    }

    private func message(of words: [String]) -> String? {
        words.usageMessage.map { $0.text + ($0.hint.map { "; hint: \($0)" } ?? "") }
    }
}
