import PreferenceStore
import PropertyLists

/// Why an editor has not done its work.
enum EditorFailure: Hashable {
    /// No shell could be started for it.
    case notStarted(SystemError)
    /// It exited with a code that is not 0.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)
}

/// Why a text that was edited is no suite.
enum EditedTextProblem: Error, Hashable {
    /// The file is gone, say.
    case unreadable(SystemError)
    /// The text is no document in its form.
    case malformed(PropertyListError)
    /// The text is a document of another kind than a suite.
    case notDictionary(PropertyListKind)
}
