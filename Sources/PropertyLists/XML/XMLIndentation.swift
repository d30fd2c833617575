/// The line breaks of an XML property list: what ends a line, and the white space that the next one begins with.
struct XMLIndentation {
    /// Before an entry of the root dictionary.
    let ofEntries: [UInt8]
    /// Before an element in a container, more than before the container.
    let unit: [UInt8]
    /// A line feed, or a carriage return before it.
    let lineEnd: [UInt8]
    /// By depth, as far as they have been asked for.
    private var lineBreaks: [[UInt8]]

    /// One tab a level, as `UserDefaults` writes it.
    static let tab = [UInt8(ascii: "\t")]
    /// A line feed, as `UserDefaults` writes it.
    static let lineFeed = [UInt8(ascii: "\n")]

    /// The white space before an entry of the root dictionary, and what each level adds to it.
    init(ofEntries: [UInt8] = tab, unit: [UInt8] = tab, lineEnd: [UInt8] = lineFeed) {
        self.ofEntries = ofEntries
        self.unit = unit
        self.lineEnd = lineEnd
        lineBreaks = [lineEnd, lineEnd + ofEntries]
    }

    /// The line break before an element.
    ///
    /// - Parameter depth: the number of containers around the element.
    mutating func lineBreak(depth: Int) -> [UInt8] {
        while lineBreaks.count <= depth {
            lineBreaks.append(lineBreaks[lineBreaks.count - 1] + unit)
        }
        return lineBreaks[depth]
    }
}
