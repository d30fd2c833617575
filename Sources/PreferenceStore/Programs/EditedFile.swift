import Glibc

/// A private file with a text that a person edits with a program of their choice; it exists as long as this value.
///
/// The signals that end a process are blocked meanwhile, so the file is removed before they end it. A call that waits
/// returns when a signal arrives: the caller must end then.
package struct EditedFile: ~Copyable {
    package let path: String
    private let directory: PrivateDirectory
    private let signals: EndingSignals
    private var isKept = false

    package enum Answer: Hashable {
        /// A line, without its line break.
        case line(String)
        /// The end of the input.
        case end
        /// A signal arrived first.
        case interrupted
    }

    /// Creates the file, for its owner alone, in a new directory that nobody else can enter.
    ///
    /// The program may put files of its own beside it.
    ///
    /// - Parameters:
    ///   - name: the name of the file.
    ///   - bytes: the text.
    ///   - parent: the directory of temporary files, an absolute path.
    /// - Throws: `system`; nothing is left then.
    package init(named name: String, contents bytes: [UInt8], in parent: String) throws(PreferenceStoreError) {
        let signals = try throwing(.create, parent, try EndingSignals.hold())
        let directory: PrivateDirectory
        do throws(SystemError) {
            directory = try PrivateDirectory.make("prefs-edit", in: parent)
        } catch {
            signals.release()
            throw .system(.create, path: parent, error)
        }
        do throws(SystemError) {
            let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
            let file = try directory.descriptor.open(name, flags, mode: FileAccess.owner.filePermissions)
            try file.write(bytes.span)
            try file.close()
        } catch {
            directory.remove()
            signals.release()
            throw .system(.create, path: parent, error)
        }
        path = "\(directory.path)/\(name)"
        self.directory = directory
        self.signals = signals
    }

    deinit {
        if !isKept {
            directory.remove()
        }
        signals.release()
    }

    package mutating func keep() {
        isKept = true
    }

    /// Reads the text, without waiting for a writer if the program has put a FIFO in its place.
    package func read() throws(SystemError) -> [UInt8] {
        try FileDescriptor.open(path, FileDescriptor.readingFlags).readToEnd()
    }

    /// Runs a program that edits the file, and waits for its end.
    ///
    /// As in git(1), the signals of Ctrl-C and Ctrl-\ go to that program meanwhile. A signal that ends this process is
    /// passed on to it.
    ///
    /// - Parameter command: a command of sh(1), which gets the path as its argument.
    /// - Returns: how the program ended; nil if a signal arrived.
    package func edit(with command: String) throws(SystemError) -> ProgramEnd? {
        let terminalSignals = TerminalSignals.ignore()
        defer { terminalSignals.restore() }
        return try ChildProcess.run(
            shellCommand: command,
            [path],
            blocking: signals.previous,
            resetting: terminalSignals.notIgnored
        ).wait(or: signals)
    }

    package func answer() throws(SystemError) -> Answer {
        guard try signals.waitForInput(of: StandardStream.input.rawValue) else { return .interrupted }
        return try StandardStream.input.readLine().map { .line(String(decoding: $0, as: UTF8.self)) } ?? .end
    }
}

/// A new directory that its owner alone may enter.
struct PrivateDirectory: ~Copyable {
    let path: String
    let descriptor: FileDescriptor

    /// Creates a directory in another, mkdtemp(3), with mode 0700 and an unpredictable name.
    ///
    /// - Parameter name: the start of its name.
    static func make(_ name: String, in parent: String) throws(SystemError) -> PrivateDirectory {
        guard !parent.utf8.contains(0) else { throw .invalidArgument }
        var template = Array("\(parent)/\(name).XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .last }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        do {
            return PrivateDirectory(path: path, descriptor: try .open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW))
        } catch {
            unsafe rmdir(path)
            throw error
        }
    }

    private init(path: String, descriptor: consuming FileDescriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Removes the directory, rmdir(2), with the files in it, whoever created them.
    func remove() {
        for name in (try? descriptor.names()) ?? [] {
            try? descriptor.remove(name)
        }
        unsafe rmdir(path)
    }
}

/// A program that this process started.
struct ChildProcess: ~Copyable {
    private let identifier: pid_t
    /// Readable after the program has ended.
    private let end: FileDescriptor

