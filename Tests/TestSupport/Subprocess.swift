/// A program to run: its arguments, environment, input and directory.
///
/// It starts with no open file but the standard three, with every signal at its default, and in a process group of
/// its own. Any number can run at once, from any thread.
public struct Subprocess: Sendable {
    /// Where the program's standard output goes.
    public enum Output: Sendable {
        /// A pipe that is read to its end.
        case captured
        /// A terminal, whose text is read to its end; each newline comes as `\r\n`.
        case terminal
        /// A pipe that nobody reads.
        case closedPipe
        /// A file, opened for writing and cut to nothing.
        case file(String)
    }

    /// The path of the program; it is not looked up in `PATH`.
    public var executable: String

    /// The arguments after the program's name.
    public var arguments: [String]

    /// The whole environment.
    public var environment: [String: String]

    /// The bytes of standard input.
    public var input: [UInt8]

    /// Whether standard input is a terminal, on which the input is typed, instead of a pipe.
    public var isInputTerminal = false

    /// Where standard output goes.
    public var output: Output

    /// The directory to start in, or nil for that of the test.
    public var workingDirectory: String?

    /// A directory that the program needs: it stays until the program has ended.
    public var keptDirectory: TemporaryDirectory?

    /// Seconds after which the program and all that it started are killed and the run throws; nil for no limit.
    public var limit: Int?

    /// A program that has the arguments, environment and input that are given, and two minutes.
    public init(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        input: [UInt8] = [],
        output: Output = .captured,
        workingDirectory: String? = nil,
        limit: Int? = 120
    ) {
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.input = input
        self.output = output
        self.workingDirectory = workingDirectory
        self.limit = limit
    }

    /// Runs the program to its end.
    ///
    /// Throws when it cannot be started, or was killed for passing its limit.
    public func run() throws(SubprocessError) -> SubprocessOutcome {
        try start().finish()
    }

    /// Starts the program and returns at once.
    ///
    /// Throws when it cannot be started.
    public func start() throws(SubprocessError) -> RunningSubprocess {
        try RunningSubprocess(self)
    }

    var commandLine: String {
        ([executable] + arguments).joined(separator: " ")
    }
}

/// What a program wrote and how it ended.
public struct SubprocessOutcome: Sendable, CustomStringConvertible {
    /// How a program ends.
    public enum Ending: Sendable, Equatable {
        /// With an exit code.
        case exited(Int32)
        /// By the signal of that number.
        case signalled(Int32)
    }

    /// How it ended.
    public let ending: Ending

    /// The bytes of standard output, where they were captured.
    public let output: [UInt8]

    /// The bytes of standard error.
    public let errorOutput: [UInt8]

    /// Standard output as text; bytes that are no UTF-8 become U+FFFD.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error as text; bytes that are no UTF-8 become U+FFFD.
    public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

    /// All three, for the message of a test that fails.
    public var description: String {
        "\(ending), output \(text.debugDescription), errors \(errorText.debugDescription)"
    }
}

/// Why a program gave no outcome.
public enum SubprocessError: Error, CustomStringConvertible {
    /// It could not be started.
    case notStarted(commandLine: String, reason: SystemCallError)

    /// Its input or output could not be carried.
    case interrupted(commandLine: String, reason: SystemCallError)

    /// It was killed because it ran for longer than its limit of seconds.
    case limitPassed(commandLine: String, seconds: Int)

    /// What happened, and to which program.
    public var description: String {
        switch self {
        case .notStarted(let commandLine, let reason): "cannot start \(commandLine): \(reason)"
        case .interrupted(let commandLine, let reason): "lost touch with \(commandLine): \(reason)"
        case .limitPassed(let commandLine, let seconds): "killed after \(seconds) s: \(commandLine)"
        }
    }
}
