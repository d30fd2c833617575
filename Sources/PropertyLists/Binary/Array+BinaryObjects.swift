extension [UInt8] {
    /// Appends the object of a value that is no container, in as few bytes as CoreFoundation takes for it.
    mutating func append(binaryScalar value: PropertyList) {
        switch value {
        case .string(let string):
            append(binaryString: string)
        case .integer(let integer):
            append(binaryInteger: integer)
        case .real(let real):
            append(BinaryMarker.real | 3)
            append(bigEndian: real.bitPattern, width: 8)
        case .boolean(let boolean):
            append(boolean ? BinaryMarker.trueValue : BinaryMarker.falseValue)
        case .date(let date):
            append(BinaryMarker.date | 3)
            append(bigEndian: date.secondsSinceReferenceDate.bitPattern, width: 8)
        case .data(let data):
            append(marker: BinaryMarker.data, count: data.count)
            append(contentsOf: data)
        case .uid(let identifier):
            let width = identifier.binaryWidth
            append(BinaryMarker.uid | UInt8(width - 1))
            append(bigEndian: identifier, width: width)
        case .array, .dictionary:
            preconditionFailure("a container is no scalar")
        }
    }

    /// Appends a marker with a number of elements, which follows it where it is 15 or more.
    mutating func append(marker: UInt8, count: Int) {
        if count < Int(BinaryMarker.extendedCount) {
            append(marker | UInt8(count))
        } else {
            append(marker | BinaryMarker.extendedCount)
            append(binaryInteger: PropertyListInteger(UInt64(count)))
        }
    }

    private mutating func append(binaryInteger integer: PropertyListInteger) {
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

    private mutating func append(binaryString string: String) {
        if string.isASCII {
            append(marker: BinaryMarker.asciiString, count: string.utf8.count)
            append(contentsOf: string.utf8)
        } else {
            append(marker: BinaryMarker.utf16String, count: string.utf16.count)
            for unit in string.utf16 {
                append(bigEndian: UInt64(unit), width: 2)
            }
        }
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
