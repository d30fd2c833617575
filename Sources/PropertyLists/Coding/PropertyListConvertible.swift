/// A type with its own property-list form.
///
/// The form is the value in the file, so people and other programs can read it. Reading is strict: a form of another
/// kind is rejected, never converted. Only numbers are converted, and only if nothing is lost: a whole real to an
/// integer, and an integer to a real of exactly the same value.
public protocol PropertyListConvertible {
    /// Creates a value from its form; nil if the property list is not a form of this type.
    init?(propertyList: PropertyList)

    /// The form of this value.
    var propertyList: PropertyList { get }

    /// Returns the values of a list from the list's form; nil if one of them is not of this type.
    ///
    /// The form of a list is an array of its elements' forms, unless the type implements this method and
    /// ``propertyList(of:)``. For example, the form of a list of bytes is data.
    static func elements(of propertyList: PropertyList) -> [Self]?

    /// Returns the form of a list of values.
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
    /// Creates a value from the form of its raw value; nil if no such value exists, as for an unknown case.
    public init?(propertyList: PropertyList) {
        guard let rawValue = RawValue(propertyList: propertyList) else { return nil }
        self.init(rawValue: rawValue)
    }

    /// The form of the raw value.
    public var propertyList: PropertyList { rawValue.propertyList }
}

extension PropertyListConvertible where Self: Codable {
    /// Creates a value with `init(from:)`; nil if that throws.
    public init?(propertyList: PropertyList) {
        do {
            self = try PropertyListValueDecoder().decodeStructure(of: Self.self, from: propertyList)
        } catch {
            ConversionFault.current?.keep(error)
            return nil
        }
    }

    /// The property list that `encode(to:)` writes.
    ///
    /// - Precondition: the value can be encoded: an array contains no nil, and every integer is between -2^63 and
    ///   2^64-1. ``PropertyListValueEncoder``, and a write of a preference, throw an error instead.
    public var propertyList: PropertyList {
        do {
            return try PropertyListValueEncoder().encodeStructure(of: self)
        } catch {
            guard let fault = ConversionFault.current else {
                preconditionFailure("no property list holds a \(Self.self): \(error)")
            }
            fault.keep(error)
            return .dictionary([:])
        }
    }
}

/// A type that is both raw-representable and `Codable` has the form of its raw value.
extension PropertyListConvertible where Self: RawRepresentable & Codable, RawValue: PropertyListConvertible {
    /// Creates a value from the form of its raw value; nil if no such value exists, as for an unknown case.
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
    /// Creates a character from a string of one character; nil for any other form.
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
    /// Creates a double from a real, or from an integer that a double represents exactly.
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
    /// Creates a float from a real, rounded to the nearest float, or from an integer that a float represents exactly.
    ///
    /// The result is nil if rounding would turn a finite real into an infinity.
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
    /// Creates an integer from an integer in this type's range, or from a real that equals one.
    init?(number: PropertyList) {
        switch number {
        case .integer(let integer): self.init(exactly: integer)
        case .real(let real): self.init(exactly: real)
        default: return nil
        }
    }
}

/// A fixed-width integer of at most 64 bits.
extension PropertyListConvertible where Self: FixedWidthInteger & Codable {
    /// Creates an integer from an integer in this type's range, or from a real that equals one.
    public init?(propertyList: PropertyList) {
        self.init(number: propertyList)
    }

    /// An integer of the same value.
    ///
    /// - Precondition: the number is between -2^63 and 2^64-1, as in every type of at most 64 bits.
    public var propertyList: PropertyList {
        guard let integer = PropertyListInteger(exactly: self) else {
            preconditionFailure("no property list holds \(self)")
        }
        return .integer(integer)
    }
}

/// Returns whether a type is an integer of 128 bits, some of whose values have no form.
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
    /// Returns the bytes of a data value; nil for any other form.
    public static func elements(of propertyList: PropertyList) -> [UInt8]? {
        guard case .data(let bytes) = propertyList else { return nil }
        return bytes
    }

    /// Returns the bytes as a data value.
    public static func propertyList(of elements: [UInt8]) -> PropertyList {
        .data(elements)
    }
}
