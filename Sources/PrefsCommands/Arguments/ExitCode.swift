/// What the command's exit code says to the shell.
enum ExitCode: UInt8, CaseIterable, Sendable {
    case done = 0
    case absent = 1
    case usage = 2
    case invalidValue = 3
    case unreadableFile = 4
    case writeFailed = 5
    case lockTimedOut = 6
    case preconditionFailed = 7

    /// The meaning for any verb.
    var summary: String {
        switch self {
        case .done: "done"
        case .absent: "absent, false, or different"
        case .usage: "the command line is wrong"
        case .invalidValue: "a value is invalid or of the wrong type"
        case .unreadableFile: "the file is corrupt or cannot be read, or there is no configuration folder"
        case .writeFailed: "the write failed"
        case .lockTimedOut: "another program held the file's lock for too long"
        case .preconditionFailed: "a precondition does not hold"
        }
    }
}

extension ExitCode {
    /// The one of two that tells of more: the greater number.
    func worse(than other: ExitCode) -> ExitCode {
        rawValue < other.rawValue ? other : self
    }
}
