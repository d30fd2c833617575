import Glibc
import PropertyLists

// The words of the module's errors and warnings: `WHAT FAILED: WHY`, in lower case, without a full stop.

extension PreferenceStoreError: CustomStringConvertible {
    /// A one-line message: what failed, in which file, and the reason.
    ///
    /// A permission that is denied names the owner of the file or directory, which is looked up for that.
    public var description: String {
        switch self {
        case .invalidSuiteName(let name, let problem): "invalid suite name \(name.quoted): \(problem)"
        case .noConfigurationDirectory(let problem): "no configuration directory: \(problem)"
        case .notRegularFile(let path, let kind): "\(path): is a \(kind.rawValue)"
        case .tooManySymlinks(let path): "\(path): too many symbolic links"

        case .corrupt(let path, let error): error.message(in: path)
        case .rootNotDictionary(let path, let kind): "\(path): \(kind.notSuiteReason)"
        case .noRealPath(let path): "\(path): the path of its directory is unknown, or not UTF-8"
        case .tooLarge(let path, let size, let limit): "\(path): \(size) bytes exceed the limit of \(limit)"

        case .cannotEncode(let path, let format, let error):
            "\(path)\(error.position.suffix): cannot write as \(format.rawValue): \(error.problem)"
        case .notTrusted(let path, let kind, let owner, let target?):
            "\(path): refused a \(kind.rawValue) of user \(userName(owner)) to a file of user \(userName(target))"
        case .notTrusted(let path, let kind, let owner, nil):
            "\(path): refused a \(kind.rawValue) of user \(userName(owner)) in a world-writable directory"
        case .hardLinked(let path, let count): "cannot replace \(path): it has \(count) hard links"
        case .mountPoint(let path): "cannot replace \(path): it is a mount of its own; nothing was changed"
        case .modeOfMount(let path, let mode):
            "cannot protect \(path): its file system gives it the mode \(octal(mode)); nothing was changed"
        case .lockTimedOut(let path, let holder):
            "cannot lock \(path): \(holder.map(\.description) ?? "another process") has the lock"
        case .lockFileLeft(let path, let owner):
            "cannot open \(path): it belongs to user \(userName(owner)), and no process has locked it"
        case .deadlock(let path):
            "cannot lock \(path): another thread has the lock and waits for this one"
        case .interrupted(let path): "\(path): interrupted by a signal; nothing was changed"
        case .nestedChange(let path): "cannot change \(path): another change of it is in progress in this thread"
        case .changedTooOften(let path): "other programs change \(path) too often"
        case .notJournaled(let path, let error): "cannot keep the owners and secrets of \(path): \(error.withoutRemark)"
        case .writtenBytesDiffer(let path): "cannot write \(path): the file system did not keep the bytes"
        case .durabilityUnknown(let path, let error): "\(path): changed, but possibly not on disk: \(error)"

        case .cannotWatch(let problem): "cannot watch files: \(problem)"

        case .system(let operation, let path, let error): withoutRemark + remark(on: operation, path, error)
        }
    }

    /// The message, without what it says of the file's state or owner if a system call failed.
    fileprivate var withoutRemark: String {
        guard case .system(let operation, let path, let error) = self else { return description }
        return "cannot \(operation.rawValue) \(path.shown): \(error)"
    }
}

/// What a refused operation leaves open: the owner of the file, and that a change was not made.
private func remark(on operation: StoreOperation, _ path: String, _ error: SystemError) -> String {
    let owner = error == .permissionDenied ? ownerRemark(of: path) : ""
    return owner + (operation.isReading || operation == .createDirectory ? "" : "; nothing was changed")
}

extension String {
    /// The path as a message has it, with quotes if it is empty.
    fileprivate var shown: String { isEmpty ? "''" : self }
}

/// ` (it belongs to user 'ada')`, or nothing if the file is the caller's own or its owner is unknown.
private func ownerRemark(of path: String) -> String {
    guard let owner = try? FileDescriptor.status(ofPath: path).owner.user, owner != geteuid() else { return "" }
    return " (it belongs to user \(userName(owner)))"
}

private func octal(_ mode: UInt32) -> String { String(mode, radix: 8, width: 4) }

private func userName(_ user: UInt32) -> String {
    CallingProcess.userName(of: user)?.quoted ?? "\(user)"
}

extension PropertyListKind {
    /// Why a document with a root of this kind is not a suite.
    package var notSuiteReason: String { "the file is of type \(rawValue), not a dictionary of keys" }
}

extension PropertyListError {
    /// The problem after its place in a document: `PATH:3:5: duplicate key 'a'`.
    package func message(in document: String) -> String { "\(document)\(position.suffix): \(problem)" }
}

