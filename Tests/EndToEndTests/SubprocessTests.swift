import Glibc
import TestSupport
import Testing

@Suite("Subprocesses of tests", .mayWait)
struct SubprocessTests {
    private func shell(_ script: String, input: [UInt8] = []) -> Subprocess {
        Subprocess("/bin/sh", ["-c", script], environment: ["PATH": "/usr/bin:/bin"], input: input)
    }

    @Test("standard output, standard error and the exit code are separate")
    func outputs() throws {
        let outcome = try shell("echo out; echo err >&2; exit 7").run()
        #expect(outcome.text == "out\n")
        #expect(outcome.errorText == "err\n")
        #expect(outcome.ending == .exited(7))
    }

    @Test("a signal is not an exit code")
    func signal() throws {
        #expect(try shell("kill -TERM $$").run().ending == .signalled(SIGTERM))
        #expect(try shell("kill -PIPE $$").run().ending == .signalled(SIGPIPE))
    }

    @Test("input and output can both exceed the capacity of a pipe")
    func large() throws {
        let input = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        let outcome = try shell("tee /dev/stderr", input: input).run()
        #expect(outcome.output == input)
        #expect(outcome.errorOutput == input)
    }

    @Test("unread input is not an error")
    func unreadInput() throws {
        let input = [UInt8](repeating: 1, count: 1_000_000)
        #expect(try shell("exit 3", input: input).run().ending == .exited(3))
    }

    @Test("a program gets its arguments, its environment and its directory unchanged")
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

    @Test("a program inherits no open file of the tests, and its standard input is empty")
    func openFiles() throws {
        let running = try (0..<10).map { _ in try shell("cat >/dev/null").start() }
        let outcome = try shell("cat; for n in 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$n ] && echo $n; done; true").run()
        #expect(outcome.text == "")
        for subprocess in running {
            #expect(try subprocess.finish().ending == .exited(0))
        }
    }

    @Test("a program that exceeds its time limit is killed with every process that it started")
    func limit() throws {
        var subprocess = shell("sleep 1000 & sleep 1000")
        subprocess.limit = 0
        #expect(throws: SubprocessError.self) { try subprocess.run() }
        subprocess = shell("exec >&- 2>&-; sleep 1000")
        subprocess.limit = 0
        #expect(throws: SubprocessError.self) { try subprocess.run() }
    }

    @Test("a signal ends a running program, and does nothing to one that has ended")
    func signals() throws {
        var running = try shell("exec sleep 1000").start()
        running.send(SIGKILL)
        #expect(try running.finish().ending == .signalled(SIGKILL))
        running = try shell("exit 3").start()
        let outcome = try running.finish()
        running.send(SIGKILL)
        #expect(outcome.ending == .exited(3))
    }

    @Test("a missing program is an error that names it")
    func missing() throws {
        #expect {
            try Subprocess("/no/such/program").run()
        } throws: {
            "\($0)".contains("/no/such/program")
        }
    }

    @Test("output can go to a terminal, to a closed pipe and to a file")
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

    @Test("100 programs can run at once")
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

    @Test("a temporary directory is removed with its last reference, including read-only directories in it")
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
