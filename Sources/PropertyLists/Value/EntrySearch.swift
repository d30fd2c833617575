/// The keys to read from a root dictionary.
package struct KeySelection: Sendable {
    /// A condition on a key's bytes in UTF-8; it may be called more than once for a key of a document.
    package typealias Condition = @Sendable (Span<UInt8>) -> Bool

    private let named: KeyPositions
    private let condition: Condition?
    /// What excludes most other keys.
    let filter: KeyFilter

    private init(named: KeyPositions, condition: Condition?) {
        self.named = named
        self.condition = condition
        filter = condition == nil ? KeyFilter(named.keys) : KeyFilter()
    }

    package static func named(_ names: [String]) -> KeySelection {
        KeySelection(named: KeyPositions(names), condition: nil)
    }

    package static func matching(_ condition: @escaping Condition) -> KeySelection {
        KeySelection(named: KeyPositions([]), condition: condition)
    }

    /// The named keys; nil if a condition selects the keys.
    package var names: [String]? {
        condition == nil ? named.keys : nil
    }

    package func contains(_ key: String) -> Bool {
        contains(key.utf8Span.span)
    }

    /// Returns whether a key, given as its bytes in UTF-8, is selected.
    package func contains(_ key: Span<UInt8>) -> Bool {
        if let condition { return condition(key) }
        return key.withByteView { named.position(of: $0) != nil }
    }

    /// Returns the selected key that a text in UTF-8 spells, or nil if it spells another.
    ///
    /// - Parameter next: the position of the named key that is expected, in the end that of the one after the result.
    ///   Named keys that are in the order of the document need no other search.
    @inline(__always)
    func key(spelled text: ByteView, expectedAt next: inout Int) -> String? {
        if let condition { return text.withSpan(condition) ? String(validating: text) : nil }
        guard let position = named.position(of: text, expectedAt: next) else { return nil }
        next = position + 1
        return named.keys[position]
    }
}

/// A condition that selected keys meet, and few others: their lengths and two of their bytes occur among those of the
/// selected.
struct KeyFilter {
    /// Sets of numbers modulo 64, a bit for each.
    private var lengths: UInt64 = .max
    private var lastBytes: UInt64 = .max
    private var middleBytes: UInt64 = .max

    /// Creates a filter that excludes no key.
    init() {}

    init(_ keys: [String]) {
        (lengths, lastBytes, middleBytes) = (0, 0, 0)
        for key in keys {
            let text = key.utf8Span.span
            let last = text.count - 1
            lengths |= 1 &<< UInt64(text.count)
            // Before the text of an empty key is the > of the tag.
            lastBytes |= 1 &<< UInt64(last < 0 ? UInt8(ascii: ">") : text[last])
            middleBytes |= 1 &<< UInt64(last < 0 ? UInt8(ascii: ">") : text[last - text.count / 2])
        }
    }

    /// Returns whether the text of a `<key>` element may be a selected key.
    @inline(__always)
    func mayContain(_ range: Range<Int>, in document: ByteView) -> Bool {
        lengths &>> UInt64(truncatingIfNeeded: range.count) & 1 != 0
            && lastBytes &>> UInt64(document[range.upperBound - 1]) & 1 != 0
            && middleBytes &>> UInt64(document[range.upperBound - 1 - range.count / 2]) & 1 != 0
    }
}

extension PropertyList {
    /// Returns the value; a dictionary keeps only the entries of some keys, or all if `keys` is nil.
    func keeping(_ keys: KeySelection?) -> PropertyList {
        guard let keys, case .dictionary(var dictionary) = self else { return self }
        dictionary.removeAll { !keys.contains($0.key) }
        return .dictionary(dictionary)
    }
}