extension SourcePosition? {
    /// The place, to follow a file's name: `:LINE:COLUMN`, or `: at byte OFFSET` in a binary document.
    package var suffix: String {
        guard let self else { return "" }
        guard let line = self.line, let column = self.column else { return ": at byte \(self.offset)" }
        return ":\(line):\(column)"
    }
}

extension SuiteNameProblem: CustomStringConvertible {
    /// Why the name is invalid: `it is empty`.
    public var description: String {
        switch self {
        case .empty: "it is empty"
        case .directory: "it names a directory"
        case .separator: "it contains '/'"
        case .controlCharacter(let scalar): "it contains the control character \(scalar.escaped(asASCII: true))"
        case .notUTF8: "it is not UTF-8"
        case .tooLong(let limit): "it is longer than \(limit) bytes"
        }
    }
}

extension ConfigurationDirectoryProblem: CustomStringConvertible {
    /// Why there is no configuration directory: `the home directory is unknown`.
    public var description: String {
        switch self {
        case .noHome: "the home directory is unknown"
        case .missingHome(let path): "the home directory \(path) does not exist"
        case .notUTF8(let variable): "\(variable) is not UTF-8"
        case .raisedPrivileges: "the process has raised privileges (set-user-ID or similar)"
        }
    }
}

extension LockHolder: CustomStringConvertible {
    /// The program's name, the process number and the user: `prefs (4242) of user 'ada'`.
    public var description: String {
        let program = process.map { process in name.map { "\($0) (\(process))" } ?? "process \(process)" }
        return "\(program ?? "a process") of user \(userName(user))"
    }
}

extension WatchProblem: CustomStringConvertible {
    /// What the system refused, with the name of the limit.
    public var description: String {
        switch self {
        case .tooManyWatches: "the limit fs.inotify.max_user_watches is reached"
        case .tooManyWatchers: "the limit fs.inotify.max_user_instances, or of open files, is reached"
        case .system(let error): error.description
        }
    }
}

extension SuiteWarning: CustomStringConvertible {
    /// One line that says what was found and what was done.
    public var description: String {
        switch self {
        case .emptyFile(let path): "\(path): the file is empty; read as an empty suite"
        case .untrusted(let path, let found):
            "ignored \(path): \(found == path ? "it" : found) can be written by others than root"
        case .corruptFileKept(let path, let kept): "\(path): was corrupt; its old bytes are in \(kept)"
        case .changesReverted(let path, let keys):
            "\(path): another program overwrote \(keys.quotedList); the next write of the suite restores "
                + (keys.count == 1 ? "it" : "them")
        case .changesRestored(let path, let keys):
            "\(path): restored \(keys.quotedList), which another program had overwritten"
        case .duplicatesRemoved(let path, let keys):
            "\(path): removed duplicates of \(keys.quotedList)"
        case .foreignWriteKept(let path, let kept):
            "\(path): another program wrote at the same time; its version is in \(kept)"
        case .attributesLost(let path, let names):
            "\(path): could not keep the extended attribute\(names.count == 1 ? "" : "s") \(names.quotedList)"
        case .modeOfMount(let path, let mode):
            "\(path): its file system has no modes of its own; this one is \(octal(mode))"
        case .notRecorded(let path, .tooLarge(_, _, let limit)):
            "the change of \(path) cannot be undone: its values exceed the \(limit >> 20) MB of a history"
        case .notRecorded(let path, let error):
            "the change of \(path) is not in the history: \(error.withoutRemark)"
        case .removedForGood(let path, let hadMarks, let error):
            """
            removed \(path) for good\(hadMarks ? ", also its owners and marks of secrets" : ""): \
            \(error?.withoutRemark ?? "the history is off")
            """
        case .secretsErased(let path): "erased the secrets from the history of \(path)"
        case .secretsInRemovedFiles(let path, let ids):
            "removed files in the history of \(path) still have such values: \(ids.firstFew)"
        }
    }
}

extension [String] {
    fileprivate var quotedList: String { map(\.quoted).firstFew }

    /// The first ten strings, with commas, and the number of the others.
    package var firstFew: String {
        let shown = prefix(10).joined(separator: ", ")
        return count > 10 ? "\(shown) and \(count - 10) more" : shown
    }
}

extension SystemError: CustomStringConvertible {
    /// The text of strerror(3), with a lower-case first letter: `no such file or directory`.
    public var description: String {
        let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let text = buffer.baseAddress, unsafe strerror_r(code, text, buffer.count) == 0 else {
                return "error \(code)"
            }
            return unsafe String(cString: text)
        }
        // An abbreviation such as in "RFS specific error" keeps its letters.
        let isWord = text.dropFirst().first?.isLowercase ?? false
        return isWord ? text.prefix(1).lowercased() + text.dropFirst() : text
    }
}
