import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// An error of the command: a message and an exit code.
///
/// Each is made by a function beside the code that fails. Lower modules throw errors of their own, which
/// ``init(_:)`` converts where they are printed.
struct CommandError: Error {
    /// The greatest number of problems of a file, or violations of a change, that are printed as text.
    static let printedLimit = 100

    let exitCode: ExitCode
    /// `WHAT FAILED: WHY`, in lower case, without a full stop.
    private(set) var parts: [MessagePart]
    /// What to do.
    let hint: String?
    /// Further reasons for which the same change fails.
    private(set) var others: [CommandError] = []
    /// The pointer to the value that is refused; nil if no single value is the cause.
    let refusedPointer: [String]?
    /// Where the refused text is in its document, if that is known.
    private(set) var position: SourcePosition?

    /// Creates an error whose message quotes values.
    ///
    /// - Parameters:
    ///   - pointer: The pointer to the value that is refused.
    ///   - position: The position of the refused text in its document.
    init(
        _ exitCode: ExitCode,
        quoting parts: [MessagePart],
        hint: String? = nil,
        at pointer: [String]? = nil,
        position: SourcePosition? = nil
    ) {
        self.exitCode = exitCode
        self.parts = parts
        self.hint = hint
        refusedPointer = pointer
        self.position = position
    }

    init(_ exitCode: ExitCode, _ message: Message, at pointer: [String]? = nil, position: SourcePosition? = nil) {
        self.init(exitCode, quoting: [.text(message.text)], hint: message.hint, at: pointer, position: position)
    }

    /// Creates the error of a command line.
    init(usage text: String, hint: String? = nil) {
        self.init(.usage, Message(text, hint: hint))
    }

    /// Creates one error from several; nil for none.
    init?(_ errors: [CommandError]) {
        let all = errors.flatMap(\.reasons)
        guard let first = all.first else { return nil }
        self = first
        others = Array(all.dropFirst())
    }

    /// The error for each reason.
    var reasons: [CommandError] {
        var first = self
        first.others = []
        return [first] + others
    }

    /// Returns the error of a value in the document at a path.
    ///
    /// - Parameter position: The position of the value; nil if it is unknown.
    func located(at position: SourcePosition?, inDocument path: String) -> CommandError {
        var error = self
        error.parts.insert(.text("\(path.documentName)\(position.suffix): "), at: 0)
        error.position = position
        return error
    }

    /// Returns the error with an addition to its last message.
    func adding(_ text: String) -> CommandError {
        var reasons = reasons
        reasons[reasons.count - 1].parts.append(.text(text))
        return CommandError(reasons) ?? self
    }
}

/// Returns the value of an expression, and converts its error.
func rethrowing<Value: ~Copyable, Inner: Error>(
    _ value: @autoclosure () throws(Inner) -> Value,
    as wrap: (Inner) -> CommandError
) throws -> Value {
    do throws(Inner) {
        return try value()
    } catch {
        throw wrap(error)
    }
}

// MARK: Errors of lower modules

extension CommandError {
    /// Returns the error for what a lower module, or the parser of the line, has thrown.
    init(_ error: any Error) {
        switch error {
        case let error as CommandError: self = error
        case let error as UsageError: self.init(.usage, error.message(in: .prefs))
        case let error as PreferenceStoreError: self.init(error.exitCode, quoting: error.parts, hint: error.hint)
        case PreferenceError.store(let error): self.init(error)
        case let error as PreferenceError: self.init(error.exitCode, Message("\(error)"))
        default: self.init(.writeFailed, Message("\(error)"))
        }
    }

    /// Returns the error of a suite's file that is to be changed; unlike others, it can be replaced if it is damaged.
    static func suiteFile(_ error: PreferenceStoreError) -> CommandError {
        guard case .corrupt(_, let damage) = error, damage.problem.isDamage, error.hint == nil else {
            return CommandError(error)
        }
        let hint = "correct it there; --replace-corrupt begins an empty file, and keeps this one beside it"
        return CommandError(error.exitCode, quoting: error.parts, hint: hint)
    }

    /// Returns the error of a written file that is not one of a suite.
    static func outputFile(_ error: PreferenceStoreError) -> CommandError {
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
    func parts(in path: String) -> [MessagePart] { ["\(path)\(position.suffix): ", .problem(problem)] }
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
        case .notTrusted, .interrupted, .hardLinked, .changedTooOften, .lockFileLeft, .deadlock, .nestedChange,
            .notJournaled, .writtenBytesDiffer, .durabilityUnknown:
            .writeFailed
        case .system(let operation, _, _): operation.isReading ? .unreadableFile : .writeFailed
        }
    }

    var hint: String? {
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
        case .lockTimedOut: "try again, or wait longer with --lock-timeout"
        case .lockFileLeft: "remove that file"
        case .changedTooOften: "try again when they are done"
        case .cannotWatch(.tooManyWatches): "raise fs.inotify.max_user_watches with sysctl"
        case .cannotWatch(.tooManyWatchers): "raise fs.inotify.max_user_instances with sysctl, or ulimit -n"
        default: nil
        }
    }
}
