/// The forms in which a property list is written whole, and read back.
enum DocumentForm: String, CaseIterable {
    case xml
    case binary
    case openStep = "openstep"
    case json
    case typedJSON = "typed-json"

    /// What `dump` calls lines of `prefs set`, which make the same suite in a shell but are no document.
    static let commandsName = "commands"
}
