/// Base64 with the standard alphabet of RFC 4648, padded.
enum Base64 {
    fileprivate static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each byte as a base64 character; 64 and above mark other bytes.
    private static let sextets: [UInt8] = {
        var sextets = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() {
            sextets[Int(character)] = UInt8(value)
        }
        for character in " \t\r\n\u{C}".utf8 {
            sextets[Int(character)] = whitespace
        }
        sextets[Int(pad)] = padding
        return sextets
    }()

    private static let whitespace: UInt8 = 64
    private static let padding: UInt8 = 65
    private static let invalid: UInt8 = 66
    fileprivate static let pad = UInt8(ascii: "=")

    static func length(ofText count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    // MARK: Reading

    /// Returns the bytes that a text encodes; nil if it is not valid base64.
    ///
    /// ASCII whitespace is allowed anywhere. Padding must be complete and come last; the unused bits before it can have
    /// any value.
    static func decode(_ text: ByteView) -> [UInt8]? {
        var data: [UInt8] = []
        var isValid = false
        data.append(addingCapacity: text.count / 4 * 3 + 3) { output in
            isValid = decode(text, into: &output)
        }
        return isValid ? data : nil
    }

    /// Returns the bytes that the text of a `<data>` element encodes; nil if CoreFoundation would drop some of it.
    ///
    /// As in CoreFoundation, a text may consist of several, each with its own padding, and padding may be longer than
    /// needed: every fourth character completes three bytes, less one for each `=` that just precedes.
    static func decodeJoined(_ text: ByteView) -> [UInt8]? {
        if let data = decode(text) { return data }
        var data: [UInt8] = []
        var (group, length, padCount) = (0, 0, 0)
        for index in 0..<text.count where sextets[Int(text[index])] != whitespace {
            let sextet = sextets[Int(text[index])]
            guard sextet != invalid else { return nil }
            padCount = sextet == padding ? padCount + 1 : 0
            group = group << 6 | (sextet == padding ? 0 : Int(sextet))
            length += 1
            guard length.isMultiple(of: 4) else { continue }
            let bytes = [group >> 16, group >> 8, group].map { UInt8(truncatingIfNeeded: $0) }
            data += bytes.prefix(3 - min(padCount, 2))
            group = 0
        }
        return length % 4 <= padCount ? data : nil
    }

    static func isValid(_ text: ByteView) -> Bool {
        var (index, length) = text.startOfBase64()
        while index < text.count {
            switch sextets[Int(text[index])] {
            case whitespace: break
            case padding: return length % 4 >= 2 && containsOnlyPadding(text[index...], count: 4 - length % 4)
            case invalid: return false
            default: length += 1
            }
            index += 1
        }
        return length % 4 == 0
    }

    private static func decode(_ text: ByteView, into output: inout OutputSpan<UInt8>) -> Bool {
        var index = 0
        /// The sextets of an incomplete group; `length` is their number.
        var group = 0
        var length = 0
        while index < text.count {
            if length == 0, text.decodeBase64Block(at: index, into: &output) {
                index += 16
                continue
            }
            let sextet = sextets[Int(text[index])]
            switch sextet {
            case whitespace: break
            case padding: return length >= 2 && containsOnlyPadding(text[index...], count: 4 - length)
            case invalid: return false
            default:
                group = group << 6 | Int(sextet)
                length = (length + 1) % 4
                // Each sextet after the first completes a byte.
                if length != 1 {
                    output.append(UInt8(truncatingIfNeeded: group >> ((4 - length) % 4 * 2)))
                }
            }
            index += 1
        }
        return length == 0
    }

    private static func containsOnlyPadding(_ text: ByteView, count: Int) -> Bool {
        var padding = 0
        for index in 0..<text.count {
            if text[index] == pad {
                padding += 1
            } else if sextets[Int(text[index])] != whitespace {
                return false
            }
        }
        return padding == count
    }

    /// Appends data as base64 on one line, without a line break.
    static func append(_ data: [UInt8], to output: inout [UInt8]) {
        output.append(addingCapacity: length(ofText: data.count)) { output in output.append(base64: data.span) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends data as base64 on one line, without a line break.
    mutating func append(base64 data: Span<UInt8>) {
        let alphabet = Base64.alphabet.span
        precondition(alphabet.count == 64)
        var index = 0
        while data.count - index >= 8 {
            // This reads eight bytes and encodes six of them.
            let sextets = data.word(at: index).byteSwapped &>> 16
            var characters: UInt64 = 0
            for position in 0..<8 {
                let sextet = Int(truncatingIfNeeded: sextets &>> UInt64(42 &- 6 &* position) & 63)
                characters = characters &<< 8 | UInt64(alphabet[sextet])
            }
            append(bigEndian: characters, width: 8)
            index += 6
        }
        while data.count - index >= 3 {
            let group = Int(data[index]) << 16 | Int(data[index + 1]) << 8 | Int(data[index + 2])
            append(alphabet[group >> 18])
            append(alphabet[group >> 12 & 63])
            append(alphabet[group >> 6 & 63])
            append(alphabet[group & 63])
            index += 3
        }
        switch data.count - index {
        case 2:
            let group = Int(data[index]) << 8 | Int(data[index + 1])
            append(alphabet[group >> 10])
            append(alphabet[group >> 4 & 63])
            append(alphabet[group << 2 & 63])
            append(Base64.pad)
        case 1:
            let group = Int(data[index])
            append(alphabet[group >> 2])
            append(alphabet[group << 4 & 63])
            append(Base64.pad)
            append(Base64.pad)
        default:
            break
        }
    }
}

extension [UInt8] {
    /// Decodes base64 text, which can contain whitespace anywhere; nil if it is not valid base64.
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
