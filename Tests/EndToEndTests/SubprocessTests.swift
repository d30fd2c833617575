import Glibc
import TestSupport
import Testing

@Suite("Programs that tests start")
struct SubprocessTests {
    private func shell(_ script: String, input: [UInt8] = []) -> Subprocess {
        Subprocess("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], input: input)
    }

    @Test("outputs and exit code are told apart")
    func outputs() throws {
        let outcome = try shell("echo out; echo err >&2; exit 7").run()
        #expect(outcome.text == "out\n")
        #expect(outcome.errorText == "err\n")
        #expect(outcome.ending == .exited(7))
    }

    @Test("a signal is no exit code")
    func signal() throws {
        #expect(try shell("kill -TERM $$").run().ending == .signalled(SIGTERM))
        #expect(try shell("kill -PIPE $$").run().ending == .signalled(SIGPIPE))
    }

    @Test("more than a pipe holds goes in and comes out at once")
    func large() throws {
        let input = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let outcome = try shell("tee /dev/stderr", input: input).run()
        #expect(outcome.output == input)
        #expect(outcome.errorOutput == input)
    }

    @Test("input that nobody reads is no error")
    func unreadInput() throws {
        let input = [UInt8](repeating: 1, count: 1_000_000)
        #expect(try shell("exit 3", input: input).run().ending == .exited(3))
    }

    @Test("arguments, environment and directory are as given")
    func surroundings() throws {
        let directory = try TemporaryDirectory()
        let outcome = try Subprocess(
            "/bin/sh",
            ["-c", "printf '%s|' \"$@\"; pwd; env | grep ^X", "sh", "", "a b", "é\n"],
            environment: ["X": "1 2", "PATH": "/usr/bin:/bin"],
            workingDirectory: directory.path
        ).run()
        #expect(outcome.text == "|a b|é\n|\(directory.path)\nX=1 2\n")
    }

    @Test("no file of the tests is open in the program, and standard input is at its end")
    func openFiles() throws {
        let held = try (0..<10).map { _ in try shell("cat >/dev/null").start() }
        let outcome = try shell("cat; for n in 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$n ] && echo $n; done; true").run()
        #expect(outcome.text == "")
        for subprocess in held {
            #expect(try subprocess.finish().ending == .exited(0))
        }
    }

    @Test("a program that passes its limit is killed with all that it started")
    func limit() throws {
        var subprocess = shell("sleep 1000 & sleep 1000")
        subprocess.limit = 0
        #expect(throws: SubprocessError.self) { try subprocess.run() }
        subprocess = shell("exec >&- 2>&-; sleep 1000")
        subprocess.limit = 0
        #expect(throws: SubprocessError.self) { try subprocess.run() }
    }

    @Test("a signal ends a program that runs, and does nothing to one that has ended")
    func signals() throws {
        var running = try shell("exec sleep 1000").start()
        running.send(SIGKILL)
        #expect(try running.finish().ending == .signalled(SIGKILL))
        running = try shell("exit 3").start()
        let outcome = try running.finish()
        running.send(SIGKILL)
        #expect(outcome.ending == .exited(3))
    }

    @Test("a program that is not there is an error that names it")
    func missing() throws {
        #expect {
            try Subprocess("/no/such/program").run()
        } throws: {
            "\($0)".contains("/no/such/program")
        }
    }

    @Test("output to a terminal, to a pipe that nobody reads, and to a file")
    func destinations() throws {
        var subprocess = shell("test -t 1 && echo terminal")
        subprocess.output = .terminal
        #expect(try subprocess.run().text == "terminal\r\n")
        subprocess = Subprocess("/bin/cat", ["/etc/passwd"])
        subprocess.output = .closedPipe
        #expect(try subprocess.run().ending == .signalled(SIGPIPE))
        let directory = try TemporaryDirectory()
        subprocess.output = .file(directory.path(of: "out"))
        #expect(try subprocess.run().ending == .exited(0))
        #expect(try !directory.bytes(of: "out").isEmpty)
    }

    @Test("a hundred run at once")
    func many() async throws {
        try await withThrowingTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    let outcome = try shell("cat; echo \(number)", input: Array("in ".utf8)).run()
                    #expect(outcome.text == "in \(number)\n")
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("a temporary directory goes with its last reference, read-only directories in it too")
    func temporaryDirectory() throws {
        let path: String
        do {
            let directory = try TemporaryDirectory()
            path = directory.path
            try directory.write("x", to: "a/b/c")
            #expect(try directory.text(of: "a/b/c") == "x")
            #expect(try directory.names(in: "a") == ["b"])
            try directory.setMode(0o500, of: "a/b")
        }
        #expect(try shell("test -e \(path)").run().ending == .exited(1))
    }
}
