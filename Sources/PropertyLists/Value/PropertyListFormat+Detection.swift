extension PropertyListFormat {
    /// The format that a document's first bytes announce; nil where they announce none.
    ///
    /// Where OpenStep text could be taken for another format, these rules decide:
    /// - `<` begins its data before a digit, white space, `>`, `*` or `[`, else XML;
    /// - `{` begins JSON before `}`, unless that begins the next line, and before a string with a colon behind it;
    /// - a string begins a `.strings` file where `=` follows it. So a mere word is no property list.
    public init?(detecting bytes: Span<UInt8>) {
        guard let format = bytes.withByteView(PropertyListFormat.init(detecting:)) else { return nil }
        self = format
    }

    init(announcedBy bytes: ByteView) throws(PropertyListError) {
        guard let format = PropertyListFormat(detecting: bytes) else {
            let problem: PropertyListProblem = bytes.isEmpty ? .empty : .unknownFormat
            throw PropertyListError(problem, at: SourcePosition(offset: 0, in: bytes))
        }
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
        cursor.skipOpenStepSpace()
        if cursor.skip(UInt8(ascii: "<")) {
            self = cursor.continuesOpenStepData ? .openStep : .xml
        } else if cursor.skip(UInt8(ascii: "{")) {
            self = cursor.continuesJSONObject() ? .json : .openStep
        } else if cursor.skip(UInt8(ascii: "[")) {
            self = .json
        } else if cursor.skip(UInt8(ascii: "(")) || cursor.startsPair() {
            self = .openStep
        } else {
            return nil
        }
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
        // GNUstep writes an empty dictionary in two lines, and so does OpenStepWriter.
        guard !skip("\n}") else { return false }
        skipOpenStepSpace()
        guard peek == UInt8(ascii: "\"") else { return peek == UInt8(ascii: "}") }
        return skipOpenStepString() && isFollowed(by: UInt8(ascii: ":"))
    }

    fileprivate mutating func startsPair() -> Bool {
        skipOpenStepString() && isFollowed(by: UInt8(ascii: "="))
    }

    private mutating func isFollowed(by byte: UInt8) -> Bool {
        skipOpenStepSpace()
        return peek == byte
    }
}
