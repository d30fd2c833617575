/// A position in a document's bytes.
public struct SourcePosition: Hashable, Sendable {
    /// The number of bytes before the position.
    public let offset: Int
    /// The line, from 1; nil in a binary document, which has no lines.
    public let line: Int?
    /// The column, from 1, in Unicode scalars; nil in a binary document.
    public let column: Int?

    /// Creates a position in a binary document.
    public init(offset: Int) {
        self.offset = offset
        line = nil
        column = nil
    }

    /// Returns the same line and column, at the offset that a closure computes from this one's.
    func moved(_ offset: (Int) -> Int) -> SourcePosition {
        SourcePosition(offset: offset(self.offset), line: line, column: column)
    }

    fileprivate init(offset: Int, line: Int?, column: Int?) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// Returns the positions at offsets of a UTF-8 text, counted in one pass; the offsets may be in any order.
    package static func positions(at offsets: [Int], in text: Span<UInt8>) -> [SourcePosition] {
        text.withByteView { positions(at: offsets, in: $0) }
    }

    static func positions(at offsets: [Int], in text: ByteView) -> [SourcePosition] {
        var counter = SourcePositionCounter(text)
        var positions = [SourcePosition](repeating: SourcePosition(offset: 0), count: offsets.count)
        for index in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
            positions[index] = counter.position(at: offsets[index])
        }
        return positions
    }

    /// Returns the position of the first byte that is not part of a character in UTF-8; nil if all are.
    package static func ofInvalidUTF8(in text: Span<UInt8>) -> SourcePosition? {
        text.withByteView { text in text.offsetOfInvalidUTF8(from: 0).map { SourcePosition(offset: $0, in: text) } }
    }

    /// Creates the position at an offset of a UTF-8 text.
    ///
    /// Lines and columns are counted from the start, which is slow, but only errors need it. A line ends at a line
    /// feed, at a carriage return, or at both together. A byte order mark has no column. An offset past the end gives
    /// the position of the end.
    init(offset: Int, in text: ByteView) {
        var counter = SourcePositionCounter(text)
        self = counter.position(at: offset)
    }
}

/// A counter of positions in a UTF-8 text, in ascending order, each from the one before.
struct SourcePositionCounter {
    private let text: ByteView
    private var offset: Int
    private var line = 1
    private var column = 1

    init(_ text: ByteView) {
        self.text = text
        offset = text.hasBytes("\u{FEFF}", at: 0) ? 3 : 0
    }

    /// Returns the position at an offset, which must not be before the latest one.
    mutating func position(at offset: Int) -> SourcePosition {
        let end = min(offset, text.count)
        while self.offset < end {
            let byte = text[self.offset]
            let endsLine =
                byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && !text.hasBytes("\n", at: self.offset + 1))
            if endsLine {
                line += 1
                column = 1
            } else if !byte.isUTF8Continuation {
                column += 1
            }
            self.offset += 1
        }
        return SourcePosition(offset: end, line: line, column: column)
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `line 3, column 5`, or `byte 8` in a binary document.
    public var description: String {
        guard let line, let column else { return "byte \(offset)" }
        return "line \(line), column \(column)"
    }
}
