/// What the first byte of an object says: the kind in its high half, a size or a value in the low one.
enum BinaryMarker {
    static let simple: UInt8 = 0x00
    static let integer: UInt8 = 0x10
    static let real: UInt8 = 0x20
    static let date: UInt8 = 0x30
    static let data: UInt8 = 0x40
    static let asciiString: UInt8 = 0x50
    static let utf16String: UInt8 = 0x60
    static let uid: UInt8 = 0x80
    static let array: UInt8 = 0xA0
    static let set: UInt8 = 0xC0
    static let dictionary: UInt8 = 0xD0

    /// The values of `simple`.
    static let falseValue: UInt8 = 0x08
    static let trueValue: UInt8 = 0x09

    /// The low half that says that the number of elements follows as an integer object.
    static let extendedCount: UInt8 = 0x0F
}
