/// A generator of random numbers that depend only on a seed: SplitMix64.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator that returns the same numbers for the same seed.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a generator whose seed differs from run to run, and prints the seed.
    ///
    /// To repeat a failure, set `PREFS_TEST_SEED` to the printed number.
    public static func printingSeed(of test: String = #function, in file: String = #fileID) -> SeededGenerator {
        let given = environmentVariable("PREFS_TEST_SEED")
        guard let seed = given.map({ UInt64($0) }) ?? UInt64.random(in: 0...UInt64.max) else {
            preconditionFailure("PREFS_TEST_SEED is no number from 0 to \(UInt64.max)")
        }
        print("\(file) \(test): seed \(seed)")
        return SeededGenerator(seed: seed)
    }
}

extension [UInt8] {
    /// Returns the bytes with a few changes: a byte replaced, a bit flipped, a piece removed, doubled or overwritten.
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
