import CommandGrammar
import PropertyLists

/// What a terminal shows: styled lines from the top, and perhaps a cursor.
struct Screen: Equatable {
    var lines: [ScreenLine]
    /// The place of the cursor, from 0; nil hides it.
    var cursor: (row: Int, column: Int)?

    static func == (left: Screen, right: Screen) -> Bool {
        left.lines == right.lines
            && left.cursor.map { [$0.row, $0.column] } == right.cursor.map { [$0.row, $0.column] }
    }

    /// Returns the bytes that turn an older screen into this one: only lines that differ are drawn.
    ///
    /// - Parameters:
    ///   - old: What the terminal shows; nil draws every line.
    ///   - isColoured: Whether colours may be used, besides bold, dim and reverse.
    func update(from old: Screen?, isColoured: Bool) -> [UInt8] {
        guard self != old else { return [] }
        // Without a synchronized update (a private mode that terminals ignore if they lack it), a redraw can flicker.
        var text = "\u{1B}[?2026h\u{1B}[?25l"
        for (row, line) in lines.enumerated() where old?.lines.count != lines.count || old?.lines[row] != line {
            text += "\u{1B}[\(row + 1);1H\(line.rendered(isColoured: isColoured))\u{1B}[K"
        }
        if old?.lines.count != lines.count {
            text += "\u{1B}[J"
        }
        if let cursor {
            text += "\u{1B}[\(cursor.row + 1);\(cursor.column + 1)H\u{1B}[?25h"
        }
        return Array((text + "\u{1B}[?2026l").utf8)
    }
}

/// A line of a screen: texts with their styles, from left to right.
struct ScreenLine: Equatable {
    /// How a text is shown.
    ///
    /// The colours are of the eight of ECMA-48, which every terminal adapts to its background.
    struct Style: OptionSet, Hashable {
        let rawValue: UInt8

        static let bold = Style(rawValue: 1)
        static let dim = Style(rawValue: 2)
        static let reverse = Style(rawValue: 4)
        static let red = Style(rawValue: 8)
        static let cyan = Style(rawValue: 16)
        static let magenta = Style(rawValue: 32)

        /// The parameters of Select Graphic Rendition.
        fileprivate func codes(isColoured: Bool) -> String {
            let attributes: [(Style, String)] = [(.bold, "1"), (.dim, "2"), (.reverse, "7")]
            let colours: [(Style, String)] = [(.red, "31"), (.cyan, "36"), (.magenta, "35")]
            return (attributes + (isColoured ? colours : [])).filter { contains($0.0) }.map(\.1).joined(separator: ";")
        }
    }

    private struct Run: Equatable {
        let text: String
        let style: Style
    }

    private var runs: [Run] = []
    /// The width of the texts.
    private(set) var columns = 0

    init() {}

    /// Creates a line of one text, in which control characters are escaped.
    init(_ text: String, _ style: Style = []) {
        append(text, style)
    }

    /// The texts without their styles.
    var text: String { runs.map(\.text).joined() }

    /// Appends a text; the characters that control a terminal are escaped.
    mutating func append(_ text: String, _ style: Style = []) {
        append(escaped: text.escapingControlCharacters, style)
    }

    /// Appends a text that has no control character.
    mutating func append(escaped text: String, _ style: Style = []) {
        guard !text.isEmpty else { return }
        runs.append(Run(text: text, style: style))
        columns += text.terminalColumns
    }

    /// Appends a text, cut or padded to a number of columns.
    mutating func append(_ text: String, columns count: Int, _ style: Style = []) {
        let text = text.prefixForColumns(count).escapingControlCharacters.elided(toColumns: count)
        append(escaped: text.padded(toColumns: count), style)
    }

    mutating func append(_ line: ScreenLine) {
        runs += line.runs
        columns += line.columns
    }

    /// Returns the line, cut or padded to a number of columns, with a style in addition.
    func fitted(toColumns count: Int, _ style: Style = []) -> ScreenLine {
        var fitted = ScreenLine()
        for run in runs {
            let text = run.text.elided(toColumns: count - fitted.columns)
            fitted.append(escaped: text, run.style.union(style))
            if text != run.text { break }
        }
        fitted.append(escaped: String(repeating: " ", count: max(count - fitted.columns, 0)), style)
        return fitted
    }

    fileprivate func rendered(isColoured: Bool) -> String {
        runs.reduce(into: "") { text, run in
            let codes = run.style.codes(isColoured: isColoured)
            text += codes.isEmpty ? run.text : "\u{1B}[\(codes)m\(run.text)\u{1B}[0m"
        }
    }
}

extension String {
    /// The beginning of a text that fills some columns at least, so that a long text is not escaped whole.
    ///
    /// Combining marks take no column, but a screen shows only a few of them.
    fileprivate func prefixForColumns(_ columns: Int) -> String {
        let limit = max(columns, 0) * 16 + 64
        return utf8.count > limit ? String(decoding: utf8.prefix(limit), as: UTF8.self) : self
    }
}
