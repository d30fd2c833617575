import PropertyLists

extension PropertyListFormat {
    /// The format that bytes are in, by the first of them; nil where none starts like that.
    init?(detecting bytes: Span<UInt8>) {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
        let first = bytes.indices.first { !isBlank(bytes[$0]) }
        switch first.map({ bytes[$0] }) {
        case UInt8(ascii: "b"): self = .binary
        case UInt8(ascii: "<"), 0xef: self = .xml
        case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
        default: return nil
        }
    }
}
