extension ByteView {
    /// The unsigned number of 1 to 8 bytes, the highest first.
    ///
    /// - Precondition: eight bytes from the offset on are there, as they are before and within a binary trailer's last
    ///   number, however few of them the number has.
    @inline(__always)
    func bigEndian(at offset: Int, width: Int) -> UInt64 {
        bigEndian(at: offset).highBytes(width)
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
    /// Appends the low bytes of a number, the highest first.
    ///
    /// - Parameter width: how many, from 1 to 8.
    /// - Precondition: there is room for eight bytes, however few the number takes: they are written at once.
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
