/// Eight bytes at once, as a load from memory brings them: the first of them lowest.
extension UInt64 {
    @inline(__always)
    static func repeating(_ byte: UInt8) -> UInt64 {
        UInt64(byte) &* 0x0101_0101_0101_0101
    }

    /// The highest bits of the bytes that are the one given, and perhaps of some above the first; 0 where none is.
    @inline(__always)
    func places(of byte: UInt8) -> UInt64 {
        // A byte that is equal becomes zero, and the subtraction borrows from its highest bit first there.
        let differences = self ^ .repeating(byte)
        return (differences &- .repeating(0x01)) & ~differences & .repeating(0x80)
    }

    /// How many of the bytes are the one given.
    @inline(__always)
    func count(of byte: UInt8) -> Int {
        let differences = self ^ .repeating(byte)
        // Without the highest bits, no sum carries into the next byte; with them, they say which differ.
        let others = ((differences & .repeating(0x7F)) &+ .repeating(0x7F)) | differences
        let places = (~others & .repeating(0x80)) &>> 7
        // The highest byte of the product is the sum of all.
        return Int((places &* .repeating(1)) &>> 56)
    }

    /// How many bytes come before the first that is the one given; 8 where none is.
    @inline(__always)
    func firstIndex(of byte: UInt8) -> Int {
        places(of: byte).trailingZeroBitCount / 8
    }

    /// Whether the first bytes are those of another word, whose last bytes that are zero do not count.
    @inline(always)
    func starts(with start: UInt64) -> Bool {
        lowBytes(8 &- start.leadingZeroBitCount / 8) == start
    }

    /// The first bytes, 1 to 8 of them.
    @inline(__always)
    func lowBytes(_ count: Int) -> UInt64 {
        self & (.max &>> UInt64(64 &- 8 &* count))
    }
}

extension SIMD2<UInt64> {
    /// Two words as they stand in memory, the first byte of each lowest.
    @inline(always)
    init(littleEndian words: SIMD2<UInt64>) {
        self.init(UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]))
    }

    /// In each word, the highest bits of the bytes that are the one given, and perhaps of some above the first.
    @inline(always)
    func places(of byte: UInt8) -> SIMD2<UInt64> {
        let differences = self ^ SIMD2(repeating: .repeating(byte))
        return (differences &- SIMD2(repeating: .repeating(0x01))) & ~differences & SIMD2(repeating: .repeating(0x80))
    }
}

extension Span<UInt8> {
    /// The eight bytes from an offset on, the first of them lowest.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= count - 8, "a word past the end")
        return unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The last eight bytes; all bytes, if they are fewer, the first of them highest.
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
        // Bytes of the word before may be in the last.
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
    /// The unsigned number of 1 to 8 bytes, the highest first.
    ///
    /// - Precondition: eight bytes from the offset on are there, as they are before and within a binary trailer's last
    ///   number, however few of them the number has.
    @inline(__always)
    func bigEndian(at offset: Int, width: Int) -> UInt64 {
        bigEndian(at: offset).highBytes(width)
    }

    /// The eight bytes from an offset on, the first of them lowest, with zeros for those behind the end.
    @inline(__always)
    func paddedWord(at offset: Int) -> UInt64 {
        count - offset >= 8 ? word(at: offset) : littleEndian(at: offset, width: count - offset)
    }

    /// The unsigned number of 1 to 8 bytes, the lowest first.
    func littleEndian(at offset: Int, width: Int) -> UInt64 {
        (0..<width).reduce(0) { number, index in number | UInt64(self[offset + index]) << UInt64(8 * index) }
    }
}

extension UInt64 {
    /// The number that the highest bytes are, of which there are 1 to 8.
    @inline(__always)
    func highBytes(_ count: Int) -> UInt64 {
        self &>> (64 &- 8 &* UInt64(truncatingIfNeeded: count))
    }
}

extension OutputSpan<UInt8> {
    /// Appends the 1 to 8 low bytes of a number, the highest first; it takes room for eight: they are written at once.
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
    /// Appends the low bytes of a number, the highest first.
    mutating func append(bigEndian number: UInt64, width: Int) {
        for index in (0..<width).reversed() {
            append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
    }

    /// Appends the low bytes of numbers, each the highest first.
    mutating func append(bigEndian numbers: some Collection<Int>, width: Int) {
        append(addingCapacity: numbers.count * width + 8) { output in
            for number in numbers {
                output.append(bigEndian: UInt64(truncatingIfNeeded: number), width: width)
            }
        }
    }
}
