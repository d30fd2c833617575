import PreferenceStore
import PropertyLists

/// Why a text that was edited is no suite.
enum EditedTextProblem: Error, Hashable {
    /// The file is gone, say.
    case unreadable(SystemError)
    /// The text is no document in its form.
    case malformed(PropertyListError)
    /// The text is a document of another kind than a suite.
    case notDictionary(PropertyListKind)
}
