/// A place in bytes, with steps that are checked against the end.
struct ByteCursor {
    let bytes: ByteView
    /// Bytes before the cursor, from 0 to `bytes.count`.
    private(set) var offset: Int

    init(_ bytes: ByteView, offset: Int = 0) {
        self.bytes = bytes
        self.offset = offset
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// The next byte, without moving; nil at the end.
    var peek: UInt8? {
        isAtEnd ? nil : bytes[offset]
    }

    /// The next byte, and a step over it; nil at the end.
    mutating func next() -> UInt8? {
        guard let byte = peek else { return nil }
        offset += 1
        return byte
    }

    /// A step over the next byte, where it is the one given.
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        offset += 1
        return true
    }

    /// A step over a text, where that comes next, byte for byte.
    mutating func skip(_ text: StaticString) -> Bool {
        guard bytes.holds(text, at: offset) else { return false }
        offset += text.utf8CodeUnitCount
        return true
    }

    /// A step over the bytes for which a condition holds.
    mutating func skip(while condition: (UInt8) -> Bool) {
        while offset < bytes.count, condition(bytes[offset]) {
            offset += 1
        }
    }

    /// Moves to an offset between 0 and the end.
    mutating func move(to offset: Int) {
        precondition(offset >= 0 && offset <= bytes.count)
        self.offset = offset
    }

    /// The next character as a message shows it; nil at the end.
    var shownCharacter: String? {
        isAtEnd ? nil : bytes[offset...].shown(atMost: 4).unicodeScalars.first.map { String($0) }
    }
}
