/// A command line of another tool, and the lines that do here what it does there.
///
/// The tools are `defaults` of macOS and GNUstep, `git config`, `gsettings` and `plutil`; the line has their words after
/// the tool's name.
struct ElsewhereLine: Equatable, Sendable {
    /// The lines of `prefs`, the words after the name; where the tool's line could mean two things, both.
    let translations: [[String]]

    /// Reads a line; nil where it is none of another tool, or none that has a counterpart.
    init?(_ words: [String]) {
        guard let verb = words.first else { return nil }
        let operands = Array(words.dropFirst())
        let translations =
            Self.defaults(verb, operands) ?? Self.gsettings(verb, operands) ?? Self.gitConfig(verb, operands)
            ?? Self.plutil(verb, operands)
        guard let translations else { return nil }
        self.translations = translations
    }
}
