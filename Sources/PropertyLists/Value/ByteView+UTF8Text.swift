extension ByteView {
    /// Lends a text document in UTF-8 for the time of the body, with the encoding of its bytes, which is nil for UTF-8.
    ///
    /// What is UTF-8 already is lent as it is; other documents are decoded once. The places in errors of the body become
    /// those of this document.
    ///
    /// - Throws: what the body does; `malformedText` or `unexpectedEnd`, with the place, where there is no character.
    func withUTF8Text<Value>(
        _ body: (ByteView, WideEncoding?) throws(PropertyListError) -> Value
    ) throws(PropertyListError) -> Value {
        guard let encoding = WideEncoding(detecting: self) else { return try body(self, nil) }
        let (utf8, end) = encoding.decode(self)
        return try utf8.span.withByteView { text throws(PropertyListError) in
            do throws(PropertyListError) {
                guard end == count else {
                    let problem: PropertyListProblem =
                        encoding.isCut(at: end, of: self)
                        ? .unexpectedEnd(within: "a character of \(encoding.name)") : .malformedText(encoding.name)
                    throw PropertyListError(problem, at: SourcePosition(offset: text.count, in: text))
                }
                return try body(text, encoding)
            } catch {
                throw PropertyListError(
                    error.problem,
                    at: error.position?.moved { encoding.offset(ofUTF8: $0, in: text) }
                )
            }
        }
    }
}
