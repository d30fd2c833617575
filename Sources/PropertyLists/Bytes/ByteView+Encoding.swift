extension ByteView {
    /// The encoding that the first bytes of a text announce, where it is not UTF-8: `UTF-16` or `UTF-32`.
    ///
    /// After appendix F of XML 1.0: a byte order mark, or the `<` that every document starts with, in wide characters.
    var wideEncoding: String? {
        let start = (0..<4).map { $0 < count ? self[$0] : 1 }
        return switch (start[0], start[1], start[2], start[3]) {
        case (0, 0, 0xFE, 0xFF), (0xFF, 0xFE, 0, 0), (0, 0, 0, 0x3C), (0x3C, 0, 0, 0): "UTF-32"
        case (0xFE, 0xFF, _, _), (0xFF, 0xFE, _, _), (0, 0x3C, _, _), (0x3C, 0, _, _): "UTF-16"
        default: nil
        }
    }

    /// The encoding that an XML declaration names, as it is spelled there; nil where none does.
    ///
    /// After production 23 of XML 1.0: `<?xml version="1.0" encoding="UTF-8"?>`, at the very start.
    var declaredEncoding: String? {
        var cursor = ByteCursor(self)
        _ = cursor.skip("\u{FEFF}")
        guard cursor.skip("<?xml"), let end = firstOffset(of: "?>", from: cursor.offset),
            let name = firstOffset(of: "encoding", from: cursor.offset), name < end
        else { return nil }
        cursor = ByteCursor(self[0..<end], offset: name + 8)
        cursor.skip(while: \.isWhiteSpace)
        guard cursor.skip(UInt8(ascii: "=")) else { return nil }
        cursor.skip(while: \.isWhiteSpace)
        guard let quote = cursor.next(), let close = cursor.bytes.firstOffset(of: quote, from: cursor.offset) else {
            return nil
        }
        return self[cursor.offset..<close].shown(atMost: 40)
    }
}
