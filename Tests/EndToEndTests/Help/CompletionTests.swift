import TestSupport
import Testing

/// Tests of completion in real shells, from the typed text to the word that the shell reads back.
@Suite("Completion in the shells", .mayWait)
struct CompletionTests {
    /// Keys that a shell would split or misread without quotes.
    static let keys = [
        "plain", "two  spaces", "it's", "say \"x\"", "a:b", "eq=ual", "$HOME", "`id`", "glob*?[x]", "br{a,c}e",
        "~tilde",
        "#hash", "ba!ng", "back\\slash", "semi;|&<>()", "ключ", "ünï", "日本 👩‍👩‍👧", "", "%d", "^caret", "new\nline",
        "tab\tkey",
        "esc\u{1B}[31m", "c1\u{85}", "trailing\\", "'", "\"",
    ]

    private let prefs: PrefsCommand

    init() throws {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        prefs.environment["LC_ALL"] = "C.UTF-8"
        prefs.environment["TERM"] = "xterm"
        self.prefs = prefs
    }

    private func run(_ program: String, _ arguments: [String], input: String = "") throws -> SubprocessOutcome {
        try prefs.directory.makeDirectory("bin")
        if !prefs.directory.exists("bin/prefs") { try prefs.directory.symlink("bin/prefs", to: prefs.binary) }
        var environment = prefs.environment
        environment["PATH"] = prefs.directory.path(of: "bin") + ":/usr/bin:/bin"
        let path = try #require(InstalledProgram.path(of: program))
        return try Subprocess(
            path,
            arguments,
            environment: environment,
            input: Array(input.utf8),
            workingDirectory: prefs.directory.path(of: "work")
        ).run()
    }

    private func setKeys(_ keys: [String] = Self.keys) throws {
        let entries = keys.map { "\(jsonString($0)):\(jsonString("value of " + $0))" }.joined(separator: ",")
        let outcome = try prefs.run(
            ["dump", "-f", "-", "-o", prefs.directory.path(of: prefs.file(of: "t"))],
            input: Array("{\(entries)}".utf8)
        )
        expect(outcome, errors: .optional)
    }

    private func jsonString(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { "\\u" + hexadecimal($0) }.joined() + "\""
    }

