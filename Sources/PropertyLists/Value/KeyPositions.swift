/// Where each of some keys stands; of two that are the same, the first.
package struct KeyPositions: Equatable, Sendable {
    private let keys: [String]
    /// The positions of many keys; of a few, a look at each is faster, and no dictionary type has to be made for it.
    private let positions: [ByteKey: Int]?

    /// The positions of keys in their order, from 0.
    package init(_ keys: [String]) {
        self.keys = keys
        positions =
            keys.count > KeyIndex.threshold
            ? Dictionary(keys.enumerated().map { (ByteKey($1), $0) }) { first, _ in first } : nil
    }

    /// Where a key stands; nil where it is none of them.
    package func position(of key: String) -> Int? {
        guard let positions else { return keys.firstIndex { $0.hasSameBytes(as: key) } }
        return positions[ByteKey(key)]
    }

    /// A key that stands twice; nil where none does.
    package var duplicate: String? {
        keys.indices.first { position(of: keys[$0]) != $0 }.map { keys[$0] }
    }
}
