internal import PropertyLists

extension PatternParser {
    /// Reads an assertion; nil where there is none.
    mutating func readAssertion() -> PatternAssertion? {
        if skip("^") { return .start }
        if skip("$") { return .end }
        if skip("\\b") { return .wordBoundary }
        if skip("\\B") { return .noWordBoundary }
        return nil
    }

    /// Reads what a group begins with.
    mutating func readGroupStart() throws(SchemaPatternProblem) {
        let start = offset
        if skip("(?:") { return }
        guard skip("(?") else {
            _ = skip("(")
            return
        }
        if skip("=") || skip("!") {
            throw .unsupported(.lookahead, offset: start)
        }
        if skip("<=") || skip("<!") {
            throw .unsupported(.lookbehind, offset: start)
        }
        switch next() {
        case "<": throw .unsupported(.namedGroup, offset: start)
        case "i", "m", "s", "-": throw .unsupported(.flags, offset: start)
        default: throw .invalidGroup(text(from: start), offset: start)
        }
    }

    /// Reads a quantifier, lazy or not; nil where there is none.
    mutating func readQuantifier() throws(SchemaPatternProblem) -> PatternQuantifier? {
        let quantifier: PatternQuantifier? =
            if skip("*") {
                PatternQuantifier(least: 0, greatest: nil)
            } else if skip("+") {
                PatternQuantifier(least: 1, greatest: nil)
            } else if skip("?") {
                PatternQuantifier(least: 0, greatest: 1)
            } else {
                try readCounts()
            }
        if quantifier != nil {
            _ = skip("?")
        }
        return quantifier
    }

    /// Reads counts in braces; nil where there are none.
    private mutating func readCounts() throws(SchemaPatternProblem) -> PatternQuantifier? {
        let start = offset
        guard skip("{"), let least = readCount() else {
            goBack(to: start)
            return nil
        }
        let hasComma = skip(",")
        let greatest = hasComma ? readCount() : least
        guard skip("}") else {
            goBack(to: start)
            return nil
        }
        if let greatest, greatest < least {
            throw .reversedQuantifier(text(from: start), offset: start)
        }
        return PatternQuantifier(least: least, greatest: greatest)
    }

    /// Reads a decimal number; one that is too great for an integer counts as the greatest.
    private mutating func readCount() -> Int? {
        var count: Int?
        while let digit = peekedASCII?.decimalDigit {
            let (tenfold, overflow) = (count ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, carry) = tenfold.addingReportingOverflow(digit)
            count = overflow || carry ? .max : sum
            _ = next()
        }
        return count
    }
}
