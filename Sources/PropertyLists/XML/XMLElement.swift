/// The elements of an XML property list, as Apple's PropertyList-1.0.dtd names them.
enum XMLElement {
    case string
    case key
    case integer
    case `true`
    case `false`
    case dictionary
    case array
    case real
    case date
    case data
    case plist

    /// The element of that name; nil where property lists have none.
    init?(name: ByteView) {
        // Length and first letter tell the names apart, but for three; one comparison then makes sure.
        let candidate: XMLElement? =
            switch (name.count, name.isEmpty ? 0 : name[0]) {
            case (3, UInt8(ascii: "k")): .key
            case (4, UInt8(ascii: "d")) where name[1] == UInt8(ascii: "i"): .dictionary
            case (4, UInt8(ascii: "d")) where name[3] == UInt8(ascii: "e"): .date
            case (4, UInt8(ascii: "d")): .data
            case (4, UInt8(ascii: "r")): .real
            case (4, UInt8(ascii: "t")): .true
            case (5, UInt8(ascii: "a")): .array
            case (5, UInt8(ascii: "f")): .false
            case (5, UInt8(ascii: "p")): .plist
            case (6, UInt8(ascii: "s")): .string
            case (7, UInt8(ascii: "i")): .integer
            default: nil
            }
        guard let candidate, name.holds(candidate.name, at: 0) else { return nil }
        self = candidate
    }

    /// The name, as it stands in a tag.
    var name: StaticString {
        switch self {
        case .string: "string"
        case .key: "key"
        case .integer: "integer"
        case .true: "true"
        case .false: "false"
        case .dictionary: "dict"
        case .array: "array"
        case .real: "real"
        case .date: "date"
        case .data: "data"
        case .plist: "plist"
        }
    }
}
