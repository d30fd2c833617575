import PreferenceCore
import PropertyLists

/// How values are read from the command line.
extension PropertyList {
    /// The value that a text spells as a given type.
    ///
    /// - Throws: `ValueError` where it spells none; nothing is guessed, rounded or cut.
    init(text: String, as type: ValueType) throws(ValueError) {
        switch type {
        case .kind(.string): self = .string(text)
        case .kind(.integer): self = .integer(try readInteger(text))
        case .kind(.real): self = .real(try readReal(text))
        case .kind(.boolean): self = .boolean(try required(Bool(word: text), text, type))
        case .kind(.date): self = .date(try required(PropertyListDate(rfc3339: text), text, type))
        case .kind(.data): self = .data(try required([UInt8](base64: text), text, type))
        case .kind(.uid): self = .uid(try required(UInt64(text), text, type))
        case .kind(.array), .kind(.dictionary): self = try readContainer(text, type)
        case .hexadecimal: self = .data(try required([UInt8](hexadecimal: text), text, type))
        case .json: self = try readJSON(text, type)
        case .propertyList: self = try readDocument(text)
        }
    }
}

private func required<Value>(_ value: Value?, _ text: String, _ type: ValueType) throws(ValueError) -> Value {
    guard let value else { throw .invalid(text, type) }
    return value
}

private func readInteger(_ text: String) throws(ValueError) -> PropertyListInteger {
    guard let value = PropertyListInteger(text) else {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let isNumber = !digits.isEmpty && digits.allSatisfy { $0.decimalDigit != nil }
        throw isNumber ? .outOfRange(text, .kind(.integer)) : .invalid(text, .kind(.integer))
    }
    return value
}

/// A decimal number, or `nan`, `inf` and `-inf` as they are printed; Swift alone would read hexadecimal ones too.
private func readReal(_ text: String) throws(ValueError) -> Double {
    switch text {
    case "nan":
        return .nan
    case "inf", "+inf":
        return .infinity
    case "-inf":
        return -.infinity
    default:
        guard let value = Double(decimal: text) else { throw .invalid(text, .kind(.real)) }
        guard value.isFinite else { throw .outOfRange(text, .kind(.real)) }
        return value
    }
}

private func readJSON(_ text: String, _ type: ValueType) throws(ValueError) -> PropertyList {
    try rethrowing(as: { ValueError.malformed(type, $0) }) { () throws(PropertyListError) in
        try PropertyList(parsingJSON: text.utf8Span.span)
    }
}

private func readContainer(_ text: String, _ type: ValueType) throws(ValueError) -> PropertyList {
    let value = try readJSON(text, type)
    guard type == .kind(value.kind) else { throw .wrongKind(value.kind, due: type) }
    return value
}

private func readDocument(_ text: String) throws(ValueError) -> PropertyList {
    try rethrowing(as: { ValueError.malformed(.propertyList, $0) }) { () throws(PropertyListError) in
        try PropertyList(parsing: text.utf8Span.span)
    }
}

extension Bool {
    /// The boolean that a word means, in any case: `true yes on 1`, `false no off 0`.
    init?(word: String) {
        switch word.lowercased() {
        case "true", "yes", "on", "1": self = true
        case "false", "no", "off", "0": self = false
        default: return nil
        }
    }
}

extension [UInt8] {
    /// The bytes that pairs of hexadecimal digits spell, with white space anywhere between pairs; nil for other text.
    init?(hexadecimal text: String) {
        let digits = text.utf8.filter { !$0.isWhiteSpace }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self.init()
        reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].hexadecimalDigit, let low = digits[index + 1].hexadecimalDigit else {
                return nil
            }
            append(high << 4 | low)
        }
    }
}
