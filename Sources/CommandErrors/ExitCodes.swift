package import CommandGrammar
package import PreferenceSchemas

/// The command's exit code.
package enum ExitCode: UInt8, CaseIterable, Comparable, Sendable {
    case done = 0
    case absent = 1
    case usage = 2
    case invalidValue = 3
    case unreadableFile = 4
    case writeFailed = 5
    case lockTimedOut = 6
    case preconditionFailed = 7

    package var summary: String {
        switch self {
        case .done: "success"
        case .absent: "not found, false, or different"
        case .usage: "invalid command line"
        case .invalidValue: "a value is invalid or has the wrong type"
        case .unreadableFile: "the file is corrupt or cannot be read, or there is no configuration directory"
        case .writeFailed: "the write failed"
        case .lockTimedOut: "timed out: another program kept the file's lock for too long"
        case .preconditionFailed: "a precondition failed"
        }
    }

    /// A greater number is more severe.
    package static func < (left: ExitCode, right: ExitCode) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension ExitMeaning {
    /// Creates the meaning of a code.
    ///
    /// - Parameter status: The exit status of the process, if it differs from the code in the mode of another tool.
    package init(_ code: ExitCode, _ summary: String? = nil, status: UInt8? = nil) {
        self.init(
            status ?? code.rawValue,
            summary ?? code.summary,
            isCommon: summary ?? code.summary == code.summary
        )
    }
}

/// The exit codes of a verb, ascending: the common ones for its kind, and those with a more specific meaning.
extension [ExitMeaning] {
    package static func plain(_ closer: KeyValuePairs<ExitCode, String> = [:]) -> [ExitMeaning] {
        meanings(of: [.done, .usage], closer)
    }

    package static func reading(_ closer: KeyValuePairs<ExitCode, String> = [:]) -> [ExitMeaning] {
        meanings(of: [.done, .usage, .unreadableFile], closer)
    }

    /// Returns the exit codes of a verb that reads files and may write a document.
    package static func writing(_ closer: KeyValuePairs<ExitCode, String> = [:]) -> [ExitMeaning] {
        meanings(of: [.done, .usage, .unreadableFile, .writeFailed], closer)
    }

    package static func changing(_ closer: KeyValuePairs<ExitCode, String> = [:]) -> [ExitMeaning] {
        meanings(of: [.done, .usage, .unreadableFile, .writeFailed, .lockTimedOut], closer)
    }

    private static func meanings(of codes: [ExitCode], _ closer: KeyValuePairs<ExitCode, String>) -> [ExitMeaning] {
        ExitCode.allCases.compactMap { code in
            let summary = closer.first { $0.key == code }?.value ?? (codes.contains(code) ? code.summary : nil)
            return summary.map { ExitMeaning(code, $0) }
        }
    }
}

extension PreferenceSchemaError {
    /// The exit code of `check` if it finds this error in a schema.
    package var exitCode: ExitCode {
        switch problem {
        case .invalidDefault, .formerNameInUse, .unsupported: .invalidValue
        // Out of the document.
        case .unresolvedReference(let reference) where !reference.hasPrefix("#"): .invalidValue
        default: .unreadableFile
        }
    }
}
