extension String {
    /// The text of JSON in the colours of jq(1): keys, strings and null.
    package var colouringJSON: String {
        var coloured: [UInt8] = []
        let bytes = Array(utf8)
        coloured.reserveCapacity(2 * bytes.count)
        var position = 0
        while position < bytes.count {
            let start = position
            position += 1
            let rendition: String?
            switch bytes[start] {
            case UInt8(ascii: "\""):
                while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position = min(position + 1, bytes.count)
                let next = bytes[position...].first { $0 != UInt8(ascii: " ") }
                rendition = next == UInt8(ascii: ":") ? "34;1" : "32"
            case UInt8(ascii: "n"):
                position = min(start + "null".utf8.count, bytes.count)
                rendition = "90"
            default: rendition = nil
            }
            if let rendition { coloured += "\u{1B}[\(rendition)m".utf8 }
            coloured += bytes[start..<position]
            if rendition != nil { coloured += "\u{1B}[0m".utf8 }
        }
        return String(decoding: coloured, as: UTF8.self)
    }
}
