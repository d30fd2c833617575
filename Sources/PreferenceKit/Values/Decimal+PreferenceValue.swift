public import Foundation
public import PreferenceCore
public import PropertyLists

extension Decimal: PreferenceValue {
    /// Text, in which the digits are written, or a number, which is read as well.
    public static var schema: SchemaRule { .string.or(.number) }

    /// The number that a string spells: decimal digits with a point, a sign and an exponent if need be, or `NaN`.
    ///
    /// A number is taken too: an integer is that integer, and a real is the number of the shortest digits that read back
    /// as the same real, so that `prefs set price 9.99` is 9.99. What a `Decimal` cannot hold to the last digit is refused.
    public init?(propertyList: PropertyList) {
        switch propertyList {
        case .string(let text): self.init(exactly: text)
        case .integer(let integer): self.init(exactly: integer.description)
        case .real(let real) where real.isFinite: self.init(exactly: real.description)
        default: return nil
        }
    }

    /// A string of the number's digits, with a point wherever the process is: a property list's own numbers are binary and
    /// lose digits.
    public var propertyList: PropertyList { .string(description) }

    private init?(exactly text: String) {
        guard text != "NaN" else {
            self = .nan
            return
        }
        guard let digits = DecimalDigits(text),
            let number = Decimal(string: text, locale: nil),
            DecimalDigits(number.description) == digits
        else { return nil }
        self = number
    }
}
