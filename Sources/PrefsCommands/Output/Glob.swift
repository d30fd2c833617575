import PropertyLists

/// A pattern of keys: `*` is any run of characters, none included, everything else itself.
///
/// Matching is by bytes and takes time in proportion to pattern times text at worst.
struct Glob {
    private let pattern: [UInt8]

    init(_ pattern: String) {
        self.pattern = Array(pattern.utf8)
    }

    /// The keys that one of some patterns matches, and others that are wanted as well; nil where there is no pattern, so
    /// that all keys are wanted.
    static func selection(by patterns: [String], and others: [String] = []) -> KeySelection? {
        guard !patterns.isEmpty else { return nil }
        var globs: [Glob] = []
        var names = others
        for pattern in patterns {
            if pattern.utf8.contains(UInt8(ascii: "*")) {
                globs.append(Glob(pattern))
            } else {
                names.append(pattern)
            }
        }
        guard !globs.isEmpty else { return .named(names) }
        let named = SoughtKeys(names)
        return .matching { [globs] key in
            for glob in globs where glob.matches(key) {
                return true
            }
            return named.contains(key)
        }
    }

    /// Whether the pattern matches a whole key.
    func matches(_ key: String) -> Bool {
        matches(key.utf8Span.span)
    }

    /// Whether the pattern matches a whole key, by its bytes in UTF-8.
    func matches(_ text: Span<UInt8>) -> Bool {
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
