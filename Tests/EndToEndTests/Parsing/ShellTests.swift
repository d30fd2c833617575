import TestSupport
import Testing

/// A POSIX shell with the command in its `PATH`.
struct Shell {
    let prefs: PrefsCommand

    init(_ prefs: PrefsCommand) throws {
        self.prefs = prefs
        try prefs.directory.makeDirectory("bin")
        if !prefs.directory.exists("bin/prefs") { try prefs.directory.symlink("bin/prefs", to: prefs.binary) }
    }

    func run(_ script: String, _ arguments: String...) throws -> SubprocessOutcome {
        try subprocess(script, arguments).run()
    }

    func subprocess(_ script: String, _ arguments: [String] = []) -> Subprocess {
        var environment = prefs.environment
        environment["PATH"] = prefs.directory.path(of: "bin") + ":/usr/bin:/bin"
        return Subprocess(
            "/bin/sh",
            ["-c", script, "script"] + arguments,
            environment: environment,
            workingDirectory: prefs.directory.path(of: "work")
        )
    }
}

@Suite("Shell scripts")
struct ShellTests {
    @Test(
        "commands work in scripts and pipelines",
        arguments: [
            ("if prefs exists name; then echo yes; else echo no; fi", "yes\n"),
            ("if prefs exists nope; then echo yes; else echo no; fi", "no\n"),
            ("x=$(prefs get nope --default 0); echo \"<$x>\"", "<0>\n"),
            ("x=$(prefs get name --default 0); echo \"<$x>\"", "<Ada>\n"),
            ("prefs get -q nope || echo fallback", "fallback\n"),
            (
                "n=$(prefs get general.launchCount); prefs set general.launchCount $((n + 1)); prefs get general.launchCount",
                "4\n"
            ),
            ("[ \"$(prefs get flag)\" = true ] && echo on", "on\n"),
            ("set -e; prefs reset nope; prefs list 'zz*'; echo reached", "reached\n"),
            ("prefs keys | while IFS= read -r key; do prefs type -- \"$key\"; done | sort | uniq -c | wc -l", "7\n"),
            ("prefs keys -z | xargs -0 -n 1 prefs type -- | wc -l", "8\n"),
            ("prefs keys -z | xargs -0 prefs get -- | head -n 1", "s\n"),
            ("prefs list | cut -f 1 | head -n 2", "a/b\nblob\n"),
            ("prefs list | sed -n 's/^name\\t//p'", "Ada\n"),
            ("prefs dump | prefs get name -f -", "Ada\n"),
            ("prefs dump --format binary | prefs get win -f -", "{\"f\":[1,2,{\"w\":9}]}\n"),
            ("prefs get blob --raw | od -An -tx1 | tr -d ' '", "0102\n"),
            ("printf 'one\\ntwo\\n' | prefs set text --value-file -; prefs get text", "one\ntwo\n"),
            (
                "export PREFS_SUITE=ci; prefs set url --string https://x.test/?a=1; prefs get url -s ci",
                "https://x.test/?a=1\n"
            ),
            ("unset PREFS_SUITE; prefs set k 1; prefs get k -s prefs", "1\n"),
            ("PREFS_SUITE=other prefs set k 2; prefs get k || prefs get k -s other", "2\n"),
            ("XDG_CONFIG_HOME=$(printf '/\\351') prefs get name 2>&1 >/dev/null | grep -c UTF-8", "1\n"),
            ("PREFS_SUITE=$(printf 'a\\351') prefs set k 1 2>/dev/null; echo $?", "2\n"),
        ]
    )
    func script(text: String, output: String) throws {
        let shell = try Shell(PrefsCommand.withContractSuite())
        let outcome = try shell.run(text)
        #expect(outcome.text == output, "\(outcome)")
        #expect(outcome.ending == .exited(0), "\(outcome)")
    }

    @Test("a script seeds a suite, and changes nothing when it runs again")
    func seeding() throws {
        let shell = try Shell(PrefsCommand())
        let script = """
            set -eu
            export PREFS_SUITE=com.example.app
            prefs set general.launchCount --int 0
            prefs set general.name --string "$1"
            prefs set window.frame --json '{"x":0,"y":0,"width":800.5}'
            prefs set servers -array one.test two.test
            prefs set updates -bool NO
            prefs reset legacy
            """
        for _ in 0..<2 {
            let outcome = try shell.run(script, "-- O'Neil \"$x\" ")
            expect(outcome, prints: "")
        }
        let file = "config/com.example.app.plist"
        let identity = try shell.prefs.directory.identity(of: file)
        expect(try shell.run(script, "-- O'Neil \"$x\" "), prints: "")
        #expect(try shell.prefs.directory.identity(of: file) == identity)
        expect(
            try shell.run("prefs dump --json -s com.example.app | tr -d ' \\n'"),
            prints: """
                {"general.launchCount":0,"general.name":"--O'Neil\\"$x\\"","servers":["one.test","two.test"],\
                "updates":false,"window.frame":{"x":0,"y":0,"width":800.5}}
                """
        )
    }

    @Test("a loop over keys with special characters copies a suite")
    func hostileKeys() throws {
        let prefs = try PrefsCommand.withContractSuite()
        for key in ["two words", "new\nline", "-n", "--", "*", "$HOME", "a'b\"c", "\\"] {
            try prefs.change("set", "--string", "value of \(key)", "--", key)
        }
        let shell = try Shell(prefs)
        let script = """
            prefs keys -z | xargs -0 -I {} sh -c \
            'prefs set -s copy --json "$(prefs get --typed -- "$1")" -- "$1"' sh {}
            """
        expect(try shell.run(script), prints: "")
        expect(
            try shell.run("prefs list -s copy -z --only"),
            prints: try prefs.run("list", "-z", "--only").text
        )
    }

    @Test("a pipe that closes early ends the command without a message")
    func head() throws {
        let prefs = try PrefsCommand.withContractSuite()
        let outcome = try Shell(prefs).run("for i in 1 2 3; do prefs dump; done | head -n 1")
        #expect(outcome.text == "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        #expect(outcome.errorText == "")
    }
}
