/// The forms in which a suite can be written whole.
enum DocumentForm: String, CaseIterable {
    case xml
    case binary
    case openStep = "openstep"
    case json
    case typedJSON = "typed-json"
    /// Lines of `prefs set` that make the same suite in a shell.
    case commands

    /// The forms that are read back as a file.
    static let ofFiles = allCases.filter { $0 != .commands }
}