    private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        .joined(separator: "\\u")
    }

    /// A script with the function that bash calls, and a `compopt` that records its arguments.
    private static let bashFunction = """
        source <(prefs completions bash)
        compopt() { told=$*; }
        complete_line() {
            local COMP_LINE=$1 COMP_POINT=${#1} COMP_TYPE=9 COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
            told= COMPREPLY=()
            _prefs
        }

        """

    @Test(
        "bash reads each completed word back as the key, after any opening quote",
        .enabled(if: InstalledProgram.areInstalled("bash"), "bash is not installed"),
        arguments: ["", "'", "\""]
    )
    func bash(quote: String) throws {
        // Keys whose completion would end the open quote at once. They are not offered, because readline drops a second
        // quote.
        let endingQuotes = ["'": ["'", "'x", "\n;x", "\t;x"], "\"": ["!;x", "\n;x", "\t;x"]][quote] ?? []
        try setKeys(Self.keys + endingQuotes.filter { $0 != "'" })
        let script =
            Self.bashFunction + #"""
                complete_line "prefs get $1"
                for word in "${COMPREPLY[@]}"; do
                    if [ "$1" ] && [ "${word:0:1}" = "$1" ]; then printf 'a second quote: %s\0' "$word"; fi
                    eval "printf '%s\\0' $1$word$1"
                done
                """#
        let outcome = try run("bash", ["-c", script, "bash", quote])
        expect(outcome)
        #expect(
            outcome.text.split(separator: "\0", omittingEmptySubsequences: false).dropLast().sorted()
                == Self.keys.filter { !endingQuotes.contains($0) }.map { Substring($0) }.sorted()
        )
    }

    @Test(
        "bash gets the part of the word that readline replaces",
        .enabled(if: InstalledProgram.areInstalled("bash"), "bash is not installed"),
        arguments: [
            ("prefs get a:", "b"), ("prefs get a\\:", "a:b"), ("prefs get eq=", "ual"), ("prefs get 'a:", "a:b"),
            ("prefs get --suite=", "other t"), ("prefs get -s ", "other t"), ("prefs set flag ", "true false"),
            ("prefs set flag --bool ", "true false"), ("prefs set --type bool", "bool"), ("prefs set a:b ", ""),
            ("prefs dump --format x", "xml"), ("prefs complet", "completions"), ("prefs uns", "unset"),
            ("prefs --v", "--version"), ("prefs completions ", "bash zsh fish"), ("prefs get -s other k", "k"),
            ("prefs set --pairs fl", "flag= nospace"), ("prefs set --pairs flag=", "true false"),
            ("prefs get -f ", " default"), ("prefs list > ", " default"), ("prefs get --exp", "--expect"),
            ("prefs set k --int", "--int --integer"), ("prefs set -- ", "-dash a:b eq=ual flag"),
            ("prefs get flag fl", ""), ("prefs nonsense ", ""), ("prefs get --nonsense ", ""),
            ("prefs set -array ", ""),
            ("prefs get -s other nested --at ", "/a\\ b /c:d nospace"),
            ("prefs get -s other nested --at /c:", "d nospace"),
            ("prefs get -s other nested --at=/c:d/", "d/0 d/1"),
            ("prefs get -s other nested --at /a\\ b/", "/a\\ b/x\\~1y"),
            ("prefs get -s other servers --at /", "/0 /\\[name=web\\] nospace"),
            ("prefs get -s other servers --at '/[name=w", "/[name=web] nospace"),
            ("prefs get -s other servers --at /[name=w", "web\\] nospace"),
            ("prefs get -s other servers --at '/[name=web]/", "/[name=web]/name"),
            ("prefs set -s other nested --at '/a b/x~1y' ", "true false"), ("prefs get -s other nested --at /no/", ""),
            ("prefs help pol", "policies"), ("prefs set k v ", "--at"),
        ]
    )
    func bashParts(line: String, expected: String) throws {
        expect(try prefs.run("set", "-s", "other", "k", "1"), prints: "")
        let nested = #"{"a b":{"x/y":true},"c:d":[1,"x"]}"#
        expect(try prefs.run("set", "-s", "other", "nested", "--json", nested), prints: "")
        expect(try prefs.run("set", "-s", "other", "servers", "--json", #"[{"name":"web"}]"#), prints: "")
        for (key, value) in [("a:b", "x"), ("eq=ual", "x"), ("flag", "true"), ("-dash", "x")] {
            expect(try prefs.run("set", "--", key, value), prints: "")
        }
        let script = Self.bashFunction + #"complete_line "$1"; echo "${COMPREPLY[*]}${told#-o}""#
        let outcome = try run("bash", ["-c", script, "bash", line])
        expect(outcome)
        let words = outcome.text.dropLast()
        #expect(expected == "--at" ? words.contains("--at") : words == expected, "\(outcome)")
    }

    /// Typed texts, with the keys that they complete to.
    static let typed: [(keys: String, key: String)] = [
        ("it", "it's odd"), ("a:b:c", "a:b:cd"), ("\\$HO", "$HOME"), ("\"qu", "quo\"te"), ("gl", "glob*?[x]"),
        ("\"ba!", "ba!ng"), ("'it", "it's odd"), ("клю", "ключ"), ("eq=", "eq=ual"),
        ("two", "two  spaces"), ("sem", "semi;colon|&"), ("\\~", "~tilde"), ("back", "back\\slash"),
        ("--suite=t pl", "plain"),
    ]

    @Test(
        "the beginning of a key and TAB complete the key",
        .enabled(if: InstalledProgram.areInstalled("script", "bash", "zsh"), "script(1), bash or zsh is not installed"),
        arguments: ["bash", "zsh"]
    )
    func interactive(shell: String) throws {
        let keys = Self.typed.map(\.key)
        try setKeys(Array(Set(keys)))
        let start =
            shell == "bash"
            ? ["bash --norc --noprofile -i", "source <(prefs completions bash)"]
            : ["zsh -f -i", "autoload -Uz compinit && compinit -u -D && source <(prefs completions zsh)"]
        expect(try prefs.run("set", "-s", "other", "flag", "true"), prints: "")
        let lines =
            start.dropFirst() + Self.typed.map { "prefs get \($0.keys)\t>>out" }
            + ["prefs set -s other --pairs fl\tf\t", "exit"]
        let outcome = try run(
            "script",
            ["-qec", start[0], "/dev/null"],
            input: lines.map { $0 + "\n" }.joined()
        )
        let values = try prefs.directory.text(of: "work/out")
        #expect(values == keys.map { "value of \($0)\n" }.joined(), "\(outcome)")
        expect(try prefs.run("get", "-s", "other", "flag"), prints: "false\n")
    }

    @Test(
        "bash completes keys and suites that contain its word breaks",
        .enabled(if: InstalledProgram.areInstalled("script", "bash"), "script(1) or bash is not installed")
    )
    func wordBreaks() throws {
        let breaks = " \"'@><=;|&(:"
        try setKeys(breaks.map { "x\($0)yz\($0)2" })
        var lines = ["source <(prefs completions bash)"]
        var expected: [String] = []
        for character in breaks {
            let suite = "s\(character)u"
            expect(try prefs.run("set", "-s", suite, "k", "in \(suite)"), prints: "")
            let quote = character == "'" ? "\"" : "'"
            // Outside quotes, the shell takes these as they are.
            let bare = "@=:".contains(character) ? ["\(character)"] : []
            for typed in ["\\\(character)"] + bare {
                let keys = ["x\(typed)", "x\(typed)y", "x\(typed)yz\(typed)"]
                lines += keys.map { "prefs get \($0)\t>>out" }
                lines += ["-s ", "--suite="].map { "prefs get \($0)s\(typed)\tk>>out" }
                expected += keys.map { _ in "value of x\(character)yz\(character)2" } + ["in \(suite)", "in \(suite)"]
            }
            lines += ["prefs get \(quote)x\(character)\t>>out", "prefs get k -s \(quote)s\(character)\t>>out"]
            expected += ["value of x\(character)yz\(character)2", "in \(suite)"]
        }
        let outcome = try run(
            "script",
            ["-qec", "bash --norc --noprofile -i", "/dev/null"],
            input: (lines + ["exit"]).map { $0 + "\n" }.joined()
        )
        #expect(try prefs.directory.text(of: "work/out") == expected.map { $0 + "\n" }.joined(), "\(outcome)")
    }

    @Test(
        "an empty key is completed as an empty word, alone or among other keys",
        .enabled(if: InstalledProgram.areInstalled("script", "bash", "zsh"), "script(1), bash or zsh is not installed"),
        arguments: ["bash", "zsh"]
    )
    func emptyKey(shell: String) throws {
        try setKeys([""])
        let start =
            shell == "bash"
            ? ["bash --norc --noprofile -i", "source <(prefs completions bash)"]
            : ["zsh -f -i", "autoload -Uz compinit && compinit -u -D && source <(prefs completions zsh)"]
        expect(try prefs.run("set", "-s", "other", "plain", "x"), prints: "")
        expect(try prefs.run("set", "-s", "other", "", "y"), prints: "")
        let lines = [start[1], "prefs get \t>>out", "prefs get -s other pl\t>>out", "exit"]
        let outcome = try run(
            "script",
            ["-qec", start[0], "/dev/null"],
            input: lines.map { $0 + "\n" }.joined()
        )
        #expect(try prefs.directory.text(of: "work/out") == "value of \nx\n", "\(outcome)")
    }

    @Test(
        "fish reads each completed word back as the key",
        .enabled(if: InstalledProgram.areInstalled("fish"), "fish is not installed")
    )
    func fish() throws {
        // In fish, a candidate is a line, and a tab ends its word.
        let keys = Self.keys.filter { !$0.isEmpty && !$0.contains("\n") && !$0.contains("\t") }
        try setKeys()
        let script = #"""
            prefs completions fish | source
            for line in (complete -C --escape 'prefs get ')
                set -l word (string split --max 1 \t -- $line)[1]
                eval "prefs get -- $word"
            end
            """#
        let outcome = try run("fish", ["--no-config", "-c", script])
        let values = outcome.text.split(separator: "\n").map(String.init)
        #expect(values.sorted() == keys.map { "value of \($0)" }.sorted(), "\(outcome)")
    }

    @Test(
        "fish offers options, suites, bools and files at their places",
        .enabled(if: InstalledProgram.areInstalled("fish"), "fish is not installed"),
        arguments: [
            ("prefs get --exp", "--expect"), ("prefs get --suite=", "--suite=t"), ("prefs set flag ", "false true"),
            ("prefs get --file=/etc/passw", "--file=/etc/passwd"), ("prefs get -f /etc/passw", "/etc/passwd"),
            ("prefs completions f", "fish"),
        ]
    )
    func fishPlaces(line: String, expected: String) throws {
        expect(try prefs.run("set", "flag", "true"), prints: "")
        let script = "prefs completions fish | source; complete -C $argv[1] | string replace -r '\\t.*' ''"
        let outcome = try run("fish", ["--no-config", "-c", script, line])
        let words = outcome.text.split(separator: "\n").filter { !$0.hasSuffix("-") }
        #expect(words.joined(separator: " ") == expected, "\(outcome)")
    }
}
