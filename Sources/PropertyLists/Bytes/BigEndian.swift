extension ByteView {
    /// The unsigned number of 1 to 8 bytes, the highest first.
    ///
    /// - Precondition: the bytes are there.
    func bigEndian(at offset: Int, width: Int) -> UInt64 {
        var number: UInt64 = 0
        for index in offset..<offset + width {
            number = number << 8 | UInt64(self[index])
        }
        return number
    }
}

extension [UInt8] {
    /// Appends the low bytes of a number, the highest first.
    mutating func append(bigEndian number: UInt64, width: Int) {
        for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    /// Appends the low bytes of numbers, each the highest first.
    mutating func append(bigEndian numbers: ArraySlice<Int>, width: Int) {
        append(addingCapacity: numbers.count * width) { output in
            for number in numbers {
                for shift in stride(from: (width - 1) * 8, through: 0, by: -8) {
                    output.append(UInt8(truncatingIfNeeded: number >> shift))
                }
            }
        }
    }
}
