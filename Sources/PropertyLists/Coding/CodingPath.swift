/// Where in a value its coder is: the keys and positions that lead there from the outermost value.
struct CodingPath {
    private final class Step {
        let key: any CodingKey
        let parent: Step?

        init(_ key: any CodingKey, after parent: Step?) {
            self.key = key
            self.parent = parent
        }
    }

    private var lastStep: Step?

    /// How deep the value stands: 1 is the outermost value, 0 the place outside of it.
    private(set) var depth = 0

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var step = lastStep
        while let current = step {
            keys.append(current.key)
            step = current.parent
        }
        return keys.reversed()
    }

    /// The place of a value that a key or a position of this one leads to.
    func appending(_ key: some CodingKey) -> CodingPath {
        CodingPath(lastStep: Step(key, after: lastStep), depth: depth + 1)
    }

    /// The place of a value that stands for this one alone.
    var replacement: CodingPath {
        CodingPath(lastStep: lastStep, depth: depth + 1)
    }

    /// Whether a value may stand here: a coder calls itself once for each level, and so has to stop somewhere.
    var isTooDeep: Bool {
        depth > PropertyList.depthLimit
    }
}

/// A key of no type's own.
enum UnnamedKey: CodingKey {
    /// A position in an array, from 0.
    case index(Int)
    /// Where a class keeps what its superclass encodes.
    case superclass

    init?(stringValue: String) {
        guard stringValue == UnnamedKey.superclass.stringValue else { return nil }
        self = .superclass
    }

    init?(intValue: Int) {
        self = .index(intValue)
    }

    var stringValue: String {
        switch self {
        case .index(let index): "Index \(index)"
        case .superclass: "super"
        }
    }

    var intValue: Int? {
        switch self {
        case .index(let index): index
        case .superclass: nil
        }
    }
}

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
            default: "expected \(type), found \(form.kind.withArticle) of another form"
            }
        return .dataCorrupted(Context(codingPath: path.keys, debugDescription: description))
    }

    static func missing(_ key: some CodingKey, at path: CodingPath) -> DecodingError {
        .keyNotFound(key, Context(codingPath: path.keys, debugDescription: "key \(key.stringValue.quoted) is missing"))
    }

    static func end(of elements: [PropertyList], wanting type: Any.Type, at path: CodingPath) -> DecodingError {
        let description = "expected \(type), found the end of an array of \(elements.count)"
        return .valueNotFound(type, Context(codingPath: path.keys, debugDescription: description))
    }

    static func tooDeep(at path: CodingPath) -> DecodingError {
        let description = "values nest deeper than \(PropertyList.depthLimit) levels"
        return .dataCorrupted(Context(codingPath: path.keys, debugDescription: description))
    }
}

extension PropertyListKind {
    var isNumber: Bool { self == .integer || self == .real }

    var isContainer: Bool { self == .array || self == .dictionary }

    fileprivate var withArticle: String {
        switch self {
        case .array, .integer: "an \(rawValue)"
        case .data: rawValue
        case .string, .real, .boolean, .date, .dictionary, .uid: "a \(rawValue)"
        }
    }

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

extension EncodingError {
    /// A value that has no form in a property list.
    init(_ value: Any, at path: CodingPath, _ description: String) {
        self = .invalidValue(value, Context(codingPath: path.keys, debugDescription: description))
    }

    /// A null where no key can be left out.
    static func null(_ value: Any, at path: CodingPath) -> EncodingError {
        EncodingError(value, at: path, "a property list has no null, and only a dictionary can do without a value")
    }

    static func tooDeep(_ value: Any, at path: CodingPath) -> EncodingError {
        EncodingError(value, at: path, "values nest deeper than \(PropertyList.depthLimit) levels")
    }
}
