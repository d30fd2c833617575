/// A pattern of keys: `*` is any run of characters, none included, everything else itself.
///
/// Matching is by bytes and takes time in proportion to pattern times text at worst.
struct Glob {
    private let pattern: [UInt8]

    init(_ pattern: String) {
        self.pattern = Array(pattern.utf8)
    }

    /// The keys that patterns match, where each can match but one; nil where there is a star, or no pattern, so that all
    /// keys may be wanted.
    static func onlyKeys(of patterns: [String]) -> [String]? {
        let hasStar = patterns.contains { $0.utf8.contains(UInt8(ascii: "*")) }
        return hasStar || patterns.isEmpty ? nil : patterns
    }

    /// Whether the pattern matches a whole key.
    func matches(_ key: String) -> Bool {
        let text = Array(key.utf8)
        var patternIndex = 0
        var textIndex = 0
        // The latest star, and the text that it has taken so far: on a mismatch it takes one byte more.
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
