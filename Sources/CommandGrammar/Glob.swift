package import PropertyLists

/// A pattern of keys, as in a POSIX shell: `*` matches any run of characters, `?` one character, and `[...]` one of a
/// set; every other character matches itself, also after a backslash.
///
/// A set is of characters and ranges, `[a-z_]`, or of all others after `!` or `^`. A character is a Unicode scalar. A
/// `[` without its `]` matches itself. Matching takes time at most proportional to the length of the pattern times that
/// of the text.
package struct Glob {
    fileprivate enum Part {
        case run
        case one
        case set([ClosedRange<UInt32>], isNegated: Bool)
        case scalar(UInt32)
    }

    private var parts: [Part] = []

    package init(_ pattern: String) {
        var rest = Array(pattern.unicodeScalars)[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "*": parts.append(.run)
            case "?": parts.append(.one)
            case "[": parts.append(Self.set(&rest) ?? .scalar(scalar.value))
            case "\\": parts.append(.scalar((rest.popFirst() ?? scalar).value))
            default: parts.append(.scalar(scalar.value))
            }
        }
    }

    /// Creates the pattern of a text; nil if it can only match itself.
    package init?(ifPattern text: String) {
        guard text.utf8.contains(where: { "*?[\\".utf8.contains($0) }) else { return nil }
        self.init(text)
    }

    /// Removes and returns the set after a `[`; nil if it does not end.
    private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
        var words = rest
        let isNegated = words.first == "!" || words.first == "^"
        if isNegated { words.removeFirst() }
        var ranges: [ClosedRange<UInt32>] = []
        while let first = words.popFirst() {
            // A `]` at the beginning is an element.
            if first == "]", !ranges.isEmpty {
                rest = words
                return .set(ranges, isNegated: isNegated)
            }
            let first = first == "\\" ? words.popFirst() ?? first : first
            if words.first == "-", let last = words.dropFirst().first, last != "]" {
                words = words.dropFirst(2)
                ranges.append(min(first, last).value...max(first, last).value)
            } else {
                ranges.append(first.value...first.value)
            }
        }
        return nil
    }

    /// Returns the keys that match one of some patterns, and other keys; nil, for all keys, if there is no pattern.
    package static func selection(by patterns: [String], and others: [String] = []) -> KeySelection? {
        guard !patterns.isEmpty else { return nil }
        let globs = patterns.compactMap { Glob(ifPattern: $0) }
        let names = others + patterns.filter { Glob(ifPattern: $0) == nil }
        guard !globs.isEmpty else { return .named(names) }
        let named = KeySelection.named(names)
        return .matching { [globs] key in
            for glob in globs where glob.matches(key) {
                return true
            }
            return named.contains(key)
        }
    }

    package func matches(_ key: String) -> Bool {
        matches(key.utf8Span.span)
    }

    /// Whether the pattern matches a whole key, given by its bytes in UTF-8.
    package func matches(_ text: Span<UInt8>) -> Bool {
        var partIndex = 0
        var textIndex = 0
        // The last run, and the end of the text that it matches so far. After a mismatch, it matches one more.
        var run: (partIndex: Int, textIndex: Int)?
        while textIndex < text.count {
            let (scalar, next) = text.scalar(at: textIndex)
            if partIndex < parts.count, case .run = parts[partIndex] {
                run = (partIndex, textIndex)
                partIndex += 1
            } else if partIndex < parts.count, parts[partIndex].matches(scalar) {
                partIndex += 1
                textIndex = next
            } else if let latest = run {
                (_, textIndex) = text.scalar(at: latest.textIndex)
                run = (latest.partIndex, textIndex)
                partIndex = latest.partIndex + 1
            } else {
                return false
            }
        }
        return parts[partIndex...].allSatisfy { if case .run = $0 { true } else { false } }
    }
}

extension [Glob] {
    /// Whether one of the patterns matches a key, or there is no pattern.
    package func allow(_ key: String) -> Bool {
        isEmpty || contains { $0.matches(key) }
    }
}

extension Glob.Part {
    /// Whether the part, which is not a run, matches a scalar.
    fileprivate func matches(_ scalar: UInt32) -> Bool {
        switch self {
        case .run: false
        case .one: true
        case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar) } != isNegated
        case .scalar(let value): value == scalar
        }
    }
}

extension Span<UInt8> {
    /// Returns the scalar at a position in valid UTF-8, and the position after it.
    fileprivate func scalar(at position: Int) -> (value: UInt32, next: Int) {
        let first = UInt32(self[position])
        guard first >= 0x80 else { return (first, position + 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        let next = Swift.min(position + length, count)
        var value = first & (0x7F >> UInt32(length))
        for index in position + 1..<next {
            value = value << 6 | UInt32(self[index] & 0x3F)
        }
        return (value, next)
    }
}
