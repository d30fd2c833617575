extension DecodingError {
    /// A form of another kind than the type's.
    static func mismatch(
        _ type: Any.Type,
        wanted: PropertyListKind,
        found form: PropertyList,
        at path: CodingPath
    ) -> DecodingError {
        let description = "expected \(wanted.withArticle), found \(form.kind.withArticle)"
        return .typeMismatch(type, Context(codingPath: path.keys, debugDescription: description))
    }

    /// A form that the type does not take, though its kind may be right.
    static func unfit(_ type: Any.Type, _ form: PropertyList, at path: CodingPath) -> DecodingError {
        let description =
            switch form {
            case .integer(let integer): "\(integer) does not fit \(type)"
            case .real(let real): "\(real.shortestText) does not fit \(type)"
            default: "expected \(type), found \(form.kind.withArticle) that stands for none"
            }
        return .dataCorrupted(Context(codingPath: path.keys, debugDescription: description))
    }

    /// A key that a dictionary does not have.
    static func missing(_ key: some CodingKey, at path: CodingPath) -> DecodingError {
        .keyNotFound(key, Context(codingPath: path.keys, debugDescription: "no key \"\(key.stringValue)\""))
    }

    /// A value after the last of an array.
    static func end(of elements: [PropertyList], wanting type: Any.Type, at path: CodingPath) -> DecodingError {
        let description = "expected \(type), found the end of an array of \(elements.count)"
        return .valueNotFound(type, Context(codingPath: path.keys, debugDescription: description))
    }

    /// A form within too many others.
    static func tooDeep(at path: CodingPath) -> DecodingError {
        let description = "values nest deeper than \(PropertyList.depthLimit) levels"
        return .dataCorrupted(Context(codingPath: path.keys, debugDescription: description))
    }
}

extension PropertyList {
    var isNumber: Bool { kind.isNumber }

    var isContainer: Bool { kind == .array || kind == .dictionary }
}

extension PropertyListKind {
    var isNumber: Bool { self == .integer || self == .real }

    fileprivate var withArticle: String {
        switch self {
        case .array, .integer: "an \(rawValue)"
        case .data: rawValue
        case .string, .real, .boolean, .date, .dictionary, .uid: "a \(rawValue)"
        }
    }

    /// The kind of a type's forms, as far as it is known here.
    init?(formOf type: Any.Type) {
        switch type {
        case is Bool.Type: self = .boolean
        case is String.Type: self = .string
        case is any FixedWidthInteger.Type: self = .integer
        case is any BinaryFloatingPoint.Type: self = .real
        case is PropertyListDate.Type: self = .date
        case is any RangeReplaceableCollection<UInt8>.Type: self = .data
        case is any RangeReplaceableCollection.Type: self = .array
        case is any ExpressibleByDictionaryLiteral.Type: self = .dictionary
        default: return nil
        }
    }
}
