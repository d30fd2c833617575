/// The path of a coder within a value: the keys and indexes from the root value.
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

    /// The depth of the value: 1 for the root value, 0 outside of it.
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

    /// Returns the path of the value at a key or an index of this value.
    func appending(_ key: some CodingKey) -> CodingPath {
        CodingPath(lastStep: Step(key, after: lastStep), depth: depth + 1)
    }

    /// The path of the single value that represents this value: the same keys, one level deeper.
    var replacement: CodingPath {
        CodingPath(lastStep: lastStep, depth: depth + 1)
    }

    /// Whether the path exceeds the depth limit; a coder needs a limit because it calls itself once for each level.
    var isTooDeep: Bool {
        depth > PropertyList.depthLimit
    }
}

/// A coding key that does not belong to a type.
enum UnnamedKey: CodingKey {
    /// An index in an array, from 0.
    case index(Int)
    /// A name in a dictionary whose keys are values.
    case name(String)
    /// The key under which a class encodes its superclass.
    case superclass

    init(stringValue: String) {
        self = stringValue == UnnamedKey.superclass.stringValue ? .superclass : .name(stringValue)
    }

    init?(intValue: Int) {
        self = .index(intValue)
    }

    var stringValue: String {
        switch self {
        case .index(let index): "Index \(index)"
        case .name(let name): name
        case .superclass: "super"
        }
    }

    var intValue: Int? {
        switch self {
        case .index(let index): index
        case .name, .superclass: nil
        }
    }
}

extension DecodingError {
    /// Returns the error for a form whose kind is not the type's.
    static func mismatch(
        _ type: Any.Type,
        wanted: PropertyListKind,
        found form: PropertyList,
        at path: CodingPath
    ) -> DecodingError {
        let description = "expected \(wanted.withArticle), found \(form.kind.withArticle)"
        return .typeMismatch(type, Context(codingPath: path.keys, debugDescription: description))
    }

    /// Returns the error for a form that the type does not accept, although its kind can be right.
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

    package var isContainer: Bool { self == .array || self == .dictionary }

    /// The name with its article, as in "an array"; "data" has none.
    package var withArticle: String {
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
    /// Creates the error for a value that has no form in a property list.
    init(_ value: Any, at path: CodingPath, _ description: String) {
        self = .invalidValue(value, Context(codingPath: path.keys, debugDescription: description))
    }

    /// Returns the error for a null that is not a dictionary's value, and so cannot be left out.
    static func null(_ value: Any, at path: CodingPath) -> EncodingError {
        EncodingError(value, at: path, "a property list has no null, and only a dictionary can do without a value")
    }

    static func tooDeep(_ value: Any, at path: CodingPath) -> EncodingError {
        EncodingError(value, at: path, "values nest deeper than \(PropertyList.depthLimit) levels")
    }
}
