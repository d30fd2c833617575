/// The name of an extended attribute, xattr(7): bytes in no encoding that is sure.
struct AttributeName: Hashable {
    /// The bytes as the system takes them, a NUL at their end.
    let terminatedBytes: [CChar]

    /// A name of these bytes, none of them NUL.
    init(_ bytes: some Sequence<UInt8>) {
        terminatedBytes = bytes.map { CChar(truncatingIfNeeded: $0) } + [0]
    }

    func hasPrefix(_ prefix: String) -> Bool {
        terminatedBytes.starts(with: prefix.utf8CString.dropLast())
    }
}

extension AttributeName: ExpressibleByStringLiteral {
    init(stringLiteral name: String) {
        self.init(name.utf8)
    }
}
