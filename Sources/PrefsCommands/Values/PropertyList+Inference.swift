import PropertyLists

/// What an untyped VALUE is, by its spelling alone.
///
/// Only a text that the command itself would print for a value is taken for that value: whatever is written reads back
/// letter for letter, so that `007`, `1.10`, `1e5`, `-0` and `TRUE` stay strings.
extension PropertyList {
    /// The value that an untyped text stands for, where nothing else says its type.
    init(inferring text: String) {
        self =
            switch text {
            case "true": .boolean(true)
            case "false": .boolean(false)
            default: PropertyList.number(text) ?? .string(text)
            }
    }

    private static func number(_ text: String) -> PropertyList? {
        if let integer = PropertyListInteger(text) {
            return integer.description.hasSameBytes(as: text) ? .integer(integer) : nil
        }
        guard isFractionNotation(text), let real = Double(text), real.shortestText.hasSameBytes(as: text) else {
            return nil
        }
        return .real(real)
    }

    /// Whether a text is `-?[0-9]+\.[0-9]+`, which keeps exponents out.
    private static func isFractionNotation(_ text: String) -> Bool {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.decimalDigit != nil } }
    }
}
