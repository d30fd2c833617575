import Glibc

/// The name of a file that is being written: `.NAME.INODE.RANDOM.prefs-tmp`, beside the file NAME.
///
/// The number of the file's inode in it, to the base 36, says what has the name after a crash. A file with that very
/// number was made by this package and has never been in its place. Any other file came here by an exchange with it, or
/// was copied here: it may be the only copy of what another program wrote.
struct TemporaryName {
    /// The name of the file whose place the new one will take.
    let target: String
    /// The inode of the new file.
    let inode: ino_t
    let text: String

    private static let suffix = ".prefs-tmp"
    private static let base = 36
    private static let randomDigits = 5

    /// The most bytes that the name has beyond NAME: two dots, 13 digits, a dot, five digits, the suffix.
    static let overhead = 2 + String(ino_t.max, radix: base).utf8.count + 1 + randomDigits + suffix.utf8.count

    /// A name for a new file, which no other file is likely to have.
    init(for target: String, inode: ino_t) {
        self.target = target
        self.inode = inode
        let digits = String(Int.random(in: 0..<60_466_176), radix: Self.base)
        let random = String(repeating: "0", count: Self.randomDigits - digits.utf8.count) + digits
        text = ".\(target).\(String(inode, radix: Self.base)).\(random)\(Self.suffix)"
    }

    /// A name of this form; nil for any other.
    init?(_ text: String) {
        guard text.hasPrefix("."), text.hasSuffix(Self.suffix) else { return nil }
        let parts = text.dropFirst().dropLast(Self.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, let random = parts.last, random.utf8.count == Self.randomDigits,
            Int(random, radix: Self.base) != nil, let inode = ino_t(parts[parts.count - 2], radix: Self.base)
        else { return nil }
        target = parts.dropLast(2).joined(separator: ".")
        guard !target.isEmpty else { return nil }
        self.inode = inode
        self.text = text
    }
}
