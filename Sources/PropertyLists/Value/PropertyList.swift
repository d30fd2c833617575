/// A property list: the value of a preference file, or a part of it.
///
/// The kinds are those of Apple's property lists. A stored integer is never a real, and a boolean is never an integer.
/// Programs read a value with the type with which another program wrote it.
///
/// Equality is strict, as in a file. Strings are equal if their bytes are: canonically equivalent spellings differ.
/// Reals and dates are equal if their bits are: a not-a-number equals itself. Dictionaries are equal if their entries
/// are, in any order.
public enum PropertyList: Sendable {
    /// Text, in UTF-8.
    case string(String)
    /// A whole number from -2^63 to 2^64-1.
    case integer(PropertyListInteger)
    /// An IEEE 754 double, including not-a-number and the infinities.
    case real(Double)
    /// True or false.
    case boolean(Bool)
    /// A moment in time.
    case date(PropertyListDate)
    /// Uninterpreted bytes.
    case data([UInt8])
    /// Values in their order.
    case array([PropertyList])
    /// Values by key, in the order of the file.
    case dictionary(PropertyListDictionary)
    /// A keyed archive's reference to one of its objects.
    case uid(UInt64)

    /// The maximum nesting depth of containers, in every format, for reading and writing; an outermost container has
    /// depth 1.
    public static let depthLimit = 512

    /// Throws `tooDeep` if a container within `depth` others would exceed the limit.
    ///
    /// The error has a position if a document is being read.
    static func checkDepth(
        _ depth: Int,
        at position: @autoclosure () -> SourcePosition? = nil
    ) throws(PropertyListError) {
        if depth >= depthLimit {
            throw PropertyListError(.tooDeep(limit: depthLimit), at: position())
        }
    }
}

extension PropertyList: Hashable {
    public static func == (left: PropertyList, right: PropertyList) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left.bitPattern == right.bitPattern
        case (.boolean(let left), .boolean(let right)): left == right
        case (.date(let left), .date(let right)): left == right
        case (.data(let left), .data(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        case (.uid(let left), .uid(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        switch self {
        case .string(let string): ByteKey(string).hash(into: &hasher)
        case .integer(let integer): integer.hash(into: &hasher)
        case .real(let real): real.bitPattern.hash(into: &hasher)
        case .boolean(let boolean): boolean.hash(into: &hasher)
        case .date(let date): date.hash(into: &hasher)
        case .data(let data): data.hash(into: &hasher)
        case .array(let elements): elements.hash(into: &hasher)
        case .dictionary(let dictionary): dictionary.hash(into: &hasher)
        case .uid(let identifier): identifier.hash(into: &hasher)
        }
    }
}

extension PropertyList {
    /// The kind of this value.
    public var kind: PropertyListKind {
        switch self {
        case .string: .string
        case .integer: .integer
        case .real: .real
        case .boolean: .boolean
        case .date: .date
        case .data: .data
        case .array: .array
        case .dictionary: .dictionary
        case .uid: .uid
        }
    }
}

extension PropertyList: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {
        self = .string(value)
    }
}

extension PropertyList: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Int64) {
        self = .integer(PropertyListInteger(value))
    }
}

extension PropertyList: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Double) {
        self = .real(value)
    }
}

extension PropertyList: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension PropertyList: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: PropertyList...) {
        self = .array(elements)
    }
}

extension PropertyList: ExpressibleByDictionaryLiteral {
    /// Creates a dictionary in the literal's order; if a key is repeated, its last value wins.
    public init(dictionaryLiteral elements: (String, PropertyList)...) {
        self = .dictionary(PropertyListDictionary(assigning: elements))
    }
}
