/// A hash of bytes that only those can foretell who know its secrets, which are drawn at random for each instance.
///
/// Each word is mixed in as wyhash and foldhash do it: the product of two factors in 128 bits, its halves folded
/// together. A secret is in both factors, so that two texts have the same hash by chance alone, whoever wrote them: no
/// document can be made beforehand of which many do. Unlike `Hasher`, it would not withstand someone who sees hashes;
/// nobody does. Most texts are short, of which it hashes several in the time that `Hasher` takes for one.
struct SecretHash {
    private let seed = UInt64.random(in: .min ... .max)
    private let factor = UInt64.random(in: .min ... .max)

    func callAsFunction(_ bytes: Span<UInt8>) -> UInt64 {
        var state = seed ^ UInt64(bytes.count)
        var offset = 0
        while bytes.count - offset > 8 {
            state = fold(state ^ bytes.word(at: offset))
            offset += 8
        }
        var rest: UInt64 = 0
        if bytes.count >= 8 {
            // Bytes of the word before it may be in it.
            rest = bytes.word(at: bytes.count - 8)
        } else {
            for index in bytes.indices {
                rest = rest << 8 | UInt64(bytes[index])
            }
        }
        return fold(state ^ rest)
    }

    @inline(__always)
    private func fold(_ word: UInt64) -> UInt64 {
        let product = word.multipliedFullWidth(by: factor)
        return product.high ^ product.low
    }
}
