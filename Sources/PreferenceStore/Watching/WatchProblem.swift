/// Why files cannot be watched.
public enum WatchProblem: Hashable, Sendable {
    /// The user has as many watches as the system allows: `fs.inotify.max_user_watches`, inotify(7).
    case tooManyWatches
    /// The user has as many watchers as the system allows, `fs.inotify.max_user_instances` of inotify(7), or the process
    /// as many open files, `RLIMIT_NOFILE` of getrlimit(2). The system does not tell which.
    case tooManyWatchers
    /// The system refused for another reason.
    case system(SystemError)

    init(_ error: SystemError) {
        self =
            switch error {
            case .noSpace: .tooManyWatches
            case .tooManyFiles: .tooManyWatchers
            default: .system(error)
            }
    }
}

extension WatchProblem: CustomStringConvertible {
    /// What is wrong, and the name of the limit that is reached.
    public var description: String {
        switch self {
        case .tooManyWatches: "the limit fs.inotify.max_user_watches is reached"
        case .tooManyWatchers: "the limit fs.inotify.max_user_instances is reached, or that of open files"
        case .system(let error): error.description
        }
    }
}
