/// A program to run: its arguments, environment, input and directory.
///
/// It starts with only the standard three files open, with the default action for every signal, and in its own process
/// group. Any number can run at once, from any thread.
public struct Subprocess: Sendable {
    /// The destination of the program's standard output.
    public enum Output: Sendable {
        /// A pipe that is read to its end.
        case captured
        /// A terminal, whose text is read to its end; each line break is `\r\n`.
        case terminal
        /// A pipe without a reader.
        case closedPipe
        /// A file, opened for writing and truncated.
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

    /// The destination of standard output.
    public var output: Output

    /// The working directory; nil for that of the test.
    public var workingDirectory: String?

    /// A directory that the program needs, kept until the program has ended.
    public var keptDirectory: TemporaryDirectory?

    /// The time limit, in seconds; nil for no limit.
    ///
    /// If it is exceeded, the program and all that it started are killed, and the run throws.
    public var limit: Int?

    /// Creates a program with these arguments, environment and input.
    ///
    /// The default time limit is for a program that hangs: a busy machine is ten times as slow as an idle one.
    public init(
        _ executable: String,
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        input: [UInt8] = [],
        output: Output = .captured,
        workingDirectory: String? = nil,
        limit: Int? = 600
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
    /// Throws if it cannot be started, or was killed because it exceeded its time limit.
    public func run() throws(SubprocessError) -> SubprocessOutcome {
        try start().finish()
    }

    /// Starts the program and returns at once.
    ///
    /// Throws if it cannot be started.
    public func start() throws(SubprocessError) -> RunningSubprocess {
        try RunningSubprocess(self)
    }

    var commandLine: String {
        ([executable] + arguments).joined(separator: " ")
    }
}

/// The output of a program, and its ending.
public struct SubprocessOutcome: Sendable, CustomStringConvertible {
    /// The ending of a program.
    public enum Ending: Sendable, Equatable {
        /// The program exited with this code.
        case exited(Int32)
        /// The signal with this number killed the program.
        case signalled(Int32)
    }

    /// The ending of the program.
    public let ending: Ending

    /// The bytes of standard output, if they were captured.
    public var output: [UInt8]

    /// The bytes of standard error.
    public let errorOutput: [UInt8]

    /// Standard output as text; invalid UTF-8 becomes U+FFFD.
    public var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error as text; invalid UTF-8 becomes U+FFFD.
    public var errorText: String { String(decoding: errorOutput, as: UTF8.self) }

    /// The ending and both outputs, for the message of a test that fails.
    public var description: String {
        "\(ending), output \(text.debugDescription), errors \(errorText.debugDescription)"
    }
}

/// The reason why a program has no outcome.
public enum SubprocessError: Error, CustomStringConvertible {
    /// The program could not be started.
    case notStarted(commandLine: String, reason: SystemCallError)

    /// A transfer of the program's input or output failed.
    case interrupted(commandLine: String, reason: SystemCallError)

    /// The program was killed because it exceeded its time limit, in seconds.
    case limitPassed(commandLine: String, seconds: Int)

    /// The problem, and the program's command line.
    public var description: String {
        switch self {
        case .notStarted(let commandLine, let reason): "cannot start \(commandLine): \(reason)"
        case .interrupted(let commandLine, let reason): "lost touch with \(commandLine): \(reason)"
        case .limitPassed(let commandLine, let seconds): "killed after \(seconds) s: \(commandLine)"
        }
    }
}
