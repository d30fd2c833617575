extension ByteView {
    /// The unsigned number of 1 to 8 bytes, the highest first.
    ///
    /// - Precondition: eight bytes from the offset on are there, as they are before and within a binary trailer's last
    ///   number, however few of them the number has.
    @inline(__always)
    func bigEndian(at offset: Int, width: Int) -> UInt64 {
        bigEndian(at: offset) &>> (64 &- 8 &* UInt64(truncatingIfNeeded: width))
    }

    /// The unsigned number of 1 to 8 bytes, the lowest first.
    func littleEndian(at offset: Int, width: Int) -> UInt64 {
        (0..<width).reduce(0) { number, index in number | UInt64(self[offset + index]) << UInt64(8 * index) }
    }
}

extension OutputSpan<UInt8> {
    /// Appends the low bytes of a number, the highest first.
    ///
    /// - Precondition: there is room for them.
    mutating func append(bigEndian number: UInt64, width: Int) {
        var shift = width * 8
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension [UInt8] {
    /// Appends the low bytes of a number, the highest first.
    mutating func append(bigEndian number: UInt64, width: Int) {
        append(addingCapacity: width) { output in output.append(bigEndian: number, width: width) }
    }

    /// Appends the low bytes of numbers, each the highest first.
    mutating func append(bigEndian numbers: some Collection<Int>, width: Int) {
        append(addingCapacity: numbers.count * width) { output in
            for number in numbers {
                output.append(bigEndian: UInt64(truncatingIfNeeded: number), width: width)
            }
        }
    }
}
