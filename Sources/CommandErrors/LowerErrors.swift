import CommandGrammar
import PreferenceCore
package import PreferenceStore
import PropertyLists

extension CommandError {
    /// Returns the error for what a lower module has thrown.
    package init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as PreferenceStoreError: self.init(error.exitCode, quoting: error.parts, hint: error.hint)
        case PreferenceError.store(let error): self.init(error)
        case let error as PreferenceError: self.init(error.exitCode, Message("\(error)"))
        default: self.init(.writeFailed, Message("\(error)"))
        }
    }

    /// Returns the error of a suite's file that is to be changed; unlike others, it can be replaced if it is damaged.
    package static func suiteFile(_ error: PreferenceStoreError) -> CommandError {
        guard case .corrupt(_, let damage) = error, damage.problem.isDamage, error.hint == nil else {
            return CommandError(error)
        }
        let hint = "correct it there; --replace-corrupt begins an empty file, and keeps this one beside it"
        return CommandError(error.exitCode, quoting: error.parts, hint: hint)
    }

    /// Returns the error of a written file that is not one of a suite.
    package static func outputFile(_ error: PreferenceStoreError) -> CommandError {
        guard case .system(_, let path, .noSuchFile) = error, let slash = path.lastIndex(of: "/") else {
            return CommandError(.writeFailed, Message("\(error)", hint: error.hint))
        }
        let hint = "'mkdir -p \(String(path[..<slash]).shellWord)' creates the directory"
        return CommandError(.writeFailed, Message("\(error)", hint: hint))
    }
}

extension PreferenceError {
    fileprivate var exitCode: ExitCode {
        switch self {
        case .invalidKey, .otherSuite, .sharedVariable: .usage
        case .wrongType, .unwritable: .invalidValue
        case .owned, .managed, .newerVersion, .notMigrated: .preconditionFailed
        case .store(let error): error.exitCode
        }
    }
}

extension PropertyListProblem {
    /// Whether the bytes are damaged, rather than those of another kind of file.
    fileprivate var isDamage: Bool {
        switch self {
        case .signed, .invalidUTF8, .malformedText, .unsupportedEncoding, .contradictedEncoding: false
        default: true
        }
    }
}

extension PropertyListError {
    /// The message about a document at a path.
    package func parts(in path: String) -> [MessagePart] { ["\(path)\(position.suffix): ", .problem(problem)] }
}

extension PreferenceStoreError {
    fileprivate var parts: [MessagePart] {
        if case .corrupt(let path, let error) = self { error.parts(in: path) } else { ["\(self)"] }
    }

    fileprivate var exitCode: ExitCode {
        switch self {
        case .invalidSuiteName: .usage
        case .cannotEncode: .invalidValue
        case .noConfigurationDirectory, .notRegularFile, .tooManySymlinks, .corrupt, .rootNotDictionary, .tooLarge,
            .noRealPath, .cannotWatch:
            .unreadableFile
        case .lockTimedOut: .lockTimedOut
        case .notTrusted, .interrupted, .hardLinked, .mountPoint, .modeOfMount, .changedTooOften, .lockFileLeft,
            .deadlock, .nestedChange,
            .notJournaled, .writtenBytesDiffer, .durabilityUnknown:
            .writeFailed
        case .system(let operation, _, _): operation.isReading ? .unreadableFile : .writeFailed
        }
    }

    package var hint: String? {
        switch self {
        case .invalidSuiteName: "--file PATH names any file"
        case .noConfigurationDirectory(.raisedPrivileges): "--file PATH names a file"
        case .noConfigurationDirectory: "set HOME or XDG_CONFIG_HOME to an absolute path, or use --file PATH"
        case .corrupt(let path, _) where path.hasPrefix(PreferenceDirectories.standardManagedDirectory),
            .rootNotDictionary(let path, _) where path.hasPrefix(PreferenceDirectories.standardManagedDirectory):
            "only an administrator can repair it"
        case .corrupt(let path, let error) where error.problem == .signed:
            "'openssl smime -verify -noverify -inform der -in \(path.shellWord)' prints what is signed"
        case .hardLinked: "--break-hard-links replaces it; the other names keep the old bytes"
        case .mountPoint(let path):
            """
            mount its directory instead, or change a copy: (umask 077; prefs set -f - KEY VALUE <\(path.shellWord) >t) \
            && cat t >\(path.shellWord) && rm t
            """
        case .modeOfMount: "keep secrets where files have modes"
        case .lockTimedOut: "try again, or wait longer with --lock-timeout"
        case .lockFileLeft: "remove that file"
        case .changedTooOften: "try again when they are done"
        case .cannotWatch(.tooManyWatches): "raise fs.inotify.max_user_watches with sysctl"
        case .cannotWatch(.tooManyWatchers): "raise fs.inotify.max_user_instances with sysctl, or ulimit -n"
        default: nil
        }
    }
}
