import Testing

@testable import CommandGrammar

@Suite("The grammar of a small command")
struct CommandGrammarTests {
    @Test("each option on a line updates the program's values, and the verb's action has them")
    func run() throws {
        #expect(try CommandTable.till.run("add", "apple", "-n", "ripe", "--note=-x") == "ripe+-x plain")
        #expect(try CommandTable.till.run("buy", "--tint", "red", "apple", "3") == " red")
        #expect(try CommandTable.till.run("show", "-q") == "")
    }

    @Test(
        "an invalid line gives a message and what to do",
        arguments: [
            "ad apple": "unknown command 'ad'; did you mean 'add'?",
            "pu apple": "unknown command 'pu'; did you mean 'add'?",
            "xyz": "unknown command 'xyz'; run 'till help'",
            "-q show": "the command comes first; till show -q",
            "-n -q add x": "the command comes first; till add -n -q x",
            "--quiet": "expected a command, found '--quiet'; usage: till COMMAND [OPTIONS] [ARGUMENTS]",
            "add": "missing argument ITEM; usage: till add [OPTIONS] ITEM [COUNT]",
            "add a 2 b": "unexpected argument 'b'; usage: till add [OPTIONS] ITEM [COUNT]",
            "add a --notes x": "unknown option '--notes'; did you mean '--note'?",
            "add a --tin red": "unknown option '--tin'; 'till help add' lists the options; '--' ends them",
            "add a --count 2": "unknown option '--count'; COUNT is an argument: till add [OPTIONS] ITEM [COUNT]",
            "add a --color blue": "'blue' is not the name of a colour; write one of red, green",
            "add a --color red -n x": "options '--color' and '-n' cannot be combined",
            "add a --color": "option '--color' needs the name of a colour; write '--color COLOUR'",
            "show -q=x": "option '-q' takes no argument",
            "help xyz": "unknown command 'xyz'; 'till help --all' lists the commands",
        ]
    )
    func errors(line: String, message: String) {
        #expect(CommandTable.till.complaint(line) == message)
    }

    @Test("a request for help is a line of the verb for help")
    func requestForHelp() throws {
        let arguments = try CommandTable.till.parse(["buy", "-h", "--what"])
        #expect(arguments.verb == CommandTable.explain)
        #expect(arguments.operands == ["add"])
    }

    @Test("the help of a verb has usage, examples, arguments, options and exit codes, but no quiet spelling")
    func page() {
        #expect(
            CommandTable.till.page(of: CommandTable.add) == """
                till add - Add an item

                Usage: till add [OPTIONS] ITEM [COUNT]
                Also:  till buy

                Examples:
                  till add apple
                      Add one apple

                The item is the last of the list.

                Arguments:
                  ITEM     The item to add
                  [COUNT]  How many

                Item:
                  -n, --note TEXT     Attach TEXT
                      --color COLOUR  Choose a colour (COLOUR: red, green) (also --colour)

                Messages:
                  -q, --quiet         Print nothing
                  -h, --help          Print this help

                Exit codes:
                  0  success
                  3  the item is sold out

                """
        )
    }

    @Test("the overview has the everyday commands, and the full one has all")
    func overviews() {
        #expect(
            CommandTable.till.overview() == """
                till - Keep a list of goods

                Usage: till COMMAND [OPTIONS] [ARGUMENTS]

                Commands:
                  add  Add an item

                'till help COMMAND' explains a command or topic, 'till help --all' lists all of
                them.

                """
        )
        #expect(CommandTable.till.fullOverview().contains("Help:\n  help  Explain a command\n"))
    }

    @Test("the manual has each command, and the options that several share once")
    func manual() {
        let page = CommandTable.till.manualPage(
            version: "1.0",
            date: "2026-01-31",
            description: ["A till adds up."],
            examples: ("After '=>' is what an example prints.", "1 apple"),
            sections: [Topic("coins", summary: "Money", paragraphs: ["Coins are:"], entries: [("1c", "a cent")])],
            relatedPages: ["bc(1)"]
        )
        #expect(page.hasPrefix(".TH \"TILL\" 1 \"2026\\-01\\-31\"") || page.hasPrefix(".TH \"TILL\" 1 \"2026-01-31\""))
        #expect(page.contains(".SS till add\n\\fBtill add [OPTIONS] ITEM [COUNT]\\fR\n"))
        #expect(page.contains("\\fBtill add apple\\fR  # Add one apple => 1 apple\n"))
        #expect(page.contains("Exit status 3: the item is sold out.\n"))
        #expect(page.split(separator: "\n").count { $0 == "Print nothing" } == 1)
        #expect(page.contains(".SH COINS\n"))
        #expect(!page.contains("tint") && !page.contains("secret"))
    }

    /// Returns the words that the toy's completer offers.
    private func completions(of current: String, after words: String...) -> [String] {
        let completer = Completer(.till) { _ in
            { source, _ in CompletionList(source == "items" ? [.init(word: "apple")] : []) }
        }
        return completer.completions(of: current, after: words).candidates.map(\.word)
    }

    @Test("commands, options, choices and the program's words complete a line")
    func completions() {
        #expect(completions(of: "") == ["add", "show", "help"])
        #expect(completions(of: "b") == ["add", "buy", "show", "help"])
        #expect(completions(of: "", after: "put") == ["apple"])
        #expect(completions(of: "", after: "add", "--color") == ["red", "green"])
        #expect(completions(of: "--color=", after: "add") == ["--color=red", "--color=green"])
        #expect(completions(of: "-", after: "add", "-n", "x") == ["-n", "--note", "-q", "--quiet", "-h", "--help"])
        #expect(completions(of: "", after: "help") == ["add", "show", "help"])
        #expect(completions(of: "", after: "add", "--bogus").isEmpty)
    }

    @Test("a script of each shell asks the program", arguments: CompletionShell.allCases)
    func scripts(shell: CompletionShell) {
        let script = shell.script(of: "till")
        #expect(script.contains("command till __complete \(shell.rawValue)"))
        #expect(script.contains("_till"))
        #expect(!script.contains("prefs"))
    }
}
