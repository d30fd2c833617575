package import PropertyLists

/// What came of a change.
public struct SuiteChange<Value> {
    /// What happened to the file.
    public enum Outcome: Hashable, Sendable {
        /// Nothing: it holds what it would have held after the change, or still is not there.
        case unchanged
        /// It holds other values.
        case changed
        /// It was not there, and is now.
        case created
    }

    /// What the caller's closure returned, the last time that it ran.
    public let value: Value
    /// What happened to the file.
    public let outcome: Outcome
    /// What was odd about the file, and what was kept beside it.
    public let warnings: [SuiteWarning]

    /// What was written; nil if nothing was.
    package let commit: SuiteCommit?

    package init(value: Value, outcome: Outcome, warnings: [SuiteWarning], commit: SuiteCommit? = nil) {
        self.value = value
        self.outcome = outcome
        self.warnings = warnings
        self.commit = commit
    }
}

extension SuiteChange: Sendable where Value: Sendable {}

/// What a change has written to a file: whoever knows the old version knows the new one without reading it.
package struct SuiteCommit: Sendable {
    /// The path by which the caller names the file.
    package let path: String
    package let old: FileVersion
    /// Nil if another program has written the file at the same time.
    package let new: FileVersion?
    package let format: PropertyListFormat
    /// What was changed, as the file has it.
    package let changes: [KeyChange]

    /// What the file holds after the commit; nil if the commit was to another version of the file.
    package func applied(to before: VersionedDocument) -> VersionedDocument? {
        guard before.version == old else { return nil }
        let old = before.document?.root ?? [:]
        var root = old
        root.apply(changes)
        root.sortNewKeys(of: old)
        let document = SuiteDocument(root: root, format: format, size: new?.status?.size ?? 0)
        return VersionedDocument(document: document, version: new)
    }
}

/// What tells whether a file has changed since it was read, without opening it.
package struct FileVersion: Equatable, Sendable {
    /// Nil if there was no file.
    let status: FileStatus?
}

/// What a file held when it was read, and when it has to be read again.
package struct VersionedDocument: Sendable {
    /// Nil if there was no file.
    package let document: SuiteDocument?
    /// The version that it was; nil if a later write might leave the same.
    package let version: FileVersion?

    package init(document: SuiteDocument?, version: FileVersion?) {
        self.document = document
        self.version = version
    }
}
