import Glibc
import TestSupport
import Testing

@Suite("Recording while something goes wrong", .mayWait)
struct DisturbedRecordTests {
    private let prefs: PrefsCommand
    private let shell: Shell

    init() throws {
        var prefs = try PrefsCommand.withContractSuite()
        prefs.environment["PREFS_SUITE"] = nil
        self.prefs = prefs
        shell = try Shell(prefs)
    }

    /// Starts a recording of a shell program, and waits until this prints a word.
    private func record(_ options: String, _ program: String, until word: String) throws -> RunningSubprocess {
        let process = try shell.subprocess("exec prefs record \(options) -- sh -c \"$1\"", [program]).start()
        try process.read { output, _ in output.contains(word) }
        return process
    }

    @Test("a suite that another program writes without an end neither delays nor prolongs a recording")
    func noise() throws {
        let program = """
            { echo junk >"$XDG_CONFIG_HOME/noise.plist"; touch noisy
              while [ -e noisy ]; do echo junk >>"$XDG_CONFIG_HOME/noise.plist"; done; } >/dev/null 2>&1 &
            while [ ! -e noisy ]; do :; done; prefs set -s t name Eve
            """
        // The other program also ends with the directory of the test.
        expect(
            try shell.run("prefs record -- sh -c \"$1\"; echo $?; rm noisy", program),
            prints: #"{"t":{"name":"Eve"}}"# + "\n4\n",
            errors: .message(["noise.plist"])
        )
    }

    @Test("a signal while -o waits for a lock does not lose the recording, which is printed")
    func lockedOutput() throws {
        try prefs.directory.makeDirectory("work/out")
        let program = "prefs set -s t name Eve; echo recorded"
        let process = try record("-s t -o out/seed.json --compact", program, until: "recorded")
        try prefs.directory.withLock(of: "work/out") {
            // The output is written within two seconds; signals before and after that must not lose anything.
            for _ in 0..<40 {
                process.send(SIGTERM)
                expect(try prefs.run("get", "-s", "t", "name"), prints: "Eve\n")
            }
            let outcome = try process.finish()
            #expect(outcome.text == "recorded\n{\"name\":\"Eve\"}\n", "\(outcome)")
        }
    }

    @Test("a suite that is unfinished, also from the start, does not delay the changes of another one")
    func unfinished() throws {
        try prefs.directory.write("<plist>", to: prefs.file(of: "unfinished at first"))
        let watch = try RunningWatch(prefs, ["--all-suites", "--names-only"])
        try prefs.directory.write("<plist>", to: prefs.file(of: "unfinished"))
        try prefs.change("set", "-s", "t", "name", "Eve")
        // The malformed file is reported seconds later.
        try watch.process.read { output, errors in
            #expect(!errors.contains("unfinished"))
            return output.hasSuffix("\tname\n")
        }
        try watch.awaitError("unfinished.plist")
        watch.process.send(SIGTERM)
        _ = try watch.process.finish()
    }

    @Test("a configuration directory that is away for a moment is reported, and its suites are recorded again")
    func lostDirectory() throws {
        let program = """
            prefs set -s t name Eve; mv "$XDG_CONFIG_HOME" away; echo >"$XDG_CONFIG_HOME"
            until grep -q 'cannot list' "$1"; do :; done
            rm "$XDG_CONFIG_HOME"; mv away "$XDG_CONFIG_HOME"; prefs set -s u k 1
            """
        expect(
            try shell.run("prefs record -- sh -c \"$1\" sh errors 2>errors; echo $?; cat errors >&2", program),
            prints: #"{"t":{"name":"Eve"},"u":{"k":1}}"# + "\n0\n",
            errors: .message(["cannot list", "not a directory"])
        )
    }

    @Test("a signal is passed on to the program, whose last change is recorded")
    func passedOn() throws {
        let program = "trap 'prefs set -s t name Eve; exit 0' TERM; echo ready; while :; do :; done"
        let process = try record("", program, until: "ready")
        process.send(SIGTERM)
        expect(try process.finish(), prints: "ready\n" + #"{"t":{"name":"Eve"}}"# + "\n")
    }

    @Test("a second signal ends the recording, and the program goes on")
    func secondSignal() throws {
        let program = "trap 'echo got' TERM; echo ready; until [ -e end ]; do :; done"
        let process = try record("-s t", program, until: "ready")
        process.send(SIGTERM)
        try process.read { output, _ in output.contains("got") }
        process.send(SIGTERM)
        try process.read { _, errors in errors.contains("the recording has ended, but 'sh' still runs") }
        try prefs.directory.write("", to: "work/end")
        #expect(try process.finish().ending == .exited(5))
    }

    @Test("an ignored signal, as after nohup, ends nothing")
    func ignoredSignal() throws {
        // A pipe without a writer would end the recording.
        let process = try shell.subprocess("trap '' HUP; exec prefs record -s t -v </dev/null").start()
        try process.read { _, errors in errors.contains("recording 1 suite") }
        process.send(SIGHUP)
        try prefs.change("set", "-s", "t", "name", "Eve")
        process.send(SIGTERM)
        expect(try process.finish(), prints: "{\"name\":\"Eve\"}\n", errors: .note("recording 1 suite"))
    }

    @Test("without a program, input from a pipe ends the recording")
    func pipe() throws {
        // The shell opens the files from left to right, and the pipe once both ends are there.
        let script = """
            mkfifo input; prefs record -s t -v 2>errors <input & exec 3>input
            until grep -q recording errors; do :; done
            prefs set -s t name Eve; echo >&3; wait $!
            """
        expect(try shell.run(script), prints: "{\"name\":\"Eve\"}\n")
    }

    @Test("a reader of standard output that is gone loses no change of -o")
    func closedOutput() throws {
        let program = "until [ -e gone ]; do :; done; prefs set -s t name Eve"
        let script = """
            prefs record -s t -o seed.json --compact -- sh -c "$1" | { exec <&-; touch gone; }
            cat seed.json
            """
        expect(
            try shell.run(script, program),
            prints: "{\"name\":\"Eve\"}\n"
        )
    }
}
