extension OpenStepReader {
    /// Reads data from behind `<`: pairs of hexadecimal digits, white space anywhere between them.
    mutating func readHexadecimal() throws(PropertyListProblem) -> [UInt8] {
        var data: [UInt8] = []
        while true {
            try beginToken()
            if cursor.skip(UInt8(ascii: ">")) {
                return data
            }
            let high = try readDigit(expected: "a hexadecimal digit or >")
            let low = try readDigit(expected: "a second hexadecimal digit")
            data.append(high << 4 | low)
        }
    }

    private mutating func readDigit(expected: String) throws(PropertyListProblem) -> UInt8 {
        guard let digit = cursor.peek?.hexadecimalDigit else { throw unexpected(expected: expected, within: "data") }
        _ = cursor.next()
        return digit
    }

    /// Reads data from behind `<[`: base64, as newer versions of GNUstep write it.
    mutating func readBase64() throws(PropertyListProblem) -> [UInt8] {
        let text = try readText(until: "]>", within: "data")
        guard let data = Base64.decode(text) else { throw .invalidValue(.data, text: text.shown(atMost: 60)) }
        return data
    }

    /// Reads one of GNUstep's typed values from behind `<*`: a letter, and a text that may stand in quotation marks.
    mutating func readTypedValue() throws(PropertyListProblem) -> PropertyList {
        let type = cursor.peek
        let content = try readText(until: ">", within: "a typed value")
        let text = content.isEmpty ? content : content[1...].withoutQuotes
        switch type {
        case UInt8(ascii: "I"):
            guard let integer = IntegerText(text) else { throw invalid(.integer, text) }
            guard let value = integer.value else { throw .integerOutOfRange(text.shown(atMost: 60)) }
            return .integer(value)
        case UInt8(ascii: "R"):
            guard let real = Double(propertyListXML: text) else { throw invalid(.real, text) }
            return .real(real)
        case UInt8(ascii: "B"):
            guard text.count == 1, text.holds("Y", at: 0) || text.holds("N", at: 0) else {
                throw invalid(.boolean, text)
            }
            return .boolean(text.holds("Y", at: 0))
        case UInt8(ascii: "D"):
            guard let date = PropertyListDate(openStep: text) else { throw invalid(.date, text) }
            return .date(date)
        default:
            throw .unexpected("<*\(content.shown(atMost: 1))", expected: "<*I, <*R, <*B or <*D")
        }
    }

    private func invalid(_ kind: PropertyListKind, _ text: ByteView) -> PropertyListProblem {
        .invalidValue(kind, text: text.shown(atMost: 60))
    }

    /// Reads up to where a text stands, and that text, which is not part of the result.
    private mutating func readText(
        until end: StaticString,
        within construct: String
    ) throws(PropertyListProblem) -> ByteView {
        let start = cursor.offset
        guard let offset = cursor.bytes.firstOffset(of: end, from: start) else {
            throw .unexpectedEnd(within: construct)
        }
        cursor.move(to: offset + end.utf8CodeUnitCount)
        return cursor.bytes[start..<offset]
    }
}

extension ByteView {
    /// What stands between quotation marks, where there are some around the whole.
    fileprivate var withoutQuotes: ByteView {
        count > 1 && holds("\"", at: 0) && holds("\"", at: count - 1) ? self[1..<count - 1] : self
    }
}
