/// What a verb takes in one place of its line, other than options.
final class OperandSpecification: Sendable {
    /// How many words stand in the place.
    enum Arity: Sendable {
        case one
        case optional
        case zeroOrMore
        case oneOrMore
    }

    /// What a word of the operand stands for.
    let placeholder: Placeholder
    /// How many words there are.
    let arity: Arity
    /// What the operand is: a phrase that starts in lower case, without a full stop.
    let summary: String

    /// An operand.
    init(_ placeholder: Placeholder, _ arity: Arity = .one, summary: String) {
        self.placeholder = placeholder
        self.arity = arity
        self.summary = summary
    }

    /// Whether a word must stand here.
    var isRequired: Bool {
        arity == .one || arity == .oneOrMore
    }

    /// Whether any number of words may stand here.
    var isOpenEnded: Bool {
        arity == .zeroOrMore || arity == .oneOrMore
    }

    /// The operand as usage lines show it: `KEY`, `[VERB]`, `[GLOB...]`.
    var notation: String {
        let name = isOpenEnded ? placeholder.name + "..." : placeholder.name
        return isRequired ? name : "[\(name)]"
    }
}
