extension String {
    /// Whether all characters are ASCII.
    package var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    /// Calls a body with the bytes of `utf8Span`, without the calls that `utf8Span` needs.
    @inline(__always)
    func withBytes<Value>(_ body: (Span<UInt8>) -> Value) -> Value {
        let value = unsafe utf8.withContiguousStorageIfAvailable { bytes in unsafe body(bytes.span) }
        return value ?? body(utf8Span.span)
    }

    /// Returns whether both strings have the same UTF-8 bytes.
    @usableFromInline
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8Span.span.hasSameBytes(as: other.utf8Span.span)
    }

    /// Returns whether this string sorts before another by UTF-8 bytes, which is the order of their Unicode scalars.
    @usableFromInline
    package func precedesInByteOrder(_ other: String) -> Bool {
        utf8Span.span.precedes(other.utf8Span.span)
    }
}

extension Sequence {
    /// Returns the elements in the byte order of a string of each; those with equal bytes keep their order.
    ///
    /// Most are in order already. To find that out in an array copies no element.
    @inlinable
    package func sorted(byBytesOf text: (Element) -> String) -> [Element] {
        let elements = Array(self)
        let isSorted = elements.indices.dropFirst().allSatisfy { index in
            !text(elements[index]).precedesInByteOrder(text(elements[index - 1]))
        }
        return isSorted ? elements : elements.sorted { text($0).precedesInByteOrder(text($1)) }
    }

    /// Returns the elements in the byte order of a string of each; of those with equal bytes, only the first.
    @inlinable
    package func sortedUniquely(byBytesOf text: (Element) -> String) -> [Element] {
        var unique: [Element] = []
        unique.reserveCapacity(underestimatedCount)
        for element in sorted(byBytesOf: text) {
            if let latest = unique.last, text(latest).hasSameBytes(as: text(element)) { continue }
            unique.append(element)
        }
        return unique
    }
}

/// A string that equals another if their bytes are equal; `String` also treats canonically equivalent strings as equal.
package struct ByteKey: Hashable {
    package let string: String

    package init(_ string: String) {
        self.string = string
    }

    package static func == (left: ByteKey, right: ByteKey) -> Bool {
        left.string.hasSameBytes(as: right.string)
    }

    package func hash(into hasher: inout Hasher) {
        unsafe string.utf8Span.span.bytes.withUnsafeBytes { bytes in
            unsafe hasher.combine(bytes: bytes)
        }
    }
}

extension ByteKey: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(String.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(string)
    }
}

extension String {
    /// Returns whether this string sorts before another in the order in which `UserDefaults` writes keys: by UTF-16
    /// code units.
    ///
    /// It is the order of UTF-8 bytes with one exception. Because of their surrogates, characters above U+FFFF sort
    /// before those from U+E000 on.
    package func precedesInUserDefaultsOrder(_ other: String) -> Bool {
        let bytes = utf8Span.span
        let otherBytes = other.utf8Span.span
        for position in 0..<min(bytes.count, otherBytes.count) where bytes[position] != otherBytes[position] {
            return rankInUTF16(bytes[position]) < rankInUTF16(otherBytes[position])
        }
        return bytes.count < otherBytes.count
    }
}

/// Returns a rank for the first UTF-8 byte in which two texts differ; ranks compare as the texts' UTF-16 code units do.
private func rankInUTF16(_ byte: UInt8) -> UInt8 {
    switch byte {
    // The first byte of U+E000 to U+FFFF, which sorts after that of every longer sequence.
    case 0xEE...0xEF: byte + 0x10
    default: byte
    }
}

extension String {
    /// The text in quotes, for a message; beyond 160 bytes, only its first 160 Unicode scalars.
    package var quoted: String {
        let limit = 160
        guard utf8.count > limit else { return inQuotes }
        return String(String.UnicodeScalarView(unicodeScalars.prefix(limit))).inQuotes + "..."
    }

    /// The text as a quoted word for a shell.
    ///
    /// Control characters are escaped, so that a terminal shows them and does not obey them.
    package var inQuotes: String {
        let hasControls = unicodeScalars.contains(where: \.isControl)
        var text = hasControls ? "$'" : "'"
        for scalar in unicodeScalars {
            switch scalar {
            case "'": text += hasControls ? "\\'" : "'\\''"
            case "\\" where hasControls: text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case _ where scalar.isControl: text += "\\u" + String(scalar.value, radix: 16, width: 4)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "'"
    }
}

extension Unicode.Scalar {
    /// Whether the general category is `Cc`, control; the Unicode tables are not needed for that.
    package var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value)
    }
}

extension String {
    /// Creates the digits of a number, padded with zeros to a width.
    package init(_ number: some BinaryInteger, radix: Int, uppercase: Bool = false, width: Int) {
        let digits = String(number, radix: radix, uppercase: uppercase)
        self = String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
    }
}

/// Returns a number with a noun: `1 element`, `2 elements`.
package func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
}
