/// One step of a pattern's program; a step that is done is followed by the next unless it says otherwise.
enum PatternInstruction: Sendable {
    /// Takes one scalar of the text, which must be in the set.
    case take(CodePointSet)
    /// Takes nothing, and holds only in some places.
    case assert(PatternAssertion)
    /// Goes on both with the next step and that many steps further.
    case split(Int)
    /// Goes on that many steps further.
    case jump(Int)
}
