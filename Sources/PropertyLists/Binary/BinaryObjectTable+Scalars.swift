extension BinaryObjectTable {
    /// The value of an object that is no container.
    func scalar(_ object: BinaryObject) throws(PropertyListError) -> PropertyList {
        let start = object.contents.lowerBound
        switch object.kind {
        case .boolean:
            return .boolean(bytes[object.offset] == BinaryMarker.trueValue)
        case .integer:
            return .integer(try integer(object))
        case .real where object.count == 4:
            return .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.bigEndian(at: start, width: 4)))))
        case .real:
            return .real(Double(bitPattern: bytes.bigEndian(at: start, width: 8)))
        case .date:
            let seconds = Double(bitPattern: bytes.bigEndian(at: start, width: 8))
            return .date(PropertyListDate(secondsSinceReferenceDate: seconds))
        case .data:
            var data: [UInt8] = []
            bytes[object.contents].append(to: &data)
            return .data(data)
        case .asciiString, .utf16String:
            return .string(try string(object))
        case .uid:
            return .uid(try uid(object))
        case .array, .dictionary:
            preconditionFailure("a container is no scalar")
        }
    }

    /// The text of an object that is a string.
    func string(_ object: BinaryObject) throws(PropertyListError) -> String {
        if object.kind == .asciiString {
            guard let string = String(ascii: bytes[object.contents]) else { throw error(.notASCII, in: object) }
            return string
        }
        guard let string = String(bigEndianUTF16: bytes[object.contents]) else {
            throw error(.invalidUTF16, in: object)
        }
        return string
    }

    /// Numbers of 1, 2 and 4 bytes have no sign, those of 8 and 16 have one.
    private func integer(_ object: BinaryObject) throws(PropertyListError) -> PropertyListInteger {
        let start = object.contents.lowerBound
        switch object.count {
        case 8:
            return PropertyListInteger(Int64(bitPattern: bytes.bigEndian(at: start, width: 8)))
        case 16:
            let high = UInt128(bytes.bigEndian(at: start, width: 8))
            let number = Int128(bitPattern: high << 64 | UInt128(bytes.bigEndian(at: start + 8, width: 8)))
            guard let integer = PropertyListInteger(exactly: number) else {
                throw error(.integerOutOfRange(String(number)), in: object)
            }
            return integer
        default:
            return PropertyListInteger(bytes.bigEndian(at: start, width: object.count))
        }
    }

    private func uid(_ object: BinaryObject) throws(PropertyListError) -> UInt64 {
        var number: UInt128 = 0
        for offset in object.contents {
            number = number << 8 | UInt128(bytes[offset])
        }
        guard let identifier = UInt64(exactly: number) else {
            throw error(.integerOutOfRange(String(number)), in: object)
        }
        return identifier
    }

    private func error(_ problem: PropertyListProblem, in object: BinaryObject) -> PropertyListError {
        PropertyListError(problem, at: SourcePosition(offset: object.offset))
    }
}
