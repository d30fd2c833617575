import Glibc

/// The name of a file that is about to take the place of another: `.NAME.INODE.MARK.prefs-tmp`, beside the file NAME.
///
/// After a crash it tells how far that came. INODE is the number of the new file's inode, to the base 36: a file with that
/// very number was made by this package and has never been in its place. Any other came here by an exchange with it, and
/// MARK tells, by a digest, whether that is the file which was to be replaced. If not, another program had written it in the
/// meantime: it may be the only copy of that.
struct TemporaryName {
    /// The name of the file whose place the new one will take.
    let target: String
    /// The inode of the new file; 0 while it is being made, where it needs a name for that.
    let inode: ino_t
    let mark: Mark
    let text: String

    private static let suffix = ".prefs-tmp"
    private static let base = 36

    /// Five digits to the base 36.
    struct Mark: Hashable {
        private let number: UInt64

        private static let limit: UInt64 = 60_466_176
        static let length = 5

        /// A mark that tells a file from what it becomes: by the digest of its bytes or, if it has none, by its size and date.
        init(digest: Int64?, _ status: FileStatus?) {
            let digest = digest ?? StableDigest.of(status?.size ?? 0, status?.modified.nanoseconds ?? 0)
            number = UInt64(bitPattern: digest) % Self.limit
        }

        /// A mark that no other file is likely to have.
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

    /// The most bytes that the name has beyond NAME: two dots, 13 digits, a dot, five digits, the suffix.
    static let overhead = 2 + String(ino_t.max, radix: base).utf8.count + 1 + Mark.length + suffix.utf8.count

    init(for target: String, inode: ino_t, _ mark: Mark) {
        self.target = target
        self.inode = inode
        self.mark = mark
        text = ".\(target).\(String(inode, radix: Self.base)).\(mark.digits)\(Self.suffix)"
    }

    /// A name of this form; nil for any other.
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
