/// A command line that shows how a verb is used.
struct CommandExample: Sendable {
    /// The words after `prefs`.
    let words: [String]
    /// What the line does: a phrase that starts in lower case, without a full stop.
    let summary: String

    /// An example of the words after `prefs`.
    init(_ words: [String], summary: String) {
        self.words = words
        self.summary = summary
    }

    /// The line as it is typed into a shell.
    var line: String {
        words.commandLine
    }
}
