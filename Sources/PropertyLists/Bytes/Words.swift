/// Methods for eight bytes in one word, in little-endian order.
extension UInt64 {
    @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// Returns the highest bit of each byte that equals `byte`; 0 if none does.
    ///
    /// Above the first of these, the result can also contain the highest bits of other bytes.
    @inline(__always)
    func places(of byte: UInt8) -> UInt64 {
        // An equal byte becomes zero, and the first borrow of the subtraction is at the first zero byte.
        let differences = self ^ .repeating(byte)
        return (differences &- .repeating(0x01)) & ~differences & .repeating(0x80)
    }

    /// Returns the index of the first byte that equals `byte`; 8 if none does.
    @inline(__always)
    func firstIndex(of byte: UInt8) -> Int {
        places(of: byte).trailingZeroBitCount / 8
    }

    /// Returns whether the first bytes equal another word, without the zero bytes at its end.
    @inline(always)
    func starts(with start: UInt64) -> Bool {
        lowBytes(8 &- start.leadingZeroBitCount / 8) == start
    }

    /// Returns the first `count` bytes, from 1 to 8.
    @inline(__always)
    func lowBytes(_ count: Int) -> UInt64 {
        self & (.max &>> UInt64(64 &- 8 &* count))
    }
}

extension Span<UInt8> {
    /// Returns the eight bytes at an offset as a little-endian word.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= count - 8, "a word past the end")
        return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The last eight bytes as a little-endian word; if there are fewer, all bytes as a big-endian number.
    @inline(__always)
    var lastWord: UInt64 {
        guard count < 8 else { return word(at: count - 8) }
        var bytes: UInt64 = 0
        for index in indices {
            bytes = bytes << 8 | UInt64(self[index])
        }
        return bytes
    }

    var isASCII: Bool {
        // The last word can overlap the word before it.
        var bits = lastWord
        var offset = 0
        while count - offset > 8 {
            bits |= word(at: offset)
            offset += 8
        }
        return bits & .repeating(0x80) == 0
    }
}

extension ByteView {
    /// Returns the big-endian unsigned number of 1 to 8 bytes at an offset.
    ///
    /// - Precondition: eight bytes follow the offset, even if the number has fewer. They do for every number up to the
    ///   last one of a binary trailer.
    @inline(__always)
    func bigEndian(at offset: Int, width: Int) -> UInt64 {
        word(at: offset).byteSwapped.highBytes(width)
    }

    /// Returns the eight bytes at an offset as a little-endian word, with zeros for bytes past the end.
    @inline(__always)
    func paddedWord(at offset: Int) -> UInt64 {
        count - offset >= 8 ? word(at: offset) : littleEndian(at: offset, width: count - offset)
    }

    /// Returns the little-endian unsigned number of at most 8 bytes at an offset.
    func littleEndian(at offset: Int, width: Int) -> UInt64 {
        (0..<width).reduce(0) { number, index in number | UInt64(self[offset + index]) << UInt64(8 * index) }
    }
}

extension UInt64 {
    /// Returns the highest 1 to 8 bytes as a number.
    @inline(__always)
    func highBytes(_ count: Int) -> UInt64 {
        self &>> (64 &- 8 &* UInt64(truncatingIfNeeded: count))
    }
}

extension OutputSpan<UInt8> {
    /// Appends the low 1 to 8 bytes of a number in big-endian order.
    ///
    /// It needs room for eight bytes, because it writes eight at once.
    @inline(__always)
    mutating func append(bigEndian number: UInt64, width: Int) {
        precondition(1...8 ~= width && freeCapacity >= 8, "no room for eight bytes")
        let aligned = number &<< (64 &- 8 &* UInt64(truncatingIfNeeded: width))
        unsafe withUnsafeMutableBufferPointer { output, count in
            let output = UnsafeMutableRawBufferPointer(output)
            unsafe output.storeBytes(of: aligned.bigEndian, toByteOffset: count, as: UInt64.self)
            count += width
        }
    }
}

extension [UInt8] {
    /// Appends the low bytes of a number in big-endian order.
    mutating func append(bigEndian number: UInt64, width: Int) {
        for index in (0..<width).reversed() {
            append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }

    /// Appends the low bytes of each number in big-endian order.
    mutating func append(bigEndian numbers: some Collection<Int>, width: Int) {
        append(addingCapacity: numbers.count * width + 8) { output in
            for number in numbers {
                output.append(bigEndian: UInt64(truncatingIfNeeded: number), width: width)
            }
        }
    }
}
