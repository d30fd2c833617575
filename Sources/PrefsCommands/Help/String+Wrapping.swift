extension String {
    /// The text in lines of at most a number of columns, broken between words.
    ///
    /// A longer word stands alone on its line, whole.
    func lines(atMost columns: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= columns {
                lines[lines.endIndex - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// The text behind a number of spaces.
    func indented(by count: Int) -> String {
        String(repeating: " ", count: count) + self
    }
}
