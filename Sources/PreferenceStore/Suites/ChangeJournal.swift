package import PropertyLists

/// What is told of each change of a file, before it is made and after.
///
/// The store knows no more of it: neither a history nor owners.
package protocol ChangeJournal {
    /// Takes down a change that is about to be made, while other writers of this package wait.
    ///
    /// If the file changes before the change can be made, it is told again: the last one counts.
    ///
    /// - Throws: the reason why the change must not be made.
    func intend(_ change: IntendedChange) throws(PreferenceStoreError) -> JournalEntry

    /// Returns whether a new value of a change is secret.
    ///
    /// This is asked for only if the file system cannot protect a new file.
    func hasSecrets(_ change: IntendedChange) -> Bool
}

/// What a journal does at the end of a change that it has been told of.
package struct JournalEntry {
    /// Runs once the change is made, and returns warnings.
    ///
    /// If it throws, a removal is taken back; any other change stays.
    package let made: () throws(PreferenceStoreError) -> [SuiteWarning]
    /// Runs if it is certain that the change is not made.
    package let dropped: () -> Void

    package init(
        dropped: @escaping () -> Void = {},
        made: @escaping () throws(PreferenceStoreError) -> [SuiteWarning]
    ) {
        self.made = made
        self.dropped = dropped
    }
}

/// A change of a file, as a journal is told of it.
package struct IntendedChange {
    package enum Content {
        /// Changes of keys.
        ///
        /// The changes that only restore what another program had reverted are apart.
        case keys([PreferenceChange], restored: [PreferenceChange])
        /// The removal of the file.
        case removal(SavedFile)
        /// The creation of a file that was removed.
        case recreation(SavedFile)
        /// Another name, at this path without symbolic links.
        case renaming(to: String)
    }

    package let content: Content
    private let target: FileTarget
    /// The suite before a change of keys.
    private let old: StoredSuite?
    /// What a change of keys makes of the suite.
    private let new: EditedSuite?
    /// What the transaction has to say beside that.
    package let remark: (any Sendable)?
    /// Whether the file stays as it is: only what the remark says changes.
    package let keepsFile: Bool

    init(_ content: Content, of target: FileTarget) {
        self.content = content
        self.target = target
        (old, new) = (nil, nil)
        remark = nil
        keepsFile = false
    }

    init(of target: FileTarget, from old: StoredSuite, to new: EditedSuite, remark: (any Sendable)?) {
        content = .keys(new.ownChanges, restored: new.restored)
        self.target = target
        (self.old, self.new) = (old, new)
        self.remark = remark
        keepsFile = new.document == nil
    }

    /// The path for messages.
    package var path: String { target.path }

    /// The path without symbolic links.
    ///
    /// - Throws: `noRealPath` if the system does not tell it.
    package var realPath: String {
        get throws(PreferenceStoreError) { try target.requiredRealPath }
    }

    /// Whether the file did not exist before.
    package var createsFile: Bool { old != nil && old?.file == nil }

    /// The texts of the file that an undo of the change could not write.
    package var lostTexts: [ChangedText] {
        guard let old, let new, let document = new.document else { return [] }
        return old.texts(lostBy: new.changes, in: document, path: path)
    }

    /// All keys of the file before the change, in its order.
    package var oldKeys: [String] { old?.keys ?? [] }
}
