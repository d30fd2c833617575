/// Returns the words of each line of a script in which each word is plain or in single quotes.
///
/// Returns nil if the script contains anything else that is special in a shell.
func shellLines(_ script: String) -> [[String]]? {
    var lines: [[String]] = []
    var words: [String] = []
    var word: String?
    var isQuoted = false
    var scalars = script.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
        switch scalar {
        case "'":
            isQuoted.toggle()
            word = word ?? ""
        case _ where isQuoted:
            word?.unicodeScalars.append(scalar)
        case "\\":
            guard scalars.popFirst() == "'" else { return nil }
            word = (word ?? "") + "'"
        case " ", "\n":
            if let word { words.append(word) }
            word = nil
            if scalar == "\n" {
                lines.append(words)
                words = []
            }
        case "a"..."z", "-":
            word = word ?? ""
            word?.unicodeScalars.append(scalar)
        default:
            return nil
        }
    }
    return isQuoted || word != nil || !words.isEmpty ? nil : lines
}

extension String {
    /// The words of a line in which each word is plain, or in single quotes as a whole.
    var wordsWithoutQuotes: [String] {
        split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { position, part in
            position.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
        }
    }
}
