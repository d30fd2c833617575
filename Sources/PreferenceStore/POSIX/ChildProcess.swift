import Glibc

/// A program that this process has started.
struct ChildProcess: ~Copyable {
    private let identifier: pid_t
    /// Can be read once the program has ended.
    private let end: FileDescriptor

    /// Starts a shell command with the files and the environment of this process, posix_spawn(3).
    ///
    /// - Parameters:
    ///   - command: what sh(1) runs, with `"$@"` behind it.
    ///   - argument: the argument of the command.
    ///   - signals: the signals that are held back from the program.
    ///   - heeded: the signals that do in the program what they do by default.
    static func run(
        _ command: String,
        _ argument: String,
        holding signals: sigset_t,
        heeding heeded: [Int32]
    ) throws(SystemError) -> ChildProcess {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var held = signals
        var defaults = sigset_t()
        unsafe sigemptyset(&defaults)
        for signal in heeded {
            unsafe sigaddset(&defaults, signal)
        }
        unsafe posix_spawnattr_setsigmask(&attributes, &held)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ["sh", "-c", command + " \"$@\"", command, argument]
        guard words.allSatisfy({ !$0.utf8.contains(0) }) else { throw .invalidArgument }
        var identifier = pid_t()
        let arguments = unsafe words.map { unsafe strdup($0) }
        defer { unsafe arguments.forEach { unsafe free($0) } }
        let code = unsafe posix_spawn(
            &identifier,
            "/bin/sh",
            nil,
            &attributes,
            arguments + [nil],
            CallingProcess.environment
        )
        guard code == 0 else { throw SystemError(code: code) }
        do {
            return ChildProcess(identifier: identifier, end: try .end(ofProcess: identifier))
        } catch {
            // Nobody could wait for it and clean up: it goes.
            kill(identifier, SIGKILL)
            _ = waitpid(identifier, nil, 0)
            throw error
        }
    }

    private init(identifier: pid_t, end: consuming FileDescriptor) {
        self.identifier = identifier
        self.end = end
    }

    /// Waits until the program has ended, waitpid(2), or one of the signals comes, which is passed on to it.
    ///
    /// - Returns: how the program has ended; nil where a signal came.
    func wait(or signals: borrowing EndingSignals) throws(SystemError) -> ProgramEnd? {
        while try signals.waitForInput(of: end.number) {
            if let ending = try ending() {
                return ending
            }
        }
        for signal in signals.pending {
            kill(identifier, signal)
        }
        // A moment to leave the terminal as it was.
        _ = try end.waitForInput(or: end, orEndOf: nil, timeout: .seconds(1))
        return nil
    }

    private func ending() throws(SystemError) -> ProgramEnd? {
        var status: Int32 = 0
        guard try retryingOnInterrupt({ unsafe waitpid(identifier, &status, WNOHANG) }) == identifier else {
            return nil
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }
}
