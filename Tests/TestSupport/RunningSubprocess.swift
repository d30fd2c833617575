internal import Glibc

/// A program that was started; `finish()` takes what it writes and waits for its end.
///
/// One that is let go before its end is killed, with all that it started.
public final class RunningSubprocess {
    private let description: Subprocess
    private let deadline: ContinuousClock.Instant?
    private var process: pid_t?
    private var inputEnd: FileDescriptor?
    /// Stays open: a terminal that is closed takes what was typed with it.
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

    /// Sends a signal to the program alone; one that has ended does not notice.
    public func send(_ signal: Int32) {
        guard let process else { return }
        kill(process, signal)
    }

    /// Sends the input, reads both outputs to their ends and waits for the program's end.
    ///
    /// Throws when the limit passed.
    public func finish() throws(SubprocessError) -> SubprocessOutcome {
        try withinLimit {
            while isOpen {
                try carry()
            }
            return SubprocessOutcome(ending: try awaitEnd(), output: output, errorOutput: errorOutput)
        }
    }

    /// Reads both outputs until what they hold so far is enough, or the program closes them.
    ///
    /// Throws when the limit passed.
    public func read(until isEnough: (_ output: String, _ errors: String) -> Bool) throws(SubprocessError) {
        try withinLimit {
            while isOpen,
                !isEnough(String(decoding: output, as: UTF8.self), String(decoding: errorOutput, as: UTF8.self))
            {
                try carry()
            }
        }
    }

    /// Reads standard output no more, and lets the program notice.
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

    /// Waits until an open channel is ready and moves bytes through each that is.
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
            // A pipe that is ready takes this many bytes without blocking.
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
            // Only a program that closed its outputs and lives on is waited for in steps.
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

/// The pipes between a test and a program.
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
