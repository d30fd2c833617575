/// The values that start with `<`: data, and the typed values of GNUstep.
extension OpenStepReader {
    /// Reads data after `<`: pairs of hexadecimal digits, with optional whitespace and comments between the pairs.
    mutating func readHexadecimal() throws(PropertyListError) -> [UInt8] {
        var data: [UInt8] = []
        while true {
            let end = cursor.offset
            try beginToken()
            if hazards != nil, let place = cursor.bytes[end..<cursor.offset].firstOddSeparator {
                note(.separatorInData, at: end + place)
            }
            if cursor.skip(UInt8(ascii: ">")) {
                return data
            }
            let high = try readDigit(expected: "a hexadecimal digit or >")
            let low = try readDigit(expected: "a second hexadecimal digit")
            data.append(high << 4 | low)
        }
    }

    private mutating func readDigit(expected: String) throws(PropertyListError) -> UInt8 {
        guard let digit = cursor.peek?.hexadecimalDigit else { throw unexpected(expected: expected, within: "data") }
        _ = cursor.next()
        return digit
    }

    /// Reads data after `<[`: base64, as newer versions of GNUstep write it.
    mutating func readBase64() throws(PropertyListError) -> [UInt8] {
        let text = try readText(until: "]>", within: "data")
        guard let data = Base64.decode(text) else { throw error(.invalidValue(.data, text: text.shown(atMost: 60))) }
        return data
    }

    /// Reads one of GNUstep's typed values after `<*`: a letter, then a text with optional quotation marks.
    mutating func readTypedValue() throws(PropertyListError) -> PropertyList {
        let type = cursor.peek
        let content = try readText(until: ">", within: "a typed value")
        let text = content.isEmpty ? content : content[1...].withoutQuotes
        switch type {
        case UInt8(ascii: "I"):
            guard let integer = IntegerText(text) else { throw invalid(.integer, text) }
            guard let value = integer.value else { throw error(.integerOutOfRange(text.shown(atMost: 60))) }
            return .integer(value)
        case UInt8(ascii: "R"):
            guard let real = Double(propertyListXML: text) else { throw invalid(.real, text) }
            return .real(real)
        case UInt8(ascii: "B"):
            guard text.count == 1, text.hasBytes("Y", at: 0) || text.hasBytes("N", at: 0) else {
                throw invalid(.boolean, text)
            }
            return .boolean(text.hasBytes("Y", at: 0))
        case UInt8(ascii: "D"):
            guard let date = PropertyListDate(openStep: text) else { throw invalid(.date, text) }
            return .date(date)
        default:
            throw error(.unexpected("<*\(content.shown(atMost: 1))", expected: "<*I, <*R, <*B or <*D"))
        }
    }

    private func invalid(_ kind: PropertyListKind, _ text: ByteView) -> PropertyListError {
        error(.invalidValue(kind, text: text.shown(atMost: 60)))
    }

    /// Returns the text before `end`, and skips both.
    private mutating func readText(
        until end: StaticString,
        within construct: String
    ) throws(PropertyListError) -> ByteView {
        let start = cursor.offset
        guard let offset = cursor.bytes.firstOffset(of: end, from: start) else {
            throw error(.unexpectedEnd(within: construct))
        }
        cursor.move(to: offset + end.utf8CodeUnitCount)
        return cursor.bytes[start..<offset]
    }
}

extension ByteView {
    /// The offset of the first byte that CoreFoundation does not skip in data: of a comment or a control character.
    fileprivate var firstOddSeparator: Int? {
        (0..<count).first { self[$0] == UInt8(ascii: "/") || self[$0] == 0x0B || self[$0] == 0x0C }
    }

    /// The text between quotation marks; the whole text if it is not quoted.
    fileprivate var withoutQuotes: ByteView {
        count > 1 && hasBytes("\"", at: 0) && hasBytes("\"", at: count - 1) ? self[1..<count - 1] : self
    }
}
