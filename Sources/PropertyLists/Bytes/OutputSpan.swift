/// Methods that write into reserved capacity, which must be sufficient.
///
/// A run of bytes takes one check and one copy.
extension OutputSpan<UInt8> {
    @inline(__always)
    mutating func append(_ text: StaticString) {
        unsafe append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    @inline(__always)
    mutating func append(_ bytes: Span<UInt8>) {
        unsafe bytes.withUnsafeBytes { bytes in unsafe append(bytes) }
    }

    @inline(__always)
    private mutating func append(_ bytes: UnsafeRawBufferPointer) {
        precondition(bytes.count <= freeCapacity, "no room for the bytes")
        unsafe withUnsafeMutableBufferPointer { output, count in
            if let source = bytes.baseAddress, let start = output.baseAddress {
                unsafe UnsafeMutableRawPointer(start + count).copyMemory(from: source, byteCount: bytes.count)
                count += bytes.count
            }
        }
    }

    /// Appends a number in decimal, padded with zeros to a width that includes a minus sign, as C's `%0*d` does.
    mutating func append(decimal number: Int, width: Int = 1) {
        if number < 0 {
            append("-")
        }
        append(decimal: UInt64(number.magnitude), width: number < 0 ? width - 1 : width)
    }

    /// Appends a number in decimal, of at most 20 digits, padded with zeros to a width.
    mutating func append(decimal number: UInt64, width: Int = 1) {
        var length = 1
        var rest = number / 10
        while rest > 0 {
            length += 1
            rest /= 10
        }
        append(repeating: UInt8(ascii: "0"), count: Swift.max(length, width))
        rest = number
        var index = count
        while rest > 0 {
            index -= 1
            self[index] += UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
    }
}
