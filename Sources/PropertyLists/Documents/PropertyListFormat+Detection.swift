extension PropertyListFormat {
    /// Detects the format from a document's first bytes; returns nil if they do not indicate one.
    ///
    /// These rules distinguish OpenStep text from other formats:
    /// - `<` starts OpenStep data before a digit, whitespace, `>`, `*` or `[`; otherwise it starts XML.
    /// - `{` starts JSON before a string with a colon after it, and before `}`, unless that starts the next line.
    /// - A string starts a `.strings` file if `=` or `;` follows it. Comments alone are an empty one.
    /// - Another string, number or boolean is JSON if nothing follows it. If only OpenStep text has such a string, it
    ///   is in quotation marks: a single word is not a property list.
    /// - Comments before these change nothing, although JSON and XML then refuse the document.
    ///
    /// In a text in UTF-16 or UTF-32, the first 64 KiB decide.
    public init?(detecting bytes: Span<UInt8>) {
        let format = bytes.withByteView { bytes -> PropertyListFormat? in
            guard let encoding = WideEncoding(detecting: bytes) else { return PropertyListFormat(detectingUTF8: bytes) }
            let start = encoding.decode(bytes[0..<min(bytes.count, 1 << 16)]).utf8
            return start.span.withByteView(PropertyListFormat.init(detectingUTF8:))
        }
        guard let format else { return nil }
        self = format
    }

    /// Detects the format from the first bytes of a document in binary or UTF-8.
    init?(detectingUTF8 bytes: ByteView) {
        if bytes.hasBytes("bplist", at: 0) {
            self = .binary
            return
        }
        var cursor = ByteCursor(bytes)
        _ = cursor.skip("\u{FEFF}")
        let hasComment = cursor.skipOpenStepSpace() != nil
        let rest = bytes[cursor.offset...]
        if cursor.skip(UInt8(ascii: "<")) {
            self = cursor.continuesOpenStepData ? .openStep : .xml
        } else if cursor.skip(UInt8(ascii: "{")) {
            self = cursor.continuesJSONObject() ? .json : .openStep
        } else if cursor.skip(UInt8(ascii: "[")) {
            self = .json
        } else if hasComment && cursor.isAtEnd || cursor.skip(UInt8(ascii: "(")) || cursor.startsPair() {
            self = .openStep
        } else if (try? JSONReader.read(rest)) != nil {
            self = .json
        } else if rest.hasBytes("\"", at: 0), (try? OpenStepReader.read(rest)) != nil {
            self = .openStep
        } else {
            return nil
        }
    }
}

extension ByteView {
    /// Whether the bytes begin a sequence in DER with the identifier of signed data, 1.2.840.113549.1.7.2 (RFC 5652).
    var isSignedMessage: Bool {
        let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        guard count > 32, self[0] == 0x30 else { return false }
        // The length takes one to five bytes.
        return (2...6).contains { start in identifier.indices.allSatisfy { self[start + $0] == identifier[$0] } }
    }
}

extension ByteCursor {
    fileprivate var continuesOpenStepData: Bool {
        guard let byte = peek else { return false }
        switch byte {
        case UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "["): return true
        default: return byte.decimalDigit != nil || byte.isOpenStepSpace
        }
    }

    fileprivate mutating func continuesJSONObject() -> Bool {
        // GNUstep writes an empty dictionary on two lines, and so does OpenStepWriter.
        guard !skip("\n}"), !skip("\r\n}") else { return false }
        let start = offset
        skipOpenStepSpace()
        switch peek {
        case UInt8(ascii: "\""): return skipOpenStepString() && isFollowed(by: UInt8(ascii: ":"))
        // JSON has no comments, and fewer kinds of whitespace.
        case UInt8(ascii: "}"): return bytes[start..<offset].isWhitespace
        default: return false
        }
    }

    fileprivate mutating func startsPair() -> Bool {
        skipOpenStepString() && (isFollowed(by: UInt8(ascii: "=")) || isFollowed(by: UInt8(ascii: ";")))
    }

    private mutating func isFollowed(by byte: UInt8) -> Bool {
        skipOpenStepSpace()
        return peek == byte
    }
}

extension Span<UInt8> {
    /// Whether a document has comments and whitespace alone: an empty `.strings` file, but no dictionary.
    package var isBlankText: Bool {
        let isBlank = try? withByteView { bytes throws(PropertyListError) in
            try bytes.withUTF8Text { text, _ throws(PropertyListError) in
                var cursor = ByteCursor(text)
                _ = cursor.skip("\u{FEFF}")
                cursor.skipOpenStepSpace()
                return cursor.isAtEnd
            }
        }
        return isBlank ?? false
    }
}
