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
