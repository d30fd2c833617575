import Glibc

/// The name of a file that is about to replace another: `.NAME.INODE.MARK.prefs-tmp`, beside the file NAME.
///
/// After a crash, it shows how far the replacement got. `INODE` is the number of the new file's inode, in base 36. A
/// file with that number was made by this package and has never been in its place. Any other file got the name by an
/// exchange. `MARK` is a digest that shows whether that is the file that was to be replaced. If not, another program
/// had written it in the meantime, and it may be the only copy.
struct TemporaryName {
    /// The name of the file that the new one will replace.
    let target: String
    /// The inode of the new file; 0 during its creation, if that needs a name.
    let inode: ino_t
    let mark: Mark
    let text: String

    private static let suffix = ".prefs-tmp"
    private static let base = 36

    /// A mark of five digits in base 36.
    struct Mark: Hashable {
        private let number: UInt64

        private static let limit: UInt64 = 60_466_176
        static let length = 5

        /// Computes the mark of a file from the digest of its bytes or, if it has none, from its size and date.
        ///
        /// It distinguishes the file from its replacement.
        init(digest: Int64?, _ status: FileStatus?) {
            let digest = digest ?? StableDigest.of(status?.size ?? 0, status?.modified.nanoseconds ?? 0)
            number = UInt64(bitPattern: digest) % Self.limit
        }

        /// Returns a mark that no other file is likely to have.
        static func random() -> Mark {
            Mark(number: .random(in: 0..<limit))
        }

        private init(number: UInt64) {
            self.number = number
        }

        fileprivate init?(_ digits: Substring) {
            guard digits.utf8.count == Self.length, let number = UInt64(digits, radix: base) else { return nil }
            self.number = number
        }

        fileprivate var digits: String {
            let digits = String(number, radix: base)
            return String(repeating: "0", count: Self.length - digits.utf8.count) + digits
        }
    }

    /// The maximum number of bytes that the name adds to NAME: two dots, 13 digits, a dot, five digits, the suffix.
    ///
    /// The largest inode number, 2^64-1, has 13 digits; each start would have to compute their number.
    static var overhead: Int { 2 + 13 + 1 + Mark.length + suffix.utf8.count }

    init(for target: String, inode: ino_t, _ mark: Mark) {
        self.target = target
        self.inode = inode
        self.mark = mark
        text = ".\(target).\(String(inode, radix: Self.base)).\(mark.digits)\(Self.suffix)"
    }

    /// Parses a name of this form; returns nil for any other.
    init?(_ text: String) {
        guard text.hasPrefix("."), text.hasSuffix(Self.suffix) else { return nil }
        let parts = text.dropFirst().dropLast(Self.suffix.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count >= 3, let mark = parts.last.flatMap(Mark.init),
            let inode = ino_t(parts[parts.count - 2], radix: Self.base)
        else { return nil }
        target = parts.dropLast(2).joined(separator: ".")
        guard !target.isEmpty else { return nil }
        self.inode = inode
        self.mark = mark
        self.text = text
    }
}
