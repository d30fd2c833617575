internal import CTestSupport
internal import Glibc

/// A program that was started; `finish()` reads its output and waits for its end.
///
/// If the last reference is released before the program's end, the program and all that it started are killed.
public final class RunningSubprocess {
    private let description: Subprocess
    private let deadline: ContinuousClock.Instant?
    private var process: pid_t?
    private var inputEnd: FileDescriptor?
    /// The terminal of standard input, which stays open: closing it would discard what was typed.
    private var terminal: FileDescriptor?
    private var outputEnd: FileDescriptor?
    private var errorEnd: FileDescriptor?
    private var unsent: ArraySlice<UInt8>
    private var output: [UInt8] = []
    private var errorOutput: [UInt8] = []

    init(_ description: Subprocess) throws(SubprocessError) {
        self.description = description
        deadline = description.limit.map { .now + .seconds($0) }
        unsent = description.input[...]
        do {
            let channels = try SubprocessChannels(description)
            process = try spawn(description, channels)
            inputEnd = unsent.isEmpty ? nil : channels.inputWriteEnd
            terminal = description.isInputTerminal ? channels.inputWriteEnd : nil
            outputEnd = channels.outputReadEnd
            errorEnd = channels.errorReadEnd
        } catch {
            throw .notStarted(commandLine: description.commandLine, reason: error)
        }
    }

    deinit {
        end()
    }

    /// Kills the program and all that it started, unless it has ended.
    private func end() {
        guard let process else { return }
        kill(-process, SIGKILL)
        _ = try? reap(process, waiting: true)
        self.process = nil
    }

    /// Sends a signal to the program alone; does nothing after its end.
    public func send(_ signal: Int32) {
        guard let process else { return }
        kill(process, signal)
    }

    /// Sends the input, reads both outputs to their ends, and waits for the program's end.
    ///
    /// Throws if the time limit is exceeded.
    public func finish() throws(SubprocessError) -> SubprocessOutcome {
        try withinLimit {
            while isOpen {
                try carry()
            }
            return SubprocessOutcome(ending: try awaitEnd(), output: output, errorOutput: errorOutput)
        }
    }

    /// Reads both outputs until their content so far is enough, or the program closes them.
    ///
    /// Throws if the time limit is exceeded.
    public func read(until isEnough: (_ output: String, _ errors: String) -> Bool) throws(SubprocessError) {
        try withinLimit {
            while isOpen,
                !isEnough(String(decoding: output, as: UTF8.self), String(decoding: errorOutput, as: UTF8.self))
            {
                try carry()
            }
        }
    }

    /// Stops reading standard output; the program's next write to it fails.
    public func closeOutput() {
        outputEnd = nil
    }

    private var isOpen: Bool {
        inputEnd != nil || outputEnd != nil || errorEnd != nil
    }

    private func withinLimit<Outcome>(_ body: () throws -> Outcome) throws(SubprocessError) -> Outcome {
        do {
            return try body()
        } catch let error as SystemCallError {
            throw .interrupted(commandLine: description.commandLine, reason: error)
        } catch {
            end()
            throw .limitPassed(commandLine: description.commandLine, seconds: description.limit ?? 0)
        }
    }

    /// Waits until an open channel is ready, and moves bytes through each that is.
    private func carry() throws {
        var entries = [
            pollfd(fd: inputEnd?.number ?? -1, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: outputEnd?.number ?? -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errorEnd?.number ?? -1, events: Int16(POLLIN), revents: 0),
        ]
        let ready = unsafe poll(&entries, nfds_t(entries.count), try remainingMilliseconds())
        if ready < 0 {
            guard errno == EINTR else { throw SystemCallError("poll") }
            return
        }
        if entries[0].revents != 0, let inputEnd {
            // A pipe that is ready accepts this many bytes without blocking.
            if let count = try inputEnd.write(unsent.prefix(Int(PIPE_BUF))) {
                unsent = unsent.dropFirst(count)
            } else {
                unsent = []
            }
            if unsent.isEmpty { self.inputEnd = nil }
        }
        if entries[1].revents != 0, let end = outputEnd, try !end.read(into: &output) {
            outputEnd = nil
        }
        if entries[2].revents != 0, let end = errorEnd, try !end.read(into: &errorOutput) {
            errorEnd = nil
        }
    }

