import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Help")
struct HelpTextTests {
    @Test("a page explains a command completely")
    func page() {
        #expect(
            CommandTable.prefs.page(of: .reset) == """
                prefs reset - Remove keys, restoring their defaults

                Usage: prefs reset [OPTIONS] KEY...
                       prefs reset [OPTIONS] [KEY...] --glob GLOB
                       prefs reset [OPTIONS] --all
                Also:  prefs unset, prefs delete

                Examples:
                  prefs reset general.launchCount
                      Remove one key
                  prefs reset recent --at /0
                      Remove the first element of an array
                  prefs reset recent --json
                      Remove one key, and print what it was
                  prefs reset --glob 'window.*'
                      Remove the keys of one scope
                  prefs reset -s group.x --all
                      Remove all keys of the suite group.x

                An unset key is not an error. A missing file is not created. --json prints the
                changes. --all leaves the keys that the administrator has set.

                Arguments:
                  KEY...  A key to remove, a literal name

                Position in the value:
                      --at POINTER   Use the part of KEY's value at a JSON Pointer, as in
                                     /frame/0/width

                Keys:
                      --all          Remove every key, leaving an empty document
                      --strict       Exit with 1, removing nothing, if a key is not set

                Output:
                      --format json  Print a JSON array of changes: {"key": ..., "old": ...,
                                     "new": ...}, in typed JSON (short: --json)

                Further options:
                  prefs help globs    --glob
                  prefs help options  --names-only, -z/--null, --pretty, --compact,
                                      --lock-timeout, --replace-corrupt, --break-hard-links,
                                      --no-history, --dry-run, -q/--quiet, -v/--verbose,
                                      --color, -h/--help
                  prefs help files    -s/--suite, -g/--global, --system, --managed, --by-host,
                                      -f/--file, --schema, --no-schema

                Exit codes, beside those of 'prefs help exit-codes':
                  1  a key is not set, and --strict is given; nothing is removed
                  3  the change breaks the schema

                """
        )
    }

    @Test("the entry of an option lists its choices and its other spellings")
    func optionNotes() throws {
        let page = CommandTable.prefs.page(of: try #require(CommandTable.prefs.topic(named: "types")), columns: 200)
        #expect(page.contains("--int VALUE         An integer from -2^63 to 2^64-1 (also --integer, -int, -integer)\n"))
        #expect(
            page.contains(
                """
                --type TYPE VALUE   A value of the type TYPE \
                (TYPE: string, integer, float, bool, date, data, array, dictionary, uid)

                """
            )
        )
    }

    @Test("a page has at most 70 lines, that of apply 90, and a short one leaves a row of 24 for the prompt")
    func lengths() {
        for verb in CommandTable.prefs.verbs {
            let (page, short) = (CommandTable.prefs.page(of: verb), CommandTable.prefs.shortPage(of: verb))
            #expect(page.lineCount <= (verb == .apply ? 90 : 70), "\(verb.name)")
            #expect(short.lineCount < 24, "\(verb.name)")
            #expect(short.contains("'prefs \(verb.name) --help' has the rest."))
        }
        #expect(CommandTable.prefs.overview().lineCount <= 30)
    }

    @Test("a short page has the usage, two examples, and the options that most people use first")
    func shortPage() {
        #expect(
            CommandTable.prefs.shortPage(of: .increment) == """
                prefs increment - Add to a number

                Usage: prefs increment [OPTIONS] KEY [BY]

                Examples:
                  prefs increment general.launchCount
                      Add 1 to a counter
                  prefs increment volume -0.5
                      Subtract 0.5 from a float

                Options:
                  -s, --suite NAME  Use the suite NAME (default: $PREFS_SUITE, or 'prefs')
                      --at POINTER  Use the part of KEY's value at a JSON Pointer, as in
                                    /frame/0/width
                      --format json|typed
                                    Print JSON; typed keeps the types that plain JSON lacks, as
                                    in {"$date": ...} (short: --json, --typed)
                      --dry-run     Print what would change, and write nothing
                      --only        Ignore the values in the shared and system files
                      --parents     Create missing dictionaries and elements on the way

                'prefs increment --help' has the rest.

                """
        )
    }

    @Test(
        "a topic has at most 40 lines, no name of a command, and an example",
        arguments: CommandTable.prefs.topics.map(\.name)
    )
    func topic(name: String) throws {
        let topic = try #require(CommandTable.prefs.topic(named: name))
        #expect(CommandTable.prefs.page(of: topic).lineCount <= 40)
        #expect(CommandTable.prefs.verb(named: name) == nil)
        #expect(!topic.examples.isEmpty)
        for line in CommandTable.prefs.page(of: topic).split(separator: "\n") { #expect(line.count <= 80) }
    }

    @Test("each option that several commands share is explained by a topic or by the command")
    func furtherOptions() {
        for verb in CommandTable.prefs.verbs {
            let page = CommandTable.prefs.page(of: verb)
            for option in verb.syntax.groups.flatMap(\.shownOptions) { #expect(page.contains(option.name)) }
        }
    }

    @Test(
        "the example of a topic does what it says",
        arguments: CommandTable.prefs.topics.flatMap(\.examples).map(\.line)
    )
    func example(line: String) throws {
        let process = try CommandProcess()
        process.input = .success(Array(#"{"fontSize": 12, "window": {"frame": [{"width": 1}]}, "a.old": 1}"#.utf8))
        process.did("apply", "-s", "editor", "-")
        for (name, seed) in ["seed": #"{"fontSize": 12}"#, "secrets": #"{"token": "x"}"#, "settings": #"{"a": 1}"#] {
            try process.directory.write(Array(seed.utf8), to: "\(name).plist")
            try process.directory.write(Array(seed.utf8), to: "\(name).json")
        }
        let files = process.directory.path
        let words = line.split(separator: " ").map { word in
            let word = word.replacing("'", with: "")
            return word.contains(".json") || word.contains(".plist") ? "\(files)/\(word)" : String(word)
        }
        let outcome = process.run(words)
        #expect(outcome.exit == 0, "\(outcome.errors)")
    }

    @Test("the synopses of a command show its arguments, and the options that change them")
    func synopses() {
        #expect(
            Verb.set.syntax.synopses == [
                "set [OPTIONS] KEY VALUE",
                "set [OPTIONS] KEY --string VALUE",
                "set [OPTIONS] KEY -array VALUE...",
                "set [OPTIONS] KEY --value-file PATH",
                "set [OPTIONS] --pairs KEY=VALUE...",
            ]
        )
        #expect(
            Verb.append.syntax.synopses == [
                "append [OPTIONS] KEY VALUE...",
                "append [OPTIONS] KEY [VALUE...] --string VALUE",
                "append [OPTIONS] KEY [VALUE...] -array VALUE...",
                "append [OPTIONS] KEY --value-file PATH",
            ]
        )
        #expect(Verb.help.syntax.synopses == ["help [OPTIONS] [COMMAND]", "help [OPTIONS] --all"])
    }

    @Test(
        "lines do not exceed the width and do not end with a space",
        arguments: CommandTable.prefs.verbs,
        [60, 80, 132]
    )
    func width(verb: Verb, columns: Int) {
        for line in CommandTable.prefs.page(of: verb, columns: columns).split(separator: "\n") {
            #expect(line.count <= columns, "\(line)")
            #expect(line.last != " ", "\(line)")
        }
    }

    @Test("a page is complete even if the width is too narrow for its words")
    func narrow() {
        for columns in [0, 1, 10] {
            #expect(CommandTable.prefs.page(of: .get, columns: columns).contains("general.launchCount"))
        }
    }
}

extension String {
    fileprivate var lineCount: Int { count { $0 == "\n" } }
}
