/// What an exit code means for one verb.
struct ExitMeaning: Sendable {
    /// The code.
    let code: ExitCode
    /// Its meaning: a phrase that starts in lower case, without a full stop.
    let summary: String

    /// A code, with its general meaning unless the verb has a closer one.
    init(_ code: ExitCode, _ summary: String? = nil) {
        self.code = code
        self.summary = summary ?? code.summary
    }
}
