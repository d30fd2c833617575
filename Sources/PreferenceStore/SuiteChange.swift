import PropertyLists

/// The result of a change.
public struct SuiteChange<Value> {
    /// The effect of a change on the file.
    public enum Outcome: Hashable, Sendable {
        /// The file was not written: it needed no change, still does not exist, or the change was a rehearsal.
        case unchanged
        /// The file existed and has new contents.
        case changed
        /// The file did not exist and was created.
        case created
    }

    /// The result of the caller's closure, from its last run.
    public let value: Value
    /// The effect on the file.
    public package(set) var outcome: Outcome
    /// Warnings about the file, and about the copies that were kept beside it.
    public package(set) var warnings: [SuiteWarning]

    /// The changes of keys, also in a rehearsal, with the values as the file stores them.
    package let changes: [PreferenceChange]
    /// The file, if one was written.
    package internal(set) var file: WrittenFile?

    package init(
        value: Value,
        outcome: Outcome = .unchanged,
        changes: [PreferenceChange] = [],
        file: WrittenFile? = nil,
        warnings: [SuiteWarning] = []
    ) {
        self.value = value
        self.outcome = outcome
        self.changes = changes
        self.file = file
        self.warnings = warnings
    }
}

extension SuiteChange {
    /// Returns the same change with another value.
    package func with<Other>(_ value: Other) -> SuiteChange<Other> {
        let outcome: SuiteChange<Other>.Outcome =
            switch outcome {
            case .unchanged: .unchanged
            case .changed: .changed
            case .created: .created
            }
        return SuiteChange<Other>(value: value, outcome: outcome, changes: changes, file: file, warnings: warnings)
    }
}

extension SuiteChange: Sendable where Value: Sendable {}

/// A file that a transaction has written.
package struct WrittenFile: Sendable {
    /// The path that the caller uses for the file.
    package let path: String
    package let old: FileVersion
    /// The new version; nil if another program wrote the file at the same time.
    package let new: FileVersion?
}

/// A version of a file, which shows whether the file has changed, without opening it.
package struct FileVersion: Equatable, Sendable {
    /// Nil if the file did not exist.
    let status: FileStatus?
}
