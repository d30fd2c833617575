/// The line breaks of a text document: the end of a line, and the whitespace at the start of the next one.
struct Indentation {
    /// The whitespace before an entry in its line, or between entries that share a line.
    let ofEntries: [UInt8]
    /// The whitespace that an element has in addition to its container.
    let unit: [UInt8]
    /// A line feed, or a carriage return and a line feed; empty if all elements share a line.
    let lineEnd: [UInt8]
    /// The number of containers around an entry.
    private let depth: Int
    /// The line breaks from that depth, as far as they have been requested.
    private var lineBreaks: [[UInt8]]

    /// One tab a level, as `UserDefaults` writes it.
    static let tab = [UInt8(ascii: "\t")]
    /// A line feed, as `UserDefaults` writes it.
    static let lineFeed = [UInt8(ascii: "\n")]

    /// Creates the line breaks from the whitespace before an entry of a container, and what each level adds to it.
    ///
    /// - Parameter depth: the number of containers around the entry.
    init(ofEntries: [UInt8] = [], unit: [UInt8] = tab, lineEnd: [UInt8] = lineFeed, depth: Int = 0) {
        self.ofEntries = ofEntries
        self.unit = unit
        self.lineEnd = lineEnd
        self.depth = depth
        lineBreaks = [lineEnd + ofEntries]
    }

    mutating func lineBreak(depth: Int) -> [UInt8] {
        let deeper = depth - self.depth
        guard deeper >= 0 else { return lineEnd + ofEntries.dropLast(-deeper * unit.count) }
        while lineBreaks.count <= deeper {
            lineBreaks.append(lineBreaks[lineBreaks.count - 1] + unit)
        }
        return lineBreaks[deeper]
    }

    /// What each level adds where an entry has a line of its own.
    var unitOfLines: [UInt8] { unit.isEmpty ? Self.tab : unit }

    /// Finds the line breaks before a root, which is in no container: the blanks before it, if it starts its line.
    ///
    /// The line breaks of the document are assumed to be like the first one.
    init(beforeRoot root: Int, of bytes: ByteView, unit: [UInt8] = tab) {
        let start = bytes.startOfBlanks(before: root)
        self.init(
            ofEntries: bytes.startsLine(at: start) ? bytes[start..<root].copy : [],
            unit: unit,
            lineEnd: bytes.firstOffset(of: UInt8(ascii: "\n")).map { bytes.lineEnd(with: $0) } ?? Self.lineFeed
        )
    }
}

extension ByteView {
    /// Returns whether an offset is the start of a line, possibly after a byte order mark.
    func startsLine(at offset: Int) -> Bool {
        offset == 0 || self[offset - 1] == UInt8(ascii: "\n") || offset == 3 && hasBytes("\u{FEFF}", at: 0)
    }

    /// Returns the line break that a line feed belongs to.
    func lineEnd(with lineFeed: Int) -> [UInt8] {
        let hasReturn = lineFeed > 0 && self[lineFeed - 1] == UInt8(ascii: "\r")
        return hasReturn ? [UInt8(ascii: "\r")] + Indentation.lineFeed : Indentation.lineFeed
    }

    /// Returns the bytes to remove with an entry: its whole lines, if they contain nothing else.
    ///
    /// In the middle of a line, the blanks before the entry separate it from what precedes it; without any, those after
    /// it separate it from what follows.
    func linesOrWords(of entry: Range<Int>) -> Range<Int> {
        let start = startOfBlanks(before: entry.lowerBound)
        let end = endOfBlanks(after: entry.upperBound)
        guard startsLine(at: start) else {
            return start < entry.lowerBound ? start..<entry.upperBound : start..<end
        }
        if let nextLine = endOfLine(after: entry.upperBound) { return start..<nextLine }
        guard end == count, start > 0, self[start - 1] == UInt8(ascii: "\n") else { return entry.lowerBound..<end }
        // The last line has no line break of its own.
        return start - lineEnd(with: start - 1).count..<end
    }

    /// Returns the start of the next line, or nil if anything but blanks follows the offset in its line.
    func endOfLine(after offset: Int) -> Int? {
        var end = endOfBlanks(after: offset)
        while end < count, self[end] == UInt8(ascii: "\r") {
            end += 1
        }
        return end < count && self[end] == UInt8(ascii: "\n") ? end + 1 : nil
    }

    /// Returns the start of the whitespace before an offset.
    func startOfWhitespace(before end: Int, notBefore start: Int) -> Int {
        (start..<end).last { !self[$0].isWhitespace }.map { $0 + 1 } ?? start
    }

    func startOfBlanks(before offset: Int) -> Int {
        var start = offset
        while start > 0, isBlank(self[start - 1]) {
            start -= 1
        }
        return start
    }

    func endOfBlanks(after offset: Int) -> Int {
        var end = offset
        while end < count, isBlank(self[end]) {
            end += 1
        }
        return end
    }
}

private func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}
