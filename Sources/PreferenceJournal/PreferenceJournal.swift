/// # PreferenceJournal
///
/// What was done to the files of preferences, by whom and for whom: the history of changes, the owners of settings, and
/// the keys that are secret whatever a schema says.
///
/// It knows nothing of schemas and typed keys: what a schema calls secret, its caller tells it. `PreferenceStore` knows
/// nothing of it but ``ChangeJournal``: a change is told before it is made, and after.
///
/// Types to know:
/// - ``Journal``: what one run tells of its changes. It is the ``ChangeJournal`` of the command and the library.
/// - ``JournalDirectory``: where a user's journal is. It leads to everything that is kept of a file.
/// - ``ChangeHistory``, ``HistoryRecord`` and ``HistoryTimeline``: the log. It is trimmed, and a change is made even if
///   the log cannot be written.
/// - ``Ownership``: who has set what, and what was there before.
/// - ``JournalState``: the owners and secret keys of one file, which are never trimmed. `DirectoryState` has those of a
///   directory, and follows the files that prefs removes, restores and renames.
///
/// Begin with `Journal.intend(_:)` in Journal.swift.
