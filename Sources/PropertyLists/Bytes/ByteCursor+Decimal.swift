extension ByteCursor {
    /// The number that decimal digits spell, and a step over them.
    ///
    /// - Parameter length: how many digits it takes: the most that there are in this range.
    /// - Returns: nil where there are fewer digits, or the number is beyond `Int`.
    mutating func decimal(length: ClosedRange<Int>) -> Int? {
        let start = offset
        var number = 0
        while offset - start < length.upperBound, let digit = peek?.decimalDigit {
            let (shifted, overflowsShifted) = number.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = shifted.addingReportingOverflow(digit)
            guard !overflowsShifted, !overflows else { return nil }
            number = sum
            move(to: offset + 1)
        }
        return offset - start < length.lowerBound ? nil : number
    }
}
