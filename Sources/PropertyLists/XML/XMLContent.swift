/// What the text of an element stands for.
///
/// It is apart from the scanner, as a few words that are passed on in registers.
struct XMLContent {
    let document: UTF8Text
    /// Where the element starts.
    let elementOffset: Int

    /// A problem at an offset; without one, at the element.
    func error(_ problem: PropertyListProblem, at offset: Int? = nil) -> PropertyListError {
        PropertyListError(problem, at: SourcePosition(offset: offset ?? elementOffset, in: document.bytes))
    }
}
