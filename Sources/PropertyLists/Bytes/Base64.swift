/// Base64 with the standard alphabet of RFC 4648, padded.
enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// The value of each character of the alphabet; 64 and above stand for what is none.
    private static let sextets: [UInt8] = {
        var sextets = [UInt8](repeating: invalid, count: 256)
        for (value, character) in alphabet.enumerated() {
            sextets[Int(character)] = UInt8(value)
        }
        for character in " \t\r\n\u{C}".utf8 {
            sextets[Int(character)] = whiteSpace
        }
        sextets[Int(pad)] = padding
        return sextets
    }()

    private static let whiteSpace: UInt8 = 64
    private static let padding: UInt8 = 65
    private static let invalid: UInt8 = 66
    private static let pad = UInt8(ascii: "=")

    static func isInAlphabet(_ character: UInt8) -> Bool {
        sextets[Int(character)] < 64
    }

    static func isWhiteSpace(_ character: UInt8) -> Bool {
        sextets[Int(character)] == whiteSpace
    }

    // MARK: Reading

    /// The bytes that a text stands for; nil where it is no base64.
    ///
    /// ASCII white space may stand anywhere. Padding has to be complete and to come last; the bits that it leaves over
    /// may have any value.
    static func decode(_ text: ByteView) -> [UInt8]? {
        var data: [UInt8] = []
        var isValid = false
        data.append(addingCapacity: text.count / 4 * 3 + 3) { output in
            isValid = decode(text, into: &output)
        }
        return isValid ? data : nil
    }

    private static func decode(_ text: ByteView, into output: inout OutputSpan<UInt8>) -> Bool {
        let sextets = sextets.span
        var index = 0
        /// The sextets of a group that is not complete yet, and their number.
        var group = 0
        var length = 0
        while index < text.count {
            if length == 0 {
                index = decodeWholeGroups(of: text, from: index, by: sextets, into: &output)
                guard index < text.count else { break }
            }
            let sextet = sextets[Int(text[index])]
            switch sextet {
            case whiteSpace:
                break
            case padding:
                return decodeLastGroup(group, length: length, into: &output)
                    && holdsOnlyPadding(text[index...], count: 4 - length)
            case invalid:
                return false
            default:
                group = group << 6 | Int(sextet)
                length += 1
                if length == 4 {
                    append(group, to: &output)
                    group = 0
                    length = 0
                }
            }
            index += 1
        }
        return length == 0
    }

    /// Decodes sixteen and then four characters at a time up to the first group that holds anything but the alphabet.
    ///
    /// - Returns: where that group starts.
    private static func decodeWholeGroups(
        of text: ByteView,
        from start: Int,
        by sextets: Span<UInt8>,
        into output: inout OutputSpan<UInt8>
    ) -> Int {
        var index = start
        // Each word is written whole, of which six bytes count: there is room for twelve, and for three more.
        while text.count - index >= 16, case let characters = text.words(at: index), characters.holdOnlyBase64 {
            let sextets = characters.base64Sextets
            output.append(bigEndian: sextets[0].byteSwapped.joinedSextets, width: 6)
            output.append(bigEndian: sextets[1].byteSwapped.joinedSextets, width: 6)
            index += 16
        }
        while text.count - index >= 4 {
            let first = sextets[Int(text[index])]
            let second = sextets[Int(text[index + 1])]
            let third = sextets[Int(text[index + 2])]
            let fourth = sextets[Int(text[index + 3])]
            guard first | second | third | fourth < 64 else { break }
            append(Int(first) << 18 | Int(second) << 12 | Int(third) << 6 | Int(fourth), to: &output)
            index += 4
        }
        return index
    }

    private static func append(_ group: Int, to output: inout OutputSpan<UInt8>) {
        output.append(UInt8(truncatingIfNeeded: group >> 16))
        output.append(UInt8(truncatingIfNeeded: group >> 8))
        output.append(UInt8(truncatingIfNeeded: group))
    }

    private static func decodeLastGroup(_ group: Int, length: Int, into output: inout OutputSpan<UInt8>) -> Bool {
        switch length {
        case 2:
            output.append(UInt8(truncatingIfNeeded: group >> 4))
            return true
        case 3:
            output.append(UInt8(truncatingIfNeeded: group >> 10))
            output.append(UInt8(truncatingIfNeeded: group >> 2))
            return true
        default:
            return false
        }
    }

    static func holdsOnlyPadding(_ text: ByteView, count: Int) -> Bool {
        var padding = 0
        for index in 0..<text.count {
            if text[index] == pad {
                padding += 1
            } else if sextets[Int(text[index])] != whiteSpace {
                return false
            }
        }
        return padding == count
    }

    // MARK: Writing

    /// The characters that bytes take.
    static func length(ofText count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    /// Appends the text of data on one line, which it does not end.
    static func append(_ data: [UInt8], to output: inout [UInt8]) {
        output.append(addingCapacity: length(ofText: data.count)) { output in append(data.span, to: &output) }
    }

    /// Appends the text of data on one line, which it does not end.
    ///
    /// - Precondition: there is room for it.
    static func append(_ data: Span<UInt8>, to output: inout OutputSpan<UInt8>) {
        let alphabet = alphabet.span
        var index = 0
        // Each word is read whole, of which six bytes are taken.
        while data.count - index >= 14 {
            let first = data.word(at: index).byteSwapped &>> 16
            let second = data.word(at: index + 6).byteSwapped &>> 16
            let characters = SIMD2(first.splitSextets, second.splitSextets).base64Characters
            output.append(bigEndian: characters[0], width: 8)
            output.append(bigEndian: characters[1], width: 8)
            index += 12
        }
        while data.count - index >= 3 {
            let group = Int(data[index]) << 16 | Int(data[index + 1]) << 8 | Int(data[index + 2])
            output.append(alphabet[group >> 18])
            output.append(alphabet[group >> 12 & 63])
            output.append(alphabet[group >> 6 & 63])
            output.append(alphabet[group & 63])
            index += 3
        }
        switch data.count - index {
        case 2:
            let group = Int(data[index]) << 8 | Int(data[index + 1])
            output.append(alphabet[group >> 10])
            output.append(alphabet[group >> 4 & 63])
            output.append(alphabet[group << 2 & 63])
            output.append(pad)
        case 1:
            let group = Int(data[index])
            output.append(alphabet[group >> 2])
            output.append(alphabet[group << 4 & 63])
            output.append(pad)
            output.append(pad)
        default:
            break
        }
    }
}
