import PropertyLists

/// A pattern of keys: `*` matches any run of characters, including an empty one; every other character matches itself.
///
/// Matching compares bytes. Its time is at worst proportional to the length of the pattern times that of the text.
struct Glob {
    private let pattern: [UInt8]

    init(_ pattern: String) {
        self.pattern = Array(pattern.utf8)
    }

    /// Returns the keys that match one of some patterns, and other keys; nil, for all keys, if there is no pattern.
    static func selection(by patterns: [String], and others: [String] = []) -> KeySelection? {
        guard !patterns.isEmpty else { return nil }
        let hasStar = { (pattern: String) in pattern.utf8.contains(UInt8(ascii: "*")) }
        let globs = patterns.filter(hasStar).map(Glob.init)
        let names = others + patterns.filter { !hasStar($0) }
        guard !globs.isEmpty else { return .named(names) }
        let named = KeySelection.named(names)
        return .matching { [globs] key in
            for glob in globs where glob.matches(key) {
                return true
            }
            return named.contains(key)
        }
    }

    func matches(_ key: String) -> Bool {
        matches(key.utf8Span.span)
    }

    /// Whether the pattern matches a whole key, given by its bytes in UTF-8.
    func matches(_ text: Span<UInt8>) -> Bool {
        var patternIndex = 0
        var textIndex = 0
        // The last star, and the end of the text that it matches so far. After a mismatch, it matches one byte more.
        var star: (patternIndex: Int, textIndex: Int)?
        while textIndex < text.count {
            if patternIndex < pattern.count, pattern[patternIndex] == UInt8(ascii: "*") {
                star = (patternIndex, textIndex)
                patternIndex += 1
            } else if patternIndex < pattern.count, pattern[patternIndex] == text[textIndex] {
                patternIndex += 1
                textIndex += 1
            } else if let latest = star {
                star = (latest.patternIndex, latest.textIndex + 1)
                patternIndex = latest.patternIndex + 1
                textIndex = latest.textIndex + 1
            } else {
                return false
            }
        }
        return pattern[patternIndex...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}

/// A text to search for, byte for byte.
///
/// The search takes time proportional to the length of the searched text, by the algorithm of Knuth, Morris and Pratt.
/// Canonically equivalent spellings are different texts, as they are different keys.
struct SearchText {
    private let bytes: [UInt8]
    /// For each number of matched bytes, the number that still matches if the next byte does not.
    private var fallbacks = [0]
    private let ignoresCase: Bool

    /// Creates a search.
    ///
    /// - Parameter ignoresCase: Whether letters that differ only in case are equal. This follows the case mappings of
    ///   Unicode, scalar by scalar and in no specific language: `ß` equals `ss`, and `ı` equals `i`.
    init(_ text: String, ignoresCase: Bool = false) {
        self.ignoresCase = ignoresCase
        bytes = Array((ignoresCase ? text.foldingCase : text).utf8)
        var matched = 0
        for byte in bytes.dropFirst() {
            matched = count(matching: byte, after: matched)
            fallbacks.append(matched)
        }
    }

    func occurs(in text: String) -> Bool {
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
