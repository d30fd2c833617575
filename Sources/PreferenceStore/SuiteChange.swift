package import PropertyLists

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
    public let outcome: Outcome
    /// Warnings about the file, and about the copies that were kept beside it.
    public let warnings: [SuiteWarning]

    package init(value: Value, outcome: Outcome, warnings: [SuiteWarning]) {
        self.value = value
        self.outcome = outcome
        self.warnings = warnings
    }
}

extension SuiteChange: Sendable where Value: Sendable {}

/// A change as it was written to a file.
///
/// A caller that has the old version can derive the new one without reading the file.
package struct SuiteCommit: Sendable {
    /// The path that the caller uses for the file.
    package let path: String
    package let old: FileVersion
    /// The new version; nil if another program wrote the file at the same time.
    package let new: FileVersion?
    package let format: PropertyListFormat
    /// The changes, with the values as the file stores them.
    package let changes: [KeyChange]

    /// Returns the document after the commit; nil if the commit replaced another version of the file.
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

/// A version of a file, which shows whether the file has changed, without opening it.
package struct FileVersion: Equatable, Sendable {
    /// Nil if the file did not exist.
    let status: FileStatus?
}

/// The contents of a file when it was read, with their version.
package struct VersionedDocument: Sendable {
    /// Nil if the file did not exist.
    package let document: SuiteDocument?
    /// The version that was read; nil if a later write might produce the same version.
    package let version: FileVersion?

    package init(document: SuiteDocument?, version: FileVersion?) {
        self.document = document
        self.version = version
    }
}
