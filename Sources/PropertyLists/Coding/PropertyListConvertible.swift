/// A type with a property-list form of its own.
///
/// The form is what stands in the file, so that a person and another program can read it. Reading is strict: a form
/// of another kind is refused, never guessed at. Numbers alone cross over where nothing is lost: a whole real is read
/// as an integer, and an integer as a real that is exactly it.
public protocol PropertyListConvertible {
    /// The value that a property list stands for; nil where it stands for none of this type.
    init?(propertyList: PropertyList)

    /// The form of this value.
    var propertyList: PropertyList { get }

    /// The values that a property list stands for; nil where one of them is not of this type.
    ///
    /// A list is an array of its elements' forms; a type whose lists have a form of their own (bytes are data) says so
    /// here and in ``propertyList(of:)``.
    static func elements(of propertyList: PropertyList) -> [Self]?

    /// The form of a list of values.
    static func propertyList(of elements: [Self]) -> PropertyList
}

extension PropertyListConvertible {
    public static func elements(of propertyList: PropertyList) -> [Self]? {
        guard case .array(let forms) = propertyList else { return nil }
        var elements: [Self] = []
        elements.reserveCapacity(forms.count)
        for form in forms {
            guard let element = Self(propertyList: form) else { return nil }
            elements.append(element)
        }
        return elements
    }

    public static func propertyList(of elements: [Self]) -> PropertyList {
        .array(elements.map(\.propertyList))
    }
}

extension PropertyList: PropertyListConvertible {
    public init(propertyList: PropertyList) {
        self = propertyList
    }

    public var propertyList: PropertyList { self }
}

extension PropertyListConvertible where Self: RawRepresentable, RawValue: PropertyListConvertible {
    /// The value with the raw value that a property list stands for; nil where there is none, as for an unknown case.
    public init?(propertyList: PropertyList) {
        guard let rawValue = RawValue(propertyList: propertyList) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The form of the raw value.
    public var propertyList: PropertyList { rawValue.propertyList }
}

extension PropertyListConvertible where Self: Codable {
    /// The value that `init(from:)` makes of a property list; nil where it throws.
    public init?(propertyList: PropertyList) {
        guard let value = try? PropertyListValueDecoder().decodeStructure(of: Self.self, from: propertyList) else {
            return nil
        }
        self = value
    }

    /// What `encode(to:)` writes.
    ///
    /// - Precondition: the value can be encoded: there is no nil in an array, and every integer lies between -2^63 and
    ///   2^64-1. ``PropertyListValueEncoder`` throws an error instead, for a type that is `Codable` alone.
    public var propertyList: PropertyList {
        do {
            return try PropertyListValueEncoder().encodeStructure(of: self)
        } catch {
            preconditionFailure("no property list holds a \(Self.self): \(error)")
        }
    }
}

/// A type that is both has the form of its raw value.
extension PropertyListConvertible where Self: RawRepresentable & Codable, RawValue: PropertyListConvertible {
    /// The value with the raw value that a property list stands for; nil where there is none, as for an unknown case.
    public init?(propertyList: PropertyList) {
        guard let rawValue = RawValue(propertyList: propertyList) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The form of the raw value.
    public var propertyList: PropertyList { rawValue.propertyList }
}

extension Bool: PropertyListConvertible {
    public init?(propertyList: PropertyList) {
        guard case .boolean(let boolean) = propertyList else { return nil }
        self = boolean
    }

    public var propertyList: PropertyList { .boolean(self) }
}

extension String: PropertyListConvertible {
    public init?(propertyList: PropertyList) {
        guard case .string(let string) = propertyList else { return nil }
        self = string
    }

    public var propertyList: PropertyList { .string(self) }
}

extension Character: PropertyListConvertible {
    /// A string of one character.
    public init?(propertyList: PropertyList) {
        guard case .string(let string) = propertyList, let first = string.first, string.count == 1 else { return nil }
        self = first
    }

    /// A string of this character.
    public var propertyList: PropertyList { .string(String(self)) }
}

extension PropertyListDate: PropertyListConvertible {
    public init?(propertyList: PropertyList) {
        guard case .date(let date) = propertyList else { return nil }
        self = date
    }

    public var propertyList: PropertyList { .date(self) }
}

extension Double: PropertyListConvertible {
    /// A real, or an integer that a double holds to the last digit.
    public init?(propertyList: PropertyList) {
        switch propertyList {
        case .real(let real): self = real
        case .integer(let integer): self.init(exactly: integer)
        default: return nil
        }
    }

    public var propertyList: PropertyList { .real(self) }
}

extension Float: PropertyListConvertible {
    /// A real, rounded to the nearest float, or an integer that a float holds to the last digit.
    ///
    /// A real that only a double could hold is refused where it would become an infinity.
    public init?(propertyList: PropertyList) {
        switch propertyList {
        case .real(let real):
            let rounded = Float(real)
            guard rounded.isFinite || !real.isFinite else { return nil }
            self = rounded
        case .integer(let integer):
            guard let double = Double(exactly: integer) else { return nil }
            self.init(exactly: double)
        default:
            return nil
        }
    }

    public var propertyList: PropertyList { .real(Double(self)) }
}

extension FixedWidthInteger {
    /// An integer in this type's range, or a real that is one.
    init?(number: PropertyList) {
        switch number {
        case .integer(let integer): self.init(exactly: integer)
        case .real(let real): self.init(exactly: real)
        default: return nil
        }
    }
}

/// An integer of a fixed width, of 64 bits or fewer.
extension PropertyListConvertible where Self: FixedWidthInteger & Codable {
    /// An integer in this type's range, or a real that is one.
    public init?(propertyList: PropertyList) {
        self.init(number: propertyList)
    }

    /// An integer.
    ///
    /// - Precondition: the number lies between -2^63 and 2^64-1, as those of every type of 64 bits do.
    public var propertyList: PropertyList {
        guard let integer = PropertyListInteger(exactly: self) else {
            preconditionFailure("no property list holds \(self)")
        }
        return .integer(integer)
    }
}

/// Whether a type is an integer whose values do not all have a form.
func isWideInteger(_ type: Any.Type) -> Bool {
    type == Int128.self || type == UInt128.self
}

extension Int: PropertyListConvertible {}
extension Int8: PropertyListConvertible {}
extension Int16: PropertyListConvertible {}
extension Int32: PropertyListConvertible {}
extension Int64: PropertyListConvertible {}
extension UInt: PropertyListConvertible {}
extension UInt16: PropertyListConvertible {}
extension UInt32: PropertyListConvertible {}
extension UInt64: PropertyListConvertible {}

extension UInt8: PropertyListConvertible {
    /// The bytes of a data value.
    public static func elements(of propertyList: PropertyList) -> [UInt8]? {
        guard case .data(let bytes) = propertyList else { return nil }
        return bytes
    }

    /// A data value of the bytes.
    public static func propertyList(of elements: [UInt8]) -> PropertyList {
        .data(elements)
    }
}
