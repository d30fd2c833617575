/// Options that belong together under one title of the help.
final class OptionGroup: Sendable {
    /// The title, without punctuation.
    let title: String
    /// The options, in the order of the help.
    let options: [OptionSpecification]

    /// A titled group.
    init(_ title: String, _ options: [OptionSpecification]) {
        self.title = title
        self.options = options
    }
}
