extension UInt8 {
    /// The value of an ASCII digit, from 0 to 9; nil for anything else.
    package var decimalDigit: Int? {
        let value = self &- UInt8(ascii: "0")
        return value < 10 ? Int(value) : nil
    }

    /// The value of a hexadecimal digit in either case, from 0 to 15; nil for anything else.
    package var hexadecimalDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Whether this is a space, tab, line feed or carriage return: the white space of XML 1.0, production 3, and of JSON.
    package var isWhiteSpace: Bool {
        switch self {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }
}
