import PropertyLists

/// A decimal number by its digits: equal where two texts spell the same number, whatever its size.
struct DecimalDigits: Equatable {
    private let isNegative: Bool
    /// The digits from the first to the last that is not zero; none for zero.
    private let digits: String
    /// The power of ten that the digits, as a whole number, are times; 0 for zero.
    private let exponent: Int

    /// The number that decimal digits spell, with an optional sign, point and exponent; nil for any other text.
    init?(_ text: String) {
        guard Double(decimal: text) != nil else { return nil }
        let parts = text.split(whereSeparator: { $0 == "e" || $0 == "E" })
        guard let power = parts.count == 1 ? 0 : Int(parts[1]) else { return nil }
        let places = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let allDigits = places.joined().drop { $0 == "-" || $0 == "+" }.drop { $0 == "0" }
        guard let last = allDigits.lastIndex(where: { $0 != "0" }) else {
            isNegative = false
            digits = ""
            exponent = 0
            return
        }
        isNegative = text.hasPrefix("-")
        digits = String(allDigits[...last])
        let zeros = allDigits.distance(from: last, to: allDigits.endIndex) - 1
        let fraction = places.count == 1 ? 0 : places[1].count
        let (sum, overflows) = power.addingReportingOverflow(zeros - fraction)
        guard !overflows else { return nil }
        exponent = sum
    }
}