    private func awaitEnd() throws -> SubprocessOutcome.Ending {
        guard let process else { throw SystemCallError("waitpid", number: ECHILD) }
        var ending = try reap(process, waiting: deadline == nil)
        while ending == nil {
            // Only a program that closed its outputs and still runs is polled in steps.
            poll(nil, 0, min(1, try remainingMilliseconds()))
            ending = try reap(process, waiting: false)
        }
        self.process = nil
        guard let ending else { throw SystemCallError("waitpid", number: ECHILD) }
        return ending
    }

    private func remainingMilliseconds() throws -> Int32 {
        guard let deadline else { return -1 }
        let remaining = ContinuousClock.now.duration(to: deadline)
        guard remaining > .zero else { throw LimitPassed() }
        return Int32(clamping: remaining.components.seconds * 1000 + 1000)
    }

    private struct LimitPassed: Error {}
}

/// The pipes, terminals or files between a test and a program.
struct SubprocessChannels {
    let inputReadEnd: FileDescriptor
    let inputWriteEnd: FileDescriptor
    let outputReadEnd: FileDescriptor?
    let outputWriteEnd: FileDescriptor
    let errorReadEnd: FileDescriptor
    let errorWriteEnd: FileDescriptor

    init(_ program: Subprocess) throws(SystemCallError) {
        if program.isInputTerminal {
            (inputWriteEnd, inputReadEnd) = try FileDescriptor.terminal()
        } else {
            (inputReadEnd, inputWriteEnd) = try FileDescriptor.pipe()
        }
        (errorReadEnd, errorWriteEnd) = try FileDescriptor.pipe()
        switch program.output {
        case .captured:
            (outputReadEnd, outputWriteEnd) = try FileDescriptor.pipe()
        case .terminal:
            (outputReadEnd, outputWriteEnd) = try FileDescriptor.terminal()
        case .closedPipe:
            outputReadEnd = nil
            outputWriteEnd = try FileDescriptor.pipe().writeEnd
        case .file(let path):
            outputReadEnd = nil
            outputWriteEnd = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        }
    }
}

/// Makes a write to a program that has closed its input an error, which would otherwise end the tests.
private let brokenPipesAreErrors: Void = {
    signal(SIGPIPE, SIG_IGN)
}()

/// Starts the program with posix_spawn(3), and returns its process identifier.
func spawn(_ program: Subprocess, _ channels: SubprocessChannels) throws(SystemCallError) -> pid_t {
    brokenPipesAreErrors
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.inputReadEnd.number, STDIN_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.outputWriteEnd.number, STDOUT_FILENO)
    unsafe posix_spawn_file_actions_adddup2(&actions, channels.errorWriteEnd.number, STDERR_FILENO)
    unsafe posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
    if let directory = program.workingDirectory {
        unsafe posix_spawn_file_actions_addchdir_np(&actions, directory)
    }

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var process = pid_t()
    let failure = unsafe withCStrings([program.executable] + program.arguments) { arguments in
        unsafe withCStrings(program.environment.map { "\($0.key)=\($0.value)" }.sorted()) { environment in
            unsafe posix_spawn(&process, program.executable, &actions, &attributes, arguments, environment)
        }
    }
    guard failure == 0 else { throw SystemCallError("posix_spawn", program.executable, number: failure) }
    return process
}

/// Returns how the process ended, or nil if it has not ended and the call does not wait.
func reap(_ process: pid_t, waiting: Bool) throws(SystemCallError) -> SubprocessOutcome.Ending? {
    var status: Int32 = 0
    while true {
        let reaped = unsafe waitpid(process, &status, waiting ? 0 : WNOHANG)
        if reaped == 0 { return nil }
        if reaped == process { break }
        guard errno == EINTR else { throw SystemCallError("waitpid") }
    }
    let signalNumber = status & 0x7F
    return signalNumber == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signalNumber)
}

/// Passes the strings to a closure, as a C array that ends with a null pointer.
private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
    let copies = unsafe strings.map { unsafe strdup($0) }
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe (copies + [nil]).withUnsafeBufferPointer { buffer in
        // The array is not empty, because it ends with nil, so it has an address.
        unsafe body(buffer.baseAddress.unsafelyUnwrapped)
    }
}

/// Runs a closure while no other thread starts a program.
///
/// A starting program briefly has copies of all open files. A file that is closed meanwhile stays open there. A watcher
/// then sees its end later, when a test expects no more events, and the store sees a program that may still write it.
public func withoutStartingPrograms<Outcome: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Outcome
) throws(Failure) -> Outcome {
    pause_starts()
    defer { resume_starts() }
    return try body()
}
