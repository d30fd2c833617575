package import PropertyLists

/// An FNV-1a digest that distinguishes values and is the same in every process, for a value that is not stored itself.
package enum StableDigest {
    private static let start: UInt64 = 0xcbf2_9ce4_8422_2325
    /// The maximum size of a file, in bytes, for which a digest is worth its time.
    static let sizeLimit = 1 << 20

    /// Returns the digest of a value; 0 for no value.
    package static func of(_ value: PropertyList?) -> Int64 {
        value.map { Int64(bitPattern: digest($0) | 1) } ?? 0
    }

    /// Returns the digest of a text.
    package static func of(_ text: String) -> UInt64 {
        digest(text.utf8, from: start)
    }

    /// Returns the digest of a file's bytes; nil if there are none, or more than `sizeLimit`.
    package static func of(_ bytes: [UInt8]) -> Int64? {
        bytes.isEmpty || bytes.count > sizeLimit ? nil : Int64(bitPattern: digest(bytes, from: start))
    }

    package static func of(_ first: Int, _ second: Int64) -> Int64 {
        Int64(bitPattern: combine(combine(start, UInt64(bitPattern: Int64(first))), UInt64(bitPattern: second)))
    }

    private static func digest(_ value: PropertyList) -> UInt64 {
        switch value {
        case .string(let text): digest(text.utf8, from: start ^ 1)
        case .integer(let number): digest(number.description.utf8, from: start ^ 2)
        case .real(let number): combine(start ^ 3, number.bitPattern)
        case .boolean(let flag): combine(start ^ 4, flag ? 1 : 0)
        case .date(let date): combine(start ^ 5, date.secondsSinceReferenceDate.bitPattern)
        case .data(let bytes): digest(bytes, from: start ^ 6)
        case .array(let elements): elements.reduce(start ^ 7) { combine($0, digest($1)) }
        // A sum does not depend on the order, which another program may change.
        case .dictionary(let entries):
            combine(start ^ 8, entries.reduce(0) { $0 &+ combine(digest($1.key.utf8, from: start), digest($1.value)) })
        case .uid(let number): combine(start ^ 9, number)
        }
    }

    private static func digest(_ bytes: some Sequence<UInt8>, from start: UInt64) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    private static func combine(_ state: UInt64, _ word: UInt64) -> UInt64 {
        (0..<8).reduce(state) { ($0 ^ (word >> (8 * UInt64($1))) & 0xff) &* 0x100_0000_01b3 }
    }
}
