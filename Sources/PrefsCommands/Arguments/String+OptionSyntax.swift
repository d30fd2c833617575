extension String {
    /// Whether the word is an option by its look: a dash with more behind it than a number.
    var looksLikeOption: Bool {
        var bytes = utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "-"), var second = bytes.next() else { return false }
        if second == UInt8(ascii: ".") { second = bytes.next() ?? second }
        return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }

    /// The parts before and after the first `=`, the second nil without one.
    var splitAtEqualsSign: (spelling: String, argument: String?) {
        guard let sign = utf8.firstIndex(of: UInt8(ascii: "=")) else { return (self, nil) }
        return (String(self[..<sign]), String(self[utf8.index(after: sign)...]))
    }

    /// The short options that a single-dash word stands for as a cluster: `-q` and `-l` for `-ql`.
    var shortSpellings: [String] {
        unicodeScalars.dropFirst().map { "-\($0)" }
    }
}
