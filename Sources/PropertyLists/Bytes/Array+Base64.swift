extension [UInt8] {
    /// The bytes that a text of base64 stands for, white space anywhere in it; nil where it is none.
    package init?(base64 text: String) {
        guard let bytes = text.utf8Span.span.withByteView(Base64.decode) else { return nil }
        self = bytes
    }

    /// The bytes as base64 on one line.
    package var base64: String {
        var text: [UInt8] = []
        Base64.append(self, to: &text)
        return String(decoding: text, as: UTF8.self)
    }
}
