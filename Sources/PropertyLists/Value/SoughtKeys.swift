/// A selection of keys, made ready to be looked for among those of a document.
package struct SoughtKeys: Sendable {
    private let keys: [String]
    private let lengths: [Int]
    /// What tells the keys where they are not named.
    private let condition: KeySelection.Condition?
    /// The places in `keys`; nil where those are few.
    private let table: KeyTable?

    /// How many keys are compared one by one: the hash of a key that is met costs as much as some comparisons.
    private static let fewKeys = 4

    package init(_ selection: KeySelection) {
        switch selection {
        case .named(let keys): self.init(keys)
        case .matching(let condition): self.init(matching: condition)
        }
    }

    package init(_ keys: [String]) {
        self.keys = keys
        lengths = keys.map(\.utf8.count)
        condition = nil
        table = keys.count > Self.fewKeys ? KeyTable(keys) : nil
    }

    private init(matching condition: @escaping KeySelection.Condition) {
        keys = []
        lengths = []
        self.condition = condition
        table = nil
    }

    /// Whether a key is among these.
    package func contains(_ key: String) -> Bool {
        contains(key.utf8Span.span)
    }

    /// Whether a key is among these, by its bytes in UTF-8.
    package func contains(_ key: Span<UInt8>) -> Bool {
        if let condition { return condition(key) }
        return key.withByteView { named(spelled: $0) != nil }
    }

    /// The one that a text in UTF-8 spells; nil where it spells none.
    @inline(__always)
    func key(spelled text: ByteView) -> String? {
        if let condition { return text.meets(condition) ? String(validating: text) : nil }
        return named(spelled: text)
    }

    @inline(__always)
    private func named(spelled text: ByteView) -> String? {
        guard let table else {
            // Most keys are told apart by their lengths.
            return lengths.contains(text.count) ? keys.first { text.hasSameBytes(as: $0) } : nil
        }
        return text.number(in: table) { text.hasSameBytes(as: keys[$0]) }.map { keys[$0] }
    }
}
