import PreferenceStore

/// Why an editor has not done its work.
enum EditorFailure: Hashable {
    /// No shell could be started for it.
    case notStarted(SystemError)
    /// It exited with a code that is not 0.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)
}
