extension PatternParser {
    /// Reads a class, from one bracket to the other.
    mutating func readClass() throws(SchemaPatternProblem) -> CodePointSet {
        let start = offset
        _ = skip("[")
        let isInverted = skip("^")
        var ranges: [ClosedRange<UInt32>] = []
        while !skip("]") {
            ranges += try readClassRanges(in: start)
        }
        let set = CodePointSet(ranges)
        return isInverted ? set.inverted : set
    }

    /// Reads a member of a class that began at an offset, or a range of them.
    private mutating func readClassRanges(
        in classStart: Int
    ) throws(SchemaPatternProblem) -> [ClosedRange<UInt32>] {
        let start = offset
        let first = try readClassMember(in: classStart)
        let hyphen = offset
        // A hyphen that is last in its class stands for itself.
        guard skip("-"), peek != "]" else {
            goBack(to: hyphen)
            return first.ranges
        }
        let last = try readClassMember(in: classStart)
        guard let lower = first.onlyMember, let upper = last.onlyMember else {
            throw .setInRange(text(from: start), offset: start)
        }
        guard lower <= upper else { throw .reversedRange(text(from: start), offset: start) }
        return [lower...upper]
    }

    private mutating func readClassMember(in classStart: Int) throws(SchemaPatternProblem) -> CodePointSet {
        if skip("\\b") {
            return CodePointSet(0x08)
        }
        if skip("\\-") {
            return CodePointSet(0x2D)
        }
        if peek == "\\" {
            return try readEscape(inClass: true)
        }
        guard let scalar = next() else { throw .unclosedClass(offset: classStart) }
        return CodePointSet(scalar.value)
    }
}
