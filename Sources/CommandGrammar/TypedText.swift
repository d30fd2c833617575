package import PropertyLists

/// The type as which a text is parsed.
package enum ValueType: Hashable {
    /// A kind of property list value, in its usual spelling; JSON for a container.
    case kind(PropertyListKind)
    /// Data, in hexadecimal digits instead of base64.
    case hexadecimal
    case json
    /// A property list of any kind, in any format that can be detected.
    case propertyList

    package var isData: Bool { self == .kind(.data) || self == .hexadecimal }
}

/// A mismatch between a text and the expected type.
package enum ValueError: Error, Hashable {
    case invalid(String, ValueType)
    /// The text is a number beyond the type's range.
    case outOfRange(String, ValueType)
    case malformed(PropertyListError)
    /// The text is a value of another kind than expected.
    case wrongKind(PropertyListKind, expected: ValueType)

    /// Returns the error with another text in place of the secret one.
    package func hidingText(as text: String) -> ValueError {
        switch self {
        case .invalid(_, let type): .invalid(text, type)
        case .outOfRange(_, let type): .outOfRange(text, type)
        case .malformed(let error) where error.problem.quotesValues || error.problem.isDuplicateKey:
            .invalid(text, .propertyList)
        case .malformed, .wrongKind: self
        }
    }
}

extension PropertyListKind {
    /// Returns the kind for the name of a type, or a synonym of it.
    package init?(typeName: String) {
        let kind = Self.allCases.first { $0.rawValue == typeName || $0.otherNames.contains(typeName) }
        guard let kind else { return nil }
        self = kind
    }

    /// Synonyms for the printed name.
    package var otherNames: [String] {
        switch self {
        case .integer: ["int"]
        case .real: ["real", "double"]
        case .boolean: ["boolean"]
        case .dictionary: ["dict"]
        case .string, .date, .data, .array, .uid: []
        }
    }
}

// MARK: Texts with a type

extension PropertyList {
    /// Parses a text as a value of a given type, without guessing, rounding or truncation.
    package init(text: String, as type: ValueType) throws(ValueError) {
        switch type {
        case .kind(.string): self = .string(text)
        case .kind(.integer): self = .integer(try readInteger(text))
        case .kind(.real): self = .real(try readReal(text))
        case .kind(.boolean): self = .boolean(try required(Bool(word: text), text, type))
        case .kind(.date): self = .date(try required(PropertyListDate(word: text), text, type))
        case .kind(.data): self = .data(try required([UInt8](base64: text), text, type))
        case .kind(.uid): self = .uid(try required(UInt64(text), text, type))
        case .kind(.array), .kind(.dictionary): self = try readContainer(text, type)
        case .hexadecimal: self = .data(try required([UInt8](hexadecimal: text), text, type))
        case .json: self = try readJSON(text)
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

/// Parses a decimal number, or `nan`, `inf` and `-inf` as they are printed; Swift also accepts hexadecimal numbers.
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

private func readJSON(_ text: String) throws(ValueError) -> PropertyList {
    try rethrowing(try PropertyList(parsingJSON: text.utf8Span.span), as: ValueError.malformed)
}

private func readContainer(_ text: String, _ type: ValueType) throws(ValueError) -> PropertyList {
    // What is malformed in another word helps nobody.
    guard let first = text.first(where: { !$0.isWhitespace }), "[{".contains(first) else { throw .invalid(text, type) }
    let value = try readJSON(text)
    guard type == .kind(value.kind) else { throw .wrongKind(value.kind, expected: type) }
    return value
}

private func readDocument(_ text: String) throws(ValueError) -> PropertyList {
    try rethrowing(try PropertyList(parsing: text.utf8Span.span), as: ValueError.malformed)
}

extension [UInt8] {
    /// Decodes pairs of hexadecimal digits, ignoring whitespace; nil for other text.
    package init?(hexadecimal text: String) {
        let digits = text.utf8.filter { !$0.isWhitespace }
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

// MARK: Sums

extension PropertyList {
    /// Returns a zero of the same type as the number in a text.
    package static func zero(toAdd text: String) -> PropertyList {
        // A point, an exponent, nan or inf.
        text.utf8.contains { ".eEn".utf8.contains($0) } ? .real(0) : .integer(0)
    }

    /// Returns the sum of this number and one in a text, which is parsed as this number's type; other values are
    /// unchanged.
    ///
    /// - Throws: `outOfRange` if no file can store the integer sum, or if the sum of two finite floats is not finite.
    package func adding(_ text: String) throws(ValueError) -> PropertyList {
        let type = ValueType.kind(kind)
        switch (self, try PropertyList(text: text, as: type)) {
        case (.integer(let number), .integer(let amount)):
            guard let sum = number.adding(amount) else { throw .outOfRange("\(number) + \(amount)", type) }
            return .integer(sum)
        case (.real(let number), .real(let amount)):
            let sum = number + amount
            guard sum.isFinite || !number.isFinite || !amount.isFinite else {
                throw .outOfRange("\(number.shortestText) + \(amount.shortestText)", type)
            }
            return .real(sum)
        default:
            return self
        }
    }
}
