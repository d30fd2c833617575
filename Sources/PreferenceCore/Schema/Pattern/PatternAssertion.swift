/// What a pattern says about a place between two scalars of a text (ECMA-262, CompileAssertion).
enum PatternAssertion: Sendable {
    /// `^`: the start of the text.
    case start
    /// `$`: the end of the text.
    case end
    /// `\b`: a word character on one side alone.
    case wordBoundary
    /// `\B`: a word character on both sides, or on none.
    case noWordBoundary

    /// Whether it holds between two scalars, of which one is nil at an end of the text.
    func holds(between previous: UInt32?, and following: UInt32?) -> Bool {
        switch self {
        case .start: previous == nil
        case .end: following == nil
        case .wordBoundary: Self.isWord(previous) != Self.isWord(following)
        case .noWordBoundary: Self.isWord(previous) == Self.isWord(following)
        }
    }

    private static func isWord(_ scalar: UInt32?) -> Bool {
        scalar.map(CodePointSet.word.contains) ?? false
    }
}
