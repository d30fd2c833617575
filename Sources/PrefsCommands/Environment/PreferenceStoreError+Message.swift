import PreferenceStore
import PropertyLists

extension PreferenceStoreError {
    /// What is wrong, where, and what to do.
    var message: String {
        switch self {
        case .invalidSuiteName(let name, let problem):
            "\(name.quoted) is no suite name: \(problem); a file of any name or place is given with --file PATH"
        case .noConfigurationFolder(.noHome):
            "there is no configuration folder: set HOME or XDG_CONFIG_HOME to an absolute path, or use --file PATH"
        case .noConfigurationFolder(.missingHome(let path)):
            "the home directory \(path) does not exist: set HOME or XDG_CONFIG_HOME, or use --file PATH"
        case .noConfigurationFolder(.notUTF8(let variable)):
            "there is no configuration folder, as \(variable) is no UTF-8: set it to a path that is, or use --file PATH"
        case .noConfigurationFolder(.raisedPrivileges):
            "there is no configuration folder for a process with raised privileges: use --file PATH"
        case .notRegularFile(let path, let kind):
            "\(path): is no file but a \(kind.rawValue)"
        case .notTrusted(let path, let kind, let owner):
            """
            \(path): refused: a \(kind.rawValue) of user \(CallingProcess.userName(of: owner) ?? "\(owner)") in a directory \
            that everyone can write may be a trap
            """
        case .interrupted(let path):
            "\(path): interrupted by a signal; nothing was written"
        case .tooManySymlinks(let path):
            "\(path): symbolic links lead in a circle, or on and on: mend the link"
        case .corrupt(let path, let error):
            "\(path)\(error.place): \(error.problem.description); mend the file, or put a copy in its place"
        case .rootNotDictionary(let path, let kind):
            "\(path): holds a property list of type \(kind.rawValue), where a suite is a dictionary"
        case .tooLarge(let path, let size, let limit):
            "\(path): has \(size) bytes, more than the \(limit) that are read"
        case .cannotEncode(let path, _, let error) where error.problem == .commentsWouldBeLost:
            "\(path)\(error.place): is left as it is: \(error.problem.description)"
        case .cannotEncode(let path, let format, let error):
            "\(path): is left as it is: \(format.rawValue) cannot hold the value: \(error.problem.description)"
        case .hardLinked(let path, let count):
            """
            \(path): is left as it is, as it has \(count) names (hard links), and the others would keep the old bytes: \
            --break-hard-links replaces it all the same
            """
        case .lockTimedOut(let path, let holder):
            """
            \(path): is left as it is, since \(holder.map(\.description) ?? "another process") keeps it locked; try \
            again, or wait for longer with --lock-timeout
            """
        case .nestedChange(let path):
            "\(path): is left as it is, since a change of it is under way"
        case .changedTooOften(let path):
            "\(path): another program changes it again and again; try again when that is done"
        case .writtenBytesDiffer(let path):
            "\(path): is left as it is: the file system did not keep what was written beside it"
        case .durabilityUnknown(let path, let error):
            "\(path): the change is visible, but whether it is on the disk is unknown: \(error)"
        case .cannotWatch(.tooManyWatches):
            """
            files cannot be watched: the user has as many watches as the system allows: end a program that watches \
            files, or raise fs.inotify.max_user_watches with sysctl
            """
        case .cannotWatch(.tooManyWatchers):
            """
            files cannot be watched: the user has as many watchers as the system allows, or this process as many open \
            files: end a program that watches files, or raise fs.inotify.max_user_instances with sysctl, or ulimit -n
            """
        case .cannotWatch(.system(let error)):
            "files cannot be watched: \(error)"
        case .system(let operation, let path, let error):
            operation.leavesFileAsItIs
                ? "\(path): cannot \(operation.rawValue): \(error); the file is left as it is"
                : "\(path): cannot \(operation.rawValue): \(error)"
        }
    }

    /// What is wrong, where, and what to do, of a change: it can replace a corrupt file.
    var messageOfChange: String {
        switch self {
        case .corrupt(let path, let error):
            "\(path)\(error.place): \(error.problem.description); \(Self.waysOutOfDamage)"
        case .rootNotDictionary:
            "\(message); \(Self.waysOutOfDamage)"
        default:
            message
        }
    }

    private static var waysOutOfDamage: String {
        "the file is left as it is: mend it, or replace it with --replace-corrupt, which keeps the old bytes beside it"
    }
}

extension StoreOperation {
    /// Whether a change had begun, so that it is worth saying that the file is as it was.
    fileprivate var leavesFileAsItIs: Bool {
        switch self {
        case .open, .read, .list, .followLink, .createFolder: false
        default: true
        }
    }
}

extension SuiteWarning {
    /// What is odd, and where bytes are kept.
    var message: String {
        switch self {
        case .emptyFile(let path):
            "\(path): the file is empty, and is taken for an empty suite"
        case .corruptFileKept(let path, let kept):
            "\(path): was corrupt; its old bytes are kept as \(kept)"
        case .changesTakenBack(let path, let keys):
            """
            \(path): another program's write took back \(keys.quotedList); the next command that writes the suite puts \
            it back
            """
        case .changesPutBack(let path, let keys):
            "\(path): another program's write had taken back \(keys.quotedList), which is put back"
        case .foreignWriteKept(let path, let kept):
            "\(path): another program wrote it at the same time; what it left could not be merged and is kept as \(kept)"
        }
    }
}

extension [String] {
    /// The first few of many keys, in quotes.
    fileprivate var quotedList: String {
        let shown = prefix(10).map(\.quoted).joined(separator: ", ")
        return count > 10 ? "\(shown) and \(count - 10) more" : shown
    }
}

extension PropertyListError {
    /// Where it is, behind the name of a file: `:LINE:COLUMN`, or the offset where there are no lines.
    var place: String {
        position.place
    }

    /// Where it is, behind the name of a text that is no file.
    var placeInWords: String {
        position.map { ", at \($0)" } ?? ""
    }
}

extension SourcePosition? {
    /// The place behind the name of a file: `:LINE:COLUMN`, or the offset where there are no lines.
    var place: String {
        guard let self else { return "" }
        guard let line = self.line, let column = self.column else { return ": at byte \(self.offset)" }
        return ":\(line):\(column)"
    }
}
