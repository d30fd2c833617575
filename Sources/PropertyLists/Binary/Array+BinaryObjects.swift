extension [UInt8] {
    /// Appends the object of a value that is no container, in as few bytes as CoreFoundation takes for it.
    mutating func append(binaryScalar value: PropertyList) {
        switch value {
        case .string(let string):
            append(binaryString: string)
        case .integer(let integer):
            append(addingCapacity: OutputSpan<UInt8>.longestInteger) { output in output.append(binaryInteger: integer) }
        case .real(let real):
            append(marker: BinaryMarker.real | 3, bigEndian: real.bitPattern, width: 8)
        case .boolean(let boolean):
            append(boolean ? BinaryMarker.trueValue : BinaryMarker.falseValue)
        case .date(let date):
            append(
                marker: BinaryMarker.date | 3,
                bigEndian: date.secondsSinceReferenceDate.bitPattern,
                width: 8
            )
        case .data(let data):
            append(addingCapacity: OutputSpan<UInt8>.longestMarker + data.count) { output in
                output.append(marker: BinaryMarker.data, count: data.count)
                output.append(data.span)
            }
        case .uid(let identifier):
            let width = identifier.binaryWidth
            append(marker: BinaryMarker.uid | UInt8(width - 1), bigEndian: identifier, width: width)
        case .array, .dictionary:
            preconditionFailure("a container is no scalar")
        }
    }

    /// Appends the object of a string: a byte a character where all are ASCII, else UTF-16.
    mutating func append(binaryString string: String) {
        string.withBytes { bytes in
            if bytes.withByteView(\.isASCII) {
                append(addingCapacity: OutputSpan<UInt8>.longestMarker + bytes.count) { output in
                    output.append(marker: BinaryMarker.asciiString, count: bytes.count)
                    output.append(bytes)
                }
            } else {
                let count = bytes.utf16Length
                append(addingCapacity: OutputSpan<UInt8>.longestMarker + 2 * count) { output in
                    output.append(marker: BinaryMarker.utf16String, count: count)
                    output.append(bigEndianUTF16Of: bytes)
                }
            }
        }
    }

    /// Appends a marker with a number of elements, which follows it where it is 15 or more.
    mutating func append(marker: UInt8, count: Int) {
        append(addingCapacity: OutputSpan<UInt8>.longestMarker) { output in
            output.append(marker: marker, count: count)
        }
    }

    private mutating func append(marker: UInt8, bigEndian number: UInt64, width: Int) {
        append(addingCapacity: 1 + 8) { output in
            output.append(marker)
            output.append(bigEndian: number, width: width)
        }
    }
}

extension OutputSpan<UInt8> {
    /// The bytes of a marker and the longest number of elements.
    fileprivate static let longestMarker = 1 + longestInteger

    /// The bytes of the longest integer.
    fileprivate static let longestInteger = 17

    fileprivate mutating func append(marker: UInt8, count: Int) {
        if count < Int(BinaryMarker.extendedCount) {
            append(marker | UInt8(count))
        } else {
            append(marker | BinaryMarker.extendedCount)
            append(binaryInteger: PropertyListInteger(UInt64(count)))
        }
    }

    fileprivate mutating func append(binaryInteger integer: PropertyListInteger) {
        if !integer.isNegative, integer.bitPattern > Int64.max {
            // A number of eight bytes has a sign.
            append(BinaryMarker.integer | 4)
            append(bigEndian: 0, width: 8)
            append(bigEndian: integer.bitPattern, width: 8)
        } else {
            let width = integer.bitPattern.binaryWidth
            append(BinaryMarker.integer | UInt8(width.trailingZeroBitCount))
            append(bigEndian: integer.bitPattern, width: width)
        }
    }
}

extension Span<UInt8> {
    /// The number of UTF-16 code units of a text in UTF-8: one a character, two where it takes four bytes.
    fileprivate var utf16Length: Int {
        var length = 0
        for index in indices {
            length += self[index].isUTF8Continuation ? 0 : self[index] < 0b1111_0000 ? 1 : 2
        }
        return length
    }
}

extension UInt64 {
    /// The bytes that a number takes without a sign: 1, 2, 4 or 8.
    var binaryWidth: Int {
        switch self {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }
}
