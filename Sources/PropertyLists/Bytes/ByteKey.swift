/// A string that equals another when its bytes do, where `String` would hold canonically equivalent spellings equal.
package struct ByteKey: Hashable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: ByteKey, right: ByteKey) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    package func hash(into hasher: inout Hasher) {
        unsafe string.utf8Span.span.bytes.withUnsafeBytes { bytes in
            unsafe hasher.combine(bytes: bytes)
        }
    }
}
