/// Where each of some keys stands; of two that are the same, the first.
package struct KeyPositions: Sendable {
    private let keys: [String]
    /// The positions of many keys; of a few, a look at each is faster.
    private let table: KeyTable?

    /// The positions of keys in their order, from 0.
    package init(_ keys: [String]) {
        self.keys = keys
        table = keys.count > KeyIndex.threshold ? KeyTable(keys) : nil
    }

    /// Where a key stands; nil where it is none of them.
    package func position(of key: String) -> Int? {
        guard let table else { return keys.firstIndex { $0.hasSameBytes(as: key) } }
        return table.number(of: key.utf8Span.span) { keys[$0].hasSameBytes(as: key) }
    }

    /// A key that stands twice; nil where none does.
    package var duplicate: String? {
        keys.indices.first { position(of: keys[$0]) != $0 }.map { keys[$0] }
    }
}

extension KeyPositions: Equatable {
    package static func == (left: KeyPositions, right: KeyPositions) -> Bool {
        left.keys == right.keys
    }
}
