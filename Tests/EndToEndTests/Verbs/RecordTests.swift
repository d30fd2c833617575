import Glibc
import TestSupport
import Testing

@Suite("Recording what a program changes")
struct RecordTests {
    /// The changes of a program in the suite `t` of the contract, and in a new one.
    private static let program = """
        export PREFS_SUITE=t; prefs set name Eve; prefs set name Ada; prefs set ratio --float 0.1; prefs reset flag
        prefs set win --at /f/0 7; prefs set --suite=new "it's" --data AAE=
        """

    private func shell(_ command: PrefsCommand? = nil) throws -> Shell {
        var prefs = try command ?? .withContractSuite()
        prefs.environment["PREFS_SUITE"] = nil
        return try Shell(prefs)
    }

    /// What a recording prints in each form.
    static let forms: [(form: String, output: String)] = [
        (
            "seed",
            #"{"new":{"it's":{"$data":"AAE="}},"t":{"flag":{"$unset":true},"ratio":0.1,"win":{"f":[7,2,{"w":9}]}}}"#
        ),
        (
            "changes",
            "new\t+ it's {\"$data\":\"AAE=\"}\nt\t- flag true\nt\t~ ratio 1.5 -> 0.1\nt\t~ win /f/0 1 -> 7"
        ),
        (
            "json",
            #"{"new":[{"key":"it's","new":{"$data":"AAE="}}],"t":[{"key":"flag","old":true},"#
                + #"{"key":"ratio","old":1.5,"new":0.1},{"key":"win","old":{"f":[1,2,{"w":9}]},"#
                + #""new":{"f":[7,2,{"w":9}]}}]}"#
        ),
        (
            "commands",
            """
            prefs set '--suite=new' --data 'AAE=' -- 'it'\\''s'
            prefs reset '--suite=t' -- 'flag'
            prefs set '--suite=t' --float '0.1' -- 'ratio'
            prefs set '--suite=t' --json '{"f":[7,2,{"w":9}]}' -- 'win'
            """
        ),
        (
            "defaults",
            """
            defaults write new 'it'\\''s' -data 0001
            defaults delete t flag
            defaults write t ratio '<real>0.1</real>'
            defaults write t win '<dict><key>f</key><array><integer>7</integer><integer>2</integer>\
            <dict><key>w</key><integer>9</integer></dict></array></dict>'
            """
        ),
    ]

    @Test("each form has what is different from the start, of all suites", arguments: forms)
    func formats(form: String, output: String) throws {
        let script = "prefs record --format \(form) -- sh -c \"$1\""
        expect(try shell().run(script, Self.program), prints: output + "\n")
    }

    @Test("what is printed makes the same changes elsewhere", arguments: ["seed", "commands", "defaults"])
    func replay(form: String) throws {
        let script = """
            cp -r "$XDG_CONFIG_HOME" copy
            prefs record -q --format \(form) -o recorded -- sh -c "$1"
            prefs dump --all-suites --typed >changed
            export XDG_CONFIG_HOME="$PWD/copy"
            defaults() { prefs defaults "$@"; }
            case \(form) in seed) prefs apply -q --all-suites recorded;; *) . ./recorded;; esac
            prefs dump --all-suites --typed | cmp - changed && ls -l recorded | cut -c1-10
            """
        expect(try shell().run(script, Self.program), prints: "-rw-------\n")
    }

    @Test("a note names the keys of a seed whose types change, at each depth")
    func types() throws {
        let script = """
            cp -r "$XDG_CONFIG_HOME" copy
            prefs record -s t -- sh -c 'prefs set -s t name --int 1; prefs set -s t win --json "{\\"f\\":true}"' >seed
            XDG_CONFIG_HOME="$PWD/copy"; prefs apply -q -s t --change-types seed; prefs get -s t name win
            """
        expect(
            try shell().run(script),
            prints: "1\n{\"f\":true}\n",
            errors: .note("the types of values change: 'name', 'win'\nhint: apply it with --change-types")
        )
    }