    /// Starts a shell command, as ``run(_:blocking:resetting:)`` does.
    ///
    /// - Parameters:
    ///   - command: the command of sh(1), to which `"$@"` is appended.
    ///   - arguments: the arguments of the command.
    static func run(
        shellCommand command: String,
        _ arguments: [String],
        blocking signals: sigset_t,
        resetting notIgnored: [Int32]
    ) throws(SystemError) -> ChildProcess {
        let words = ["/bin/sh", "-c", command + " \"$@\"", command] + arguments
        return try run(words, blocking: signals, resetting: notIgnored)
    }

    /// Starts a program with the files and the environment of this process, posix_spawnp(3).
    ///
    /// - Parameters:
    ///   - words: the name of a program that is in `PATH`, or its path, and its arguments.
    ///   - signals: the signals that are blocked in the program.
    ///   - notIgnored: the signals, besides SIGXFSZ, that have their default action in the program.
    static func run(
        _ words: [String],
        blocking signals: sigset_t,
        resetting notIgnored: [Int32]
    ) throws(SystemError) -> ChildProcess {
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var held = signals
        // `prefs` ignores SIGXFSZ, which must not affect the program.
        var defaults = sigset_t(notIgnored + [SIGXFSZ])
        unsafe posix_spawnattr_setsigmask(&attributes, &held)
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        guard words.allSatisfy({ !$0.utf8.contains(0) }) else { throw .invalidArgument }
        var identifier = pid_t()
        let copies = unsafe words.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        let code = unsafe posix_spawnp(
            &identifier,
            words[0],
            nil,
            &attributes,
            copies + [nil],
            CallingProcess.environment
        )
        guard code == 0 else { throw SystemError(code: code) }
        do {
            return ChildProcess(identifier: identifier, end: try .end(ofProcess: identifier))
        } catch {
            // Nobody could wait for it and clean up, so it is killed.
            kill(identifier, SIGKILL)
            _ = waitpid(identifier, nil, 0)
            throw error
        }
    }

    private init(identifier: pid_t, end: consuming FileDescriptor) {
        self.identifier = identifier
        self.end = end
    }

    /// Waits until the program ends, waitpid(2), or one of the signals arrives, which is passed on to the program.
    ///
    /// - Returns: how the program ended; nil if a signal arrived.
    func wait(or signals: borrowing EndingSignals) throws(SystemError) -> ProgramEnd? {
        while try signals.waitForInput(of: end.number) {
            if let ending = try ending() {
                return ending
            }
        }
        pass(on: signals.pending)
        // The program has a moment to restore the terminal.
        _ = try end.waitForInput(or: end, orEndOf: nil, timeout: .seconds(1))
        return nil
    }

    /// Sends signals to the program, kill(2).
    func pass(on signals: [Int32]) {
        for signal in signals {
            kill(identifier, signal)
        }
    }

    /// An entry for poll(2), which reports that the program has ended.
    var arrival: pollfd { pollfd(fd: end.number, events: Int16(POLLIN), revents: 0) }

    /// Waits until the program ends, waitpid(2).
    func wait() throws(SystemError) -> ProgramEnd {
        var status: Int32 = 0
        try retryingOnInterrupt { unsafe waitpid(identifier, &status, 0) }
        return ProgramEnd(status: status)
    }

    /// Returns how the program has ended, waitpid(2); nil while it runs.
    func ending() throws(SystemError) -> ProgramEnd? {
        var status: Int32 = 0
        guard try retryingOnInterrupt({ unsafe waitpid(identifier, &status, WNOHANG) }) == identifier else {
            return nil
        }
        return ProgramEnd(status: status)
    }
}

extension CallingProcess {
    /// Runs a command with the files and the environment of this process, and waits for its end.
    ///
    /// - Parameters:
    ///   - command: a command of sh(1), which gets the arguments after its own.
    ///   - arguments: the arguments, which the shell does not interpret.
    package static func run(_ command: String, _ arguments: [String]) throws(SystemError) -> ProgramEnd {
        try ChildProcess.run(shellCommand: command, arguments, blocking: sigset_t([]), resetting: []).wait()
    }
}

package enum ProgramEnd: Hashable, Sendable {
    /// The program returned an exit code.
    case exited(Int32)
    /// A signal ended the program.
    case signalled(Int32)

    /// Creates it from the status of waitpid(2).
    fileprivate init(status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }
}

extension ProgramEnd: CustomStringConvertible {
    /// What the program did, after its name in a message: `failed with exit code 1`.
    package var description: String {
        switch self {
        case .exited(0): "succeeded"
        case .exited(let code): "failed with exit code \(code)"
        case .signalled(let signal): "was ended by signal \(signal)"
        }
    }
}
