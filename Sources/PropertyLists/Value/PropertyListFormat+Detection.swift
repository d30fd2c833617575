extension PropertyListFormat {
    /// The format that a document's first bytes announce; nil where they announce none.
    public init?(detecting bytes: Span<UInt8>) {
        guard let format = bytes.withByteView(PropertyListFormat.init(detecting:)) else { return nil }
        self = format
    }

    init?(detecting bytes: ByteView) {
        if bytes.holds("bplist", at: 0) {
            self = .binary
            return
        }
        if bytes.wideEncoding != nil {
            // The reader of XML refuses it by its name.
            self = .xml
            return
        }
        var cursor = ByteCursor(bytes)
        _ = cursor.skip("\u{FEFF}")
        cursor.skip(while: \.isWhiteSpace)
        switch cursor.peek {
        case UInt8(ascii: "<"): self = .xml
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        default: return nil
        }
    }
}