    @Test("-s records one suite, as a seed of its own, and --glob and --ignore some keys")
    func selected() throws {
        let all = #"{"flag":{"$unset":true},"ratio":0.1,"win":{"f":[7,2,{"w":9}]}}"#
        for (options, output) in [
            ("-s t", all), ("-s t --glob 'r*' --glob flag", #"{"flag":{"$unset":true},"ratio":0.1}"#),
            ("-s t --ignore '[fr]*'", #"{"win":{"f":[7,2,{"w":9}]}}"#), ("-s none", "{}"),
            ("-s none -s new", #"{"new":{"it's":{"$data":"AAE="}}}"#),
        ] {
            expect(try shell().run("prefs record -q \(options) -- sh -c \"$1\"", Self.program), prints: output + "\n")
        }
    }

    @Test("a removed file is the removal of its keys, and a suite as it was is left out")
    func removed() throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["k": "<integer>1</integer>"]))
        expect(
            try shell(prefs).run("prefs record -- sh -c 'rm \"$XDG_CONFIG_HOME/t.plist\"; prefs set -s u k 1'"),
            prints: #"{"t":{"k":{"$unset":true}},"u":{"k":1}}"# + "\n"
        )
        expect(
            try shell(prefs).run("prefs record -- sh -c 'prefs set -s u k 2; prefs set -s u k 1'"),
            prints: "{}\n"
        )
        // Of changes in quick succession, some may be seen as one.
        let many = "for number in $(seq 2 40) 1; do prefs set -s u k $number; done"
        expect(
            try shell(prefs).run("prefs record -- sh -c '\(many)'"),
            prints: "{}\n",
            errors: .message(["note: suite 'u': changed more than twice, probably volatile: 'k'"])
        )
    }

    // In plistwatch's issue 9, the line ends after the key: the changed number and its type are missing.
    @Test("a line of defaults(1) has the type and the value of a changed number")
    func changedNumber() throws {
        let prefs = try PrefsCommand()
        try prefs.write(
            SuiteXML.document(["ExtraSpaceInTextViews": "<integer>0</integer>"]),
            to: "com.barebones.bbedit"
        )
        expect(
            try shell(prefs).run(
                "prefs record --format defaults -- prefs set -s com.barebones.bbedit ExtraSpaceInTextViews 2"
            ),
            prints: "defaults write com.barebones.bbedit ExtraSpaceInTextViews -int 2\n"
        )
    }

    @Test("a change that a form cannot represent is refused by name, and the others are printed")
    func refused() throws {
        let script = """
            prefs record --format "$1" -- sh -c 'prefs set -q -f "$(prefs path -s u)" a --type uid 1; prefs set -s u b 2; \
            prefs set -s u "\\$schema" x'
            """
        expect(
            try shell().run(script, "defaults"),
            prints: "defaults write u '$schema' -string x\ndefaults write u b -int 2\n",
            exit: 3,
            errors: .message(["prefs: cannot print the change of 'a' as a line of defaults(1)\nhint: use --format seed"]
            )
        )
        expect(
            try shell().run("prefs record -s u -- prefs set -s u --pairs '$schema=x' b=2"),
            prints: "{\"b\":2}\n",
            exit: 3,
            errors: .message(["prefs: cannot print '$schema' in a seed"])
        )
    }

    @Test("a program that fails or cannot start is an error, and its changes are printed")
    func failures() throws {
        for (program, message) in [
            ("sh -c 'prefs set -s u k 1; exit 3'", "prefs: 'sh' failed with exit code 3\n"),
            ("sh -c 'prefs set -s u k 1; kill -9 $$'", "prefs: 'sh' was ended by signal 9\n"),
        ] {
            expect(
                try shell().run("prefs record -s u -q -- \(program)"),
                prints: "{\"k\":1}\n",
                exit: 5,
                errors: .message([message])
            )
        }
        for program in ["no-such-program", "cd", "-c"] {
            let message = "cannot start '\(program)': no such file or directory\nhint: is it in PATH?\n"
            expect(
                try shell().run("prefs record -s u -o seed.json -- \(program); echo $?; ls"),
                prints: "5\n",
                errors: .message([message])
            )
        }
    }

    @Test(
        "a program does not start if -o cannot be written, or if its extension names another format",
        arguments: [
            ("directory", 5, "directory: is a directory"), ("/dev/null", 5, "/dev/null: is a device"),
            ("links", 5, "cannot replace links: it has 2 hard links"),
            ("no/seed.json", 5, "cannot open no/seed.json: no such file or directory"),
            ("seed.plist", 2, "cannot write typed-json to seed.plist"),
        ]
    )
    func outputs(path: String, exit: Int32, message: String) throws {
        let script = "mkdir directory; touch links; ln links other; prefs record -o \(path) -- touch started; echo $?"
        expect(
            try shell().run(script + "; [ -e started ] || echo no"),
            prints: "\(exit)\nno\n",
            errors: .message(["prefs: \(message)"])
        )
    }

    @Test("a recording whose file cannot be written in the end is printed")
    func lostOutput() throws {
        expect(
            try shell().run("prefs record -s u -o seed.json --compact -- sh -c 'mkdir seed.json; prefs set -s u k 1'"),
            prints: "{\"k\":1}\n",
            exit: 5,
            errors: .message(["seed.json: is a directory"])
        )
    }

