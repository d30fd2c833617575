import PropertyLists

extension String {
    /// The word as it is typed into a shell, quoted where it must be.
    var shellWord: String {
        !isEmpty && utf8.allSatisfy(\.isPlainInShell) ? self : inQuotes
    }
}

extension Sequence<String> {
    /// The words as a command line of `prefs`.
    var commandLine: String {
        reduce("prefs") { $0 + " " + $1.shellWord }
    }
}

extension UInt8 {
    /// Whether a shell takes the byte as it is, anywhere in a word.
    fileprivate var isPlainInShell: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"),
            UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "%"), UInt8(ascii: "+"), UInt8(ascii: ","):
            true
        default:
            false
        }
    }
}
