/// A text that is looked for in others, letter for letter.
///
/// The search is by bytes, and takes time in proportion to the text that is searched: the algorithm of Knuth, Morris and
/// Pratt. Canonically equivalent spellings are different texts, as they are different keys.
struct SearchText {
    private let bytes: [UInt8]
    /// For each number of bytes that match, how many still do when the next one does not.
    private let fallbacks: [Int]
    private let ignoresCase: Bool

    /// A text to look for.
    ///
    /// - Parameter ignoresCase: whether letters that differ in case alone are the same, by the case mappings of Unicode,
    ///   scalar by scalar and in no language's own way: `ß` is `ss`, and `ı` is `i`.
    init(_ text: String, ignoresCase: Bool = false) {
        self.ignoresCase = ignoresCase
        bytes = Array((ignoresCase ? text.foldingCase : text).utf8)
        var fallbacks = [0]
        var matched = 0
        for byte in bytes.dropFirst() {
            while matched > 0, bytes[matched] != byte {
                matched = fallbacks[matched - 1]
            }
            matched += bytes[matched] == byte ? 1 : 0
            fallbacks.append(matched)
        }
        self.fallbacks = fallbacks
    }

    /// Whether the text stands anywhere in another.
    func occurs(in text: String) -> Bool {
        guard !bytes.isEmpty else { return true }
        var matched = 0
        for byte in (ignoresCase ? text.foldingCase : text).utf8 {
            while matched > 0, bytes[matched] != byte {
                matched = fallbacks[matched - 1]
            }
            matched += bytes[matched] == byte ? 1 : 0
            if matched == bytes.count { return true }
        }
        return false
    }
}

extension String {
    /// The text with one spelling for all cases of a letter.
    ///
    /// Lower case alone would keep `ς` and `σ` apart, and upper case alone `ẞ` and `ß`.
    fileprivate var foldingCase: String {
        lowercased().uppercased().lowercased()
    }
}