    @Test("a file of -o that others can read keeps its mode, with a note")
    func openOutput() throws {
        expect(
            try shell().run(
                "touch seed; chmod 644 seed; prefs record -s u -o seed -- prefs set -s u k 1; ls -l seed | cut -c1-10"
            ),
            prints: "-rw-r--r--\n",
            errors: .note("others can read seed, which can contain secrets\nhint: 'chmod 600' keeps them out")
        )
    }

    @Test("a suite whose name means another domain is a path in lines of defaults(1)")
    func domains() throws {
        let script = """
            prefs record --format defaults -- sh -c 'prefs set -s NSGlobalDomain a 1; prefs set -s x.plist a 1; \
            prefs set -g a 1' | sed "s|$XDG_CONFIG_HOME|CONFIG|"
            """
        expect(
            try shell().run(script),
            prints: """
                defaults write -g a -int 1
                defaults write CONFIG/NSGlobalDomain.plist a -int 1
                defaults write CONFIG/x.plist.plist a -int 1

                """
        )
    }

    @Test("a file that a program leaves half-written is recorded after it is complete")
    func halfWritten() throws {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.directory.write(SuiteXML.contract.replacing("Ada", with: "Eve"), to: "work/whole")
        let program = """
            head -c 300 whole >"$XDG_CONFIG_HOME/t.plist"
            { prefs list -f whole -q; tail -c +301 whole >>"$XDG_CONFIG_HOME/t.plist"; } >/dev/null &
            """
        expect(
            try shell(prefs).run("prefs record -q --format changes -- sh -c \"$1\"", program),
            prints: "t\t~ name \"Ada\" -> \"Eve\"\n"
        )
    }

    @Test("a suite that is corrupt at the start is left out, with an error")
    func corrupt() throws {
        let prefs = try PrefsCommand.withSuite("<plist><dict><key>")
        expect(
            try shell(prefs).run("prefs record -- sh -c 'rm \"$XDG_CONFIG_HOME/t.plist\"; prefs set -s u k 1'"),
            prints: "{\"u\":{\"k\":1}}\n",
            exit: 4,
            errors: .message(["t.plist"])
        )
    }

    @Test("without a program, a signal ends the recording, and the changes are printed", arguments: [SIGINT, SIGTERM])
    func signals(signal: Int32) throws {
        let prefs = try PrefsCommand.withContractSuite()
        // A pipe without a writer would end the recording before the signal.
        let process = try Shell(prefs).subprocess("exec prefs record -v </dev/null").start()
        try process.read { _, errors in errors.contains("recording 1 suite") }
        try prefs.change("set", "name", "Eve")
        process.send(signal)
        let outcome = try process.finish()
        expect(outcome, prints: "{\"name\":\"Eve\"}\n", errors: .note("recording 1 suite"))
    }

    @Test("a secret is left out by name")
    func secrets() throws {
        let prefs = try PrefsCommand.withSchema(
            #"{"properties": {"token": {"type": "string", "secret": true}}}"#,
            suite: SuiteXML.empty
        )
        let program = "prefs set -s t --pairs token=hunter2 k=1"
        expect(
            try shell(prefs).run("prefs record -q -- prefs set -s t token hunter1"),
            prints: "{}\n"
        )
        expect(
            try shell(prefs).run("prefs record -- \(program)"),
            prints: "{\"t\":{\"k\":1}}\n",
            errors: .note("left out secrets: 'token'\nhint: 'prefs apply --secrets FILE' sets them")
        )
        expect(
            try shell(prefs).run("prefs reset -s t --all; prefs record --format commands -- \(program)"),
            prints: "prefs set '--suite=t' --int '1' -- 'k'\n# + token (secret)\n"
        )
    }

    @Test("on a terminal, the changes are shown as they happen, until Enter", .enabled(if: TmuxSession.exists))
    func terminal() throws {
        var prefs = try PrefsCommand.withContractSuite()
        prefs.environment["PREFS_SUITE"] = nil
        let session = try TmuxSession(prefs)
        try session.start("prefs record -o seed.json")
        try session.waitFor("the start") { $0.contains { $0.hasPrefix("recording 1 suite; Enter ends") } }
        try prefs.change("set", "-s", "t", "name", "Eve")
        try session.waitFor("the change") { screen in
            screen.contains { $0.hasSuffix("~ name \"Ada\" -> \"Eve\"") }
                && screen.contains { $0.hasPrefix("1 change; Enter ends") }
        }
        try session.send("Enter")
        try session.waitFor("the end") { $0.contains { $0.hasPrefix("note: 1 change") } }
        try session.waitForEnd()
        #expect(try prefs.directory.text(of: "work/seed.json").filter { !$0.isWhitespace } == #"{"t":{"name":"Eve"}}"#)
    }
}
