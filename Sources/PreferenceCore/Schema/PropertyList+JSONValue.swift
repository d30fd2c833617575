package import PropertyLists

// A schema is one of JSON, so that values are what they are in JSON: `prefs dump --json` has the same projection.

extension PropertyList {
    /// The string that the value is in JSON; nil where it is none.
    var stringInJSON: String? {
        switch self {
        case .string(let text): text
        case .date(let date): date.rfc3339 ?? date.rfc3339WholeSeconds
        case .data(let bytes): bytes.base64
        default: nil
        }
    }

    /// The value as messages show it: JSON, with forms of its own where plain JSON has none.
    var jsonText: String {
        (try? json(.plain)) ?? (try? json(.typed)) ?? ""
    }

    /// Whether the value is a number for which a condition holds, or no number at all.
    func isNumber(where condition: (SchemaNumber) -> Bool) -> Bool {
        SchemaNumber(self).map(condition) ?? true
    }

    /// Whether JSON cannot tell two values apart: numbers are equal when they are the same number.
    package func isEqualInJSON(to other: PropertyList) -> Bool {
        SchemaValue(self) == SchemaValue(other)
    }
}

extension [PropertyList] {
    /// Whether JSON cannot tell a value apart from one of these.
    func holdEqualInJSON(of value: PropertyList) -> Bool {
        let value = SchemaValue(value)
        return contains { SchemaValue($0) == value }
    }

    /// The positions of the first element that equals an earlier one, and of that; nil where all differ.
    var firstEqualInJSON: (Int, Int)? {
        var positions: [SchemaValue: Int] = [:]
        for (position, element) in enumerated() {
            if let first = positions.updateValue(position, forKey: SchemaValue(element)) {
                return (first, position)
            }
        }
        return nil
    }
}

/// A value as JSON has it, to be compared.
private enum SchemaValue: Hashable {
    case string(ByteKey)
    case integer(PropertyListInteger)
    case real(Double)
    case boolean(Bool)
    case array([SchemaValue])
    case dictionary([ByteKey: SchemaValue])
    case uid(UInt64)
    /// A date that JSON cannot spell.
    case date(PropertyListDate)

    init(_ value: PropertyList) {
        switch value {
        case .string(let text): self = .string(ByteKey(text))
        case .date(let date): self = value.stringInJSON.map { .string(ByteKey($0)) } ?? .date(date)
        case .data(let bytes): self = .string(ByteKey(bytes.base64))
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = PropertyListInteger(exactly: real).map(SchemaValue.integer) ?? .real(real)
        case .boolean(let boolean): self = .boolean(boolean)
        case .array(let elements): self = .array(elements.map(SchemaValue.init))
        case .dictionary(let dictionary):
            self = .dictionary(Dictionary(dictionary.map { (ByteKey($0.key), SchemaValue($0.value)) }) { $1 })
        case .uid(let identifier): self = .uid(identifier)
        }
    }
}
