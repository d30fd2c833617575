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

extension Base64 {
    /// Whether a text is one that ``decode(_:)`` takes.
    static func isValid(_ text: ByteView) -> Bool {
        var index = 0
        var length = 0
        while index < text.count {
            let start = index
            index = endOfAlphabet(in: text, from: start)
            length += index - start
            while index < text.count, isWhiteSpace(text[index]) {
                index += 1
            }
            if index == start {
                return length % 4 >= 2 && holdsOnlyPadding(text[index...], count: 4 - length % 4)
            }
        }
        return length % 4 == 0
    }

    /// Where a run of the alphabet's characters ends that starts at an offset.
    private static func endOfAlphabet(in text: ByteView, from start: Int) -> Int {
        var index = start
        while text.count - index >= 16, text.words(at: index).holdOnlyBase64 {
            index += 16
        }
        while index < text.count, isInAlphabet(text[index]) {
            index += 1
        }
        return index
    }
}

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

/// Sixteen characters of base64 at once, in two words of eight: without a table, and without a branch for each.
///
/// No sum or difference of bytes reaches the next byte.
extension SIMD2<UInt64> {
    /// Whether every byte is a character of the alphabet.
    @inline(always)
    var holdOnlyBase64: Bool {
        let others = ~(letters | slashAndDigits | plus) | self
        return (others[0] | others[1]) & .repeating(0x80) == 0
    }

    /// The sextets that characters of the alphabet stand for, each in the place of its character.
    @inline(always)
    var base64Sextets: Self {
        // A is 0, a is 26, 0 is 52, + is 62 and / is 63.
        self &- bytes(of: letters, 65) &- bytes(of: smallLetters, 6)
            &+ bytes(of: slashAndDigits, 4) &+ bytes(of: slash, 12) &+ bytes(of: plus, 19)
    }

    /// The characters that sextets take, each in the place of its sextet.
    @inline(always)
    var base64Characters: Self {
        let letters = self &+ Self(repeating: .repeating(65)) &+ bytes(of: places(from: 26, to: 63), 6)
        let digits = letters &- bytes(of: places(from: 52, to: 63), 75)
        return digits &- bytes(of: places(from: 62, to: 63), 15) &+ bytes(of: places(from: 63, to: 63), 3)
    }

    @inline(always)
    private var letters: Self {
        (self | Self(repeating: .repeating(0x20))).places(from: UInt8(ascii: "a"), to: UInt8(ascii: "z"))
    }

    @inline(always)
    private var smallLetters: Self { places(from: UInt8(ascii: "a"), to: UInt8(ascii: "z")) }

    /// A slash comes just before the digits.
    @inline(always)
    private var slashAndDigits: Self { places(from: UInt8(ascii: "/"), to: UInt8(ascii: "9")) }

    @inline(always)
    private var slash: Self { places(from: UInt8(ascii: "/"), to: UInt8(ascii: "/")) }

    @inline(always)
    private var plus: Self { places(from: UInt8(ascii: "+"), to: UInt8(ascii: "+")) }

    /// The highest bits of the bytes between two, both below 128, and of some others above 127; the other bits are any.
    @inline(always)
    private func places(from first: UInt8, to last: UInt8) -> Self {
        let low = self & Self(repeating: .repeating(0x7F))
        return (low &+ Self(repeating: .repeating(0x80 - first))) & ~(low &+ Self(repeating: .repeating(0x7F - last)))
    }

    /// A byte below 128 at each of the places, and 0 elsewhere.
    @inline(always)
    private func bytes(of places: Self, _ byte: UInt8) -> Self {
        let highest = places & Self(repeating: .repeating(0x80))
        return (highest &- highest &>> 7) & Self(repeating: .repeating(byte))
    }
}

extension UInt64 {
    /// The 48 bits of eight sextets, the first in the highest byte.
    @inline(always)
    var joinedSextets: UInt64 {
        let pairs = self & 0x003F_003F_003F_003F | (self & 0x3F00_3F00_3F00_3F00) &>> 2
        let fours = pairs & 0x0000_0FFF_0000_0FFF | (pairs & 0x0FFF_0000_0FFF_0000) &>> 4
        return fours & 0xFF_FFFF | (fours &>> 32) &<< 24
    }

    /// The eight sextets of 48 bits, the first in the highest byte.
    @inline(always)
    var splitSextets: UInt64 {
        let fours = self & 0xFF_FFFF | (self &>> 24) &<< 32
        let pairs = fours & 0x0000_0FFF_0000_0FFF | (fours & 0x00FF_F000_00FF_F000) &<< 4
        return pairs & 0x003F_003F_003F_003F | (pairs & 0x0FC0_0FC0_0FC0_0FC0) &<< 2
    }
}
