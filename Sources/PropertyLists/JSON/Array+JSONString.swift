extension [UInt8] {
    /// Appends a string of JSON: only what has to be escaped is.
    mutating func append(jsonString string: String) {
        append(UInt8(ascii: "\""))
        if string.utf8.contains(where: isEscapedInJSON) {
            for byte in string.utf8 {
                append(jsonByte: byte)
            }
        } else {
            append(contentsOf: string.utf8)
        }
        append(UInt8(ascii: "\""))
    }

    private mutating func append(jsonByte byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): append(contentsOf: "\\\\".utf8)
        case 0x08: append(contentsOf: "\\b".utf8)
        case 0x09: append(contentsOf: "\\t".utf8)
        case 0x0A: append(contentsOf: "\\n".utf8)
        case 0x0C: append(contentsOf: "\\f".utf8)
        case 0x0D: append(contentsOf: "\\r".utf8)
        case 0x00..<0x10: append(contentsOf: "\\u000\(String(byte, radix: 16))".utf8)
        case 0x10..<0x20: append(contentsOf: "\\u00\(String(byte, radix: 16))".utf8)
        default: append(byte)
        }
    }
}

private func isEscapedInJSON(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}
