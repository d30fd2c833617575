/// Verbs that belong together under one title of the help.
struct VerbGroup: Sendable {
    /// The title, without punctuation.
    let title: String
    /// The verbs, in the order of the help.
    let verbs: [VerbName]

    /// A titled group.
    init(_ title: String, _ verbs: [VerbName]) {
        self.title = title
        self.verbs = verbs
    }
}
