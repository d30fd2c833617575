extension [UInt8] {
    /// The bytes with a few changes: a byte replaced, a bit flipped, a piece removed, doubled or overwritten.
    public func damaged(using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = self
        for _ in 0...Int.random(in: 0...2, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            let piece = index..<Swift.min(bytes.count, index + Int.random(in: 1...8, using: &generator))
            switch Int.random(in: 0...4, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: bytes[index] ^= 1 << UInt8.random(in: 0...7, using: &generator)
            case 2: bytes.removeSubrange(piece)
            case 3: bytes.insert(contentsOf: bytes[piece], at: index)
            default:
                bytes.replaceSubrange(piece, with: repeatElement([0, 1, 0x7F, 0xFF][index % 4], count: piece.count))
            }
        }
        return bytes
    }
}
