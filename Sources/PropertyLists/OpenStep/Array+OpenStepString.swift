extension [UInt8] {
    /// Appends a string of OpenStep text: in quotation marks, but for ASCII letters and digits alone.
    ///
    /// GNUstep and macOS draw the line there too, though they read more without quotation marks.
    mutating func append(openStepString string: String) {
        if !string.isEmpty, string.utf8.allSatisfy(\.isLetterOrDigit) {
            append(contentsOf: string.utf8)
            return
        }
        append(UInt8(ascii: "\""))
        for unit in string.utf16 {
            if let byte = UInt8(exactly: unit), byte < 0x80 {
                append(openStepCharacter: byte)
            } else {
                appendEscape("U", unit, radix: 16, width: 4)
            }
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(openStepCharacter byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): append(contentsOf: "\\\\".utf8)
        case 0x07: append(contentsOf: "\\a".utf8)
        case 0x08: append(contentsOf: "\\b".utf8)
        case 0x09: append(contentsOf: "\\t".utf8)
        case 0x0A: append(contentsOf: "\\n".utf8)
        case 0x0B: append(contentsOf: "\\v".utf8)
        case 0x0C: append(contentsOf: "\\f".utf8)
        case 0x0D: append(contentsOf: "\\r".utf8)
        case 0x20..<0x7F: append(byte)
        default: appendEscape("", UInt16(byte), radix: 8, width: 3)
        }
    }

    private mutating func appendEscape(_ letter: String, _ unit: UInt16, radix: Int, width: Int) {
        let digits = String(unit, radix: radix, uppercase: true)
        append(UInt8(ascii: "\\"))
        append(contentsOf: letter.utf8)
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: width - digits.utf8.count))
        append(contentsOf: digits.utf8)
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default: decimalDigit != nil
        }
    }
}
