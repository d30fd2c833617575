/// Writes a tree as OpenStep text, with GNUstep's typed values, so that every kind but references of keyed archives
/// reads back as it was; in the layout that GNUstep and macOS share: one element a line, indented by four spaces a level.
struct OpenStepWriter {
    private var output: [UInt8] = []

    /// A whole document.
    ///
    /// - Throws: `unsupportedKind` for a uid, `dateOutOfRange`, `tooDeep` where containers nest deeper than a reader
    ///   would take.
    static func document(_ value: PropertyList) throws(PropertyListProblem) -> [UInt8] {
        var writer = OpenStepWriter()
        try writer.append(value, depth: 0)
        writer.append("\n")
        return writer.output
    }

    /// Appends a value.
    ///
    /// - Parameter depth: the number of containers around the value.
    private mutating func append(_ value: PropertyList, depth: Int) throws(PropertyListProblem) {
        switch value {
        case .string(let string):
            output.append(openStepString: string)
        case .integer(let integer):
            append("<*I\(integer)>")
        case .real(let real):
            append("<*R\(real.shortestText)>")
        case .boolean(let boolean):
            append(boolean ? "<*BY>" : "<*BN>")
        case .date(let date):
            append("<*D")
            try date.appendOpenStep(to: &output)
            append(">")
        case .data(let data):
            append(data)
        case .array(let elements):
            try append(elements, depth: depth)
        case .dictionary(let dictionary):
            try append(dictionary, depth: depth)
        case .uid:
            throw .unsupportedKind(.uid)
        }
    }

    /// Appends data as hexadecimal digits, which every program reads, in groups of four bytes.
    private mutating func append(_ data: [UInt8]) {
        append("<")
        for (position, byte) in data.enumerated() {
            if position > 0, position.isMultiple(of: 4) {
                append(" ")
            }
            output.append(OpenStepWriter.digits[Int(byte >> 4)])
            output.append(OpenStepWriter.digits[Int(byte & 15)])
        }
        append(">")
    }

    private static let digits = [UInt8]("0123456789abcdef".utf8)

    // MARK: Containers

    private mutating func append(_ elements: [PropertyList], depth: Int) throws(PropertyListProblem) {
        try checkDepth(depth)
        append("(")
        for (position, element) in elements.enumerated() {
            append(position == 0 ? "" : ",")
            breakLine(depth: depth + 1)
            try append(element, depth: depth + 1)
        }
        breakLine(depth: depth)
        append(")")
    }

    /// Appends a dictionary: an empty one takes two lines too, which tells it from JSON's `{}`.
    private mutating func append(_ dictionary: PropertyListDictionary, depth: Int) throws(PropertyListProblem) {
        try checkDepth(depth)
        append("{")
        for entry in dictionary {
            breakLine(depth: depth + 1)
            output.append(openStepString: entry.key)
            append(" = ")
            try append(entry.value, depth: depth + 1)
            append(";")
        }
        breakLine(depth: depth)
        append("}")
    }

    private func checkDepth(_ depth: Int) throws(PropertyListProblem) {
        guard depth < PropertyList.depthLimit else { throw .tooDeep(limit: PropertyList.depthLimit) }
    }

    // MARK: Text

    private mutating func breakLine(depth: Int) {
        append("\n")
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 4 * depth))
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}
