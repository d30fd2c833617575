/// A kind of argument, which usage lines show as a name such as `KEY`.
///
/// It determines the name in usage lines and the completion in a shell.
package final class Placeholder: Sendable {
    package let name: String
    /// A description of the argument, for the end of a sentence such as `--suite needs NAME, ...`; no two kinds have
    /// the same.
    package let meaning: String
    /// Whether the argument cannot be empty, so that an empty one is a variable that a script forgot to set.
    package let isNeverEmpty: Bool
    /// Whether the argument can be a number, which may be below 0 and look like an option.
    package let isNumber: Bool
    /// The name of the source, in the program, of the words that complete the argument; ``files`` for paths, which the
    /// shell knows; nil if the words cannot be predicted.
    package let source: String?

    // Few command lines need them.
    private let makeChoices: (@Sendable () -> Choices)?

    package init(
        _ name: String,
        _ meaning: String,
        isNeverEmpty: Bool = true,
        isNumber: Bool = false,
        from source: String? = nil,
        choices: (@Sendable () -> Choices)? = nil
    ) {
        self.name = name
        self.meaning = meaning
        self.isNeverEmpty = isNeverEmpty
        self.isNumber = isNumber
        self.source = source
        makeChoices = choices
    }

    package static let files = "files"

    /// The valid words, if they are a fixed set.
    package var choices: Choices? { makeChoices?() }
}

extension Placeholder: Equatable {
    package static func == (left: Placeholder, right: Placeholder) -> Bool {
        left.meaning == right.meaning
    }
}

/// The words that are valid as an argument.
package struct Choices: Sendable {
    package let offered: [String]
    /// Synonyms of the offered words, which are accepted but not offered.
    let alsoUnderstood: [String]
    /// Returns what an offered word means; it can be empty.
    let summary: @Sendable (String) -> String

    package init(
        _ offered: [String],
        alsoUnderstood: [String] = [],
        summary: @escaping @Sendable (String) -> String = { _ in "" }
    ) {
        self.offered = offered
        self.alsoUnderstood = alsoUnderstood
        self.summary = summary
    }

    package var words: [String] { offered + alsoUnderstood }
}
