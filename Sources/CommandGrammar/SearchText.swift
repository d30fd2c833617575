/// A text to search for, byte for byte.
///
/// The search takes time proportional to the length of the searched text, by the algorithm of Knuth, Morris and Pratt.
/// Canonically equivalent spellings are different texts, as they are different keys.
package struct SearchText {
    private let bytes: [UInt8]
    /// For each number of matched bytes, the number that still matches if the next byte does not.
    private var fallbacks = [0]
    private let ignoresCase: Bool

    /// Creates a search.
    ///
    /// - Parameter ignoresCase: Whether letters that differ only in case are equal. This follows the case mappings of
    ///   Unicode, scalar by scalar and in no specific language: `ß` equals `ss`, and `ı` equals `i`.
    package init(_ text: String, ignoresCase: Bool = false) {
        self.ignoresCase = ignoresCase
        bytes = Array((ignoresCase ? text.foldingCase : text).utf8)
        var matched = 0
        for byte in bytes.dropFirst() {
            matched = count(matching: byte, after: matched)
            fallbacks.append(matched)
        }
    }

    package func occurs(in text: String) -> Bool {
        guard !bytes.isEmpty else { return true }
        var matched = 0
        for byte in (ignoresCase ? text.foldingCase : text).utf8 {
            matched = count(matching: byte, after: matched)
            if matched == bytes.count { return true }
        }
        return false
    }

    /// Returns the number of matched bytes after the next one, given the number before it.
    private func count(matching byte: UInt8, after matched: Int) -> Int {
        var matched = matched
        while matched > 0, bytes[matched] != byte {
            matched = fallbacks[matched - 1]
        }
        return bytes[matched] == byte ? matched + 1 : matched
    }
}

extension String {
    /// The text with one spelling for all cases of a letter.
    ///
    /// Lower case alone would distinguish `ς` and `σ`, and upper case alone `ẞ` and `ß`.
    fileprivate var foldingCase: String { lowercased().uppercased().lowercased() }
}
