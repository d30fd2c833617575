/// Why a text is no pattern: what is wrong with it, and where, in Unicode scalars from its start.
enum SchemaPatternProblem: Error, Hashable, Sendable {
    // MARK: Limits

    /// ECMA-262 has this, and patterns here do not.
    case unsupported(SchemaPatternFeature, offset: Int)
    /// Groups nest deeper than this limit.
    case tooDeep(limit: Int, offset: Int)
    /// The pattern takes more steps than this limit, with its counted repetitions written out.
    case tooLarge(limit: Int, offset: Int)

    // MARK: Groups and classes

    /// A `(` that no `)` ends.
    case unclosedGroup(offset: Int)
    /// A `)` that ends no group.
    case unopenedGroup(offset: Int)
    /// A group that begins as none does, as it is spelled: `(?P`.
    case invalidGroup(String, offset: Int)
    /// A `[` that no `]` ends.
    case unclosedClass(offset: Int)
    /// A range in a class whose end comes before its start, as it is spelled.
    case reversedRange(String, offset: Int)
    /// A range in a class from or to a set such as `\d`, as it is spelled.
    case setInRange(String, offset: Int)

    // MARK: Quantifiers and characters

    /// A quantifier, as it is spelled, behind nothing, an assertion or another quantifier.
    case nothingToRepeat(String, offset: Int)
    /// A quantifier whose greatest count is less than its least, as it is spelled.
    case reversedQuantifier(String, offset: Int)
    /// One of `{ } ]` that has no meaning where it stands.
    case unescaped(Unicode.Scalar, offset: Int)
    /// A backslash and what follows, as far as it was understood, and what to write instead, in words.
    case invalidEscape(String, expected: String, offset: Int)
}
