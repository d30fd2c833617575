import Synchronization

/// Where each key of a large dictionary stands, found at the first look-up.
///
/// Copies of a dictionary share their index until one of them changes; the lock makes the first look-up safe in
/// whichever thread it happens.
final class KeyIndex: Sendable {
    /// The number of entries up to which looking at each in turn is the faster way.
    static let threshold = 16

    private let positions = Mutex<[ByteKey: Int]?>(nil)

    func position(of key: String, in entries: [PropertyListDictionary.Entry]) -> Int? {
        positions.withLock { positions in
            if let positions {
                return positions[ByteKey(key)]
            }
            var found: [ByteKey: Int] = [:]
            found.reserveCapacity(entries.count)
            for (position, entry) in entries.enumerated() {
                found[ByteKey(entry.key)] = position
            }
            positions = found
            return found[ByteKey(key)]
        }
    }
}
