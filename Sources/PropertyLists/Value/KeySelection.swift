/// The keys to read from a root dictionary.
package struct KeySelection: Sendable {
    /// A condition on a key's bytes in UTF-8; it may be called more than once for a key of a document.
    package typealias Condition = @Sendable (Span<UInt8>) -> Bool

    private let named: KeyPositions
    private let condition: Condition?

    private init(named: KeyPositions, condition: Condition?) {
        self.named = named
        self.condition = condition
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

extension PropertyList {
    /// Returns the value; a dictionary keeps only the entries of some keys, or all if `keys` is nil.
    func keeping(_ keys: KeySelection?) -> PropertyList {
        guard let keys, case .dictionary(var dictionary) = self else { return self }
        dictionary.removeAll { !keys.contains($0.key) }
        return .dictionary(dictionary)
    }
}
