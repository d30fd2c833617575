extension Base64 {
    /// Whether a text is one that ``decode(_:)`` takes.
    static func isValid(_ text: ByteView) -> Bool {
        var index = 0
        /// The characters of the alphabet so far.
        var length = 0
        while index < text.count {
            let start = index
            index = endOfAlphabet(in: text, from: start)
            length += index - start
            while index < text.count, isWhiteSpace(text[index]) {
                index += 1
            }
            if index == start {
                return length % 4 >= 2 && holdsOnlyPadding(text[index...], count: 4 - length % 4)
            }
        }
        return length % 4 == 0
    }

    /// Where a run of the alphabet's characters ends that starts at an offset.
    private static func endOfAlphabet(in text: ByteView, from start: Int) -> Int {
        var index = start
        while text.count - index >= 16, text.words(at: index).holdOnlyBase64 {
            index += 16
        }
        while index < text.count, isInAlphabet(text[index]) {
            index += 1
        }
        return index
    }
}
