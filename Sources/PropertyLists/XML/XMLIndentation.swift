/// The line breaks of an XML property list: a line feed, and the white space that the next line begins with.
struct XMLIndentation {
    /// Before an entry of the root dictionary.
    let ofEntries: [UInt8]
    /// Before an element in a container, more than before the container.
    let unit: [UInt8]
    /// By depth, as far as they have been asked for.
    private var lineBreaks: [[UInt8]]

    /// One tab a level, as `UserDefaults` writes it.
    static let tabs = XMLIndentation(ofEntries: [UInt8(ascii: "\t")], unit: [UInt8(ascii: "\t")])

    /// The white space before an entry of the root dictionary, and what each level adds to it.
    init(ofEntries: [UInt8], unit: [UInt8]) {
        self.ofEntries = ofEntries
        self.unit = unit
        let lineFeed = [UInt8(ascii: "\n")]
        lineBreaks = [lineFeed, lineFeed + ofEntries]
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
