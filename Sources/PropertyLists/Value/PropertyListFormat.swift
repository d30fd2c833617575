/// A file format for property lists.
public enum PropertyListFormat: String, Sendable, CaseIterable {
    /// Apple's XML property list 1.0, the format of a new suite file.
    case xml
    /// Apple's binary property list, `bplist00`.
    case binary
    /// JSON, with every kind of value in a form that reads back the same.
    case json
    /// OpenStep text, with GNUstep's typed values for the kinds that the format itself lacks.
    case openStep = "openstep"
}

extension PropertyListFormat {
    /// The format that the extension of a file's name implies: XML for `.plist`, JSON for `.json`, and OpenStep text
    /// for `.strings`; nil for any other name.
    package init?(extensionOf path: String) {
        if path.hasSuffix(".plist") {
            self = .xml
        } else if path.hasSuffix(".json") {
            self = .json
        } else if path.hasSuffix(".strings") {
            self = .openStep
        } else {
            return nil
        }
    }

    /// Detects the format from a document's first bytes; returns nil if they do not indicate one.
    ///
    /// These rules distinguish OpenStep text from other formats:
    /// - `<` starts OpenStep data before a digit, whitespace, `>`, `*` or `[`; otherwise it starts XML.
    /// - `{` starts JSON before a string with a colon after it, and before `}`, unless that starts the next line.
    /// - A string starts a `.strings` file if `=` or `;` follows it. Comments alone are an empty one.
    /// - Another string, number or boolean is JSON if nothing follows it. If only OpenStep text has such a string, it is
    ///   in quotation marks: a single word is not a property list.
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
        guard !skip("\n}") else { return false }
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

extension PropertyList {
    /// Returns this value as it reads back from a format: XML and OpenStep text round a date down to whole seconds.
    package func stored(in format: PropertyListFormat) -> PropertyList {
        isStoredExactly(in: format) ? self : inWholeSeconds
    }

    /// Returns whether this value reads back from a format as it is.
    package func isStoredExactly(in format: PropertyListFormat) -> Bool {
        switch format {
        case .xml, .openStep: !hasFractionOfSecond
        case .binary, .json: true
        }
    }

    private var hasFractionOfSecond: Bool {
        switch self {
        case .date(let date): date != date.inWholeSeconds
        case .array(let elements): elements.contains { $0.hasFractionOfSecond }
        case .dictionary(let dictionary): dictionary.contains { $0.value.hasFractionOfSecond }
        default: false
        }
    }

    private var inWholeSeconds: PropertyList {
        guard case .date(let date) = self else { return mapParts { $1.inWholeSeconds } }
        return .date(date.inWholeSeconds)
    }
}

extension PropertyListDictionary {
    /// Returns this dictionary as it reads back from a format.
    package func stored(in format: PropertyListFormat) -> PropertyListDictionary {
        guard case .dictionary(let held) = PropertyList.dictionary(self).stored(in: format) else { return self }
        return held
    }
}

extension PropertyListDate {
    fileprivate var inWholeSeconds: PropertyListDate {
        // A negative zero has the text of zero.
        PropertyListDate(secondsSinceReferenceDate: secondsSinceReferenceDate.rounded(.down) + 0)
    }
}
