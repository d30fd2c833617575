import CommandGrammar

extension CommandTable {
    /// The version of `prefs`, in the form of Semantic Versioning.
    static let version = "0.1.0"

    /// The release date, for the manual.
    static let date = "2026-11-21"
}
