import CommandGrammar
import PropertyLists

/// A line of text that is edited with the keys of a terminal.
///
/// A step of the cursor is a character as a reader sees it, such as a letter with its accents.
struct LineEditor: Equatable {
    private(set) var text: String
    /// The number of characters before the cursor.
    private(set) var cursor: Int

    /// Creates a line with the cursor at its end.
    init(_ text: String = "") {
        self.text = text
        cursor = text.count
    }

    /// Applies a key, and returns whether it is one of the editor's.
    ///
    /// A key of the editor that has nothing to do, such as Left at the start, is still its own.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .character(let character):
            if !character.unicodeScalars.contains(where: \.isKeptOut) {
                replace(position..<position, with: "\(character)")
            }
        case .left, .control("b"): cursor = max(cursor - 1, 0)
        case .right, .control("f"): cursor = min(cursor + 1, text.count)
        case .home, .control("a"): cursor = 0
        case .end, .control("e"): cursor = text.count
        case .backspace: replace(index(cursor - 1)..<position, with: "")
        case .delete, .control("d"): replace(position..<index(cursor + 1), with: "")
        case .control("u"): replace(text.startIndex..<position, with: "")
        case .control("k"): replace(position..<text.endIndex, with: "")
        case .control("w"): replace(wordStart..<position, with: "")
        default: return false
        }
        return true
    }

    /// Inserts a pasted text at the cursor, on one line: each line break becomes a space.
    ///
    /// Other control characters are dropped, since nobody sees what they would do to a value.
    mutating func insert(_ text: String) {
        var line = String.UnicodeScalarView()
        for character in text {
            if character.isNewline {
                line.append(" ")
            } else {
                line.append(contentsOf: character.unicodeScalars.lazy.filter { !$0.isKeptOut })
            }
        }
        replace(position..<position, with: String(line))
    }

    private var position: String.Index { index(cursor) }

    /// Returns the index after a number of characters, or the nearest that exists.
    private func index(_ count: Int) -> String.Index {
        text.index(text.startIndex, offsetBy: max(count, 0), limitedBy: text.endIndex) ?? text.endIndex
    }

    /// The start of the word before the cursor, beyond the spaces between them.
    private var wordStart: String.Index {
        var start = position
        for isSpace in [true, false] {
            while start > text.startIndex {
                let previous = text.index(before: start)
                guard text[previous].isWhitespace == isSpace else { break }
                start = previous
            }
        }
        return start
    }

    /// Replaces a part of the text, and moves the cursor behind the new part.
    ///
    /// The characters on both sides can join with the new ones. The cursor is then behind the joined character.
    private mutating func replace(_ range: Range<String.Index>, with new: String) {
        let end = text.utf8.distance(from: text.startIndex, to: range.lowerBound) + new.utf8.count
        text.replaceSubrange(range, with: new)
        let target = text.utf8.index(text.startIndex, offsetBy: end)
        cursor = text.indices.prefix { $0 < target }.count
    }
}

// MARK: - Display

extension LineEditor {
    /// Returns the part of the line that fits a number of columns, and the column of the cursor in it.
    ///
    /// The part contains the cursor, which has a column of its own behind the last character. A quarter of the columns
    /// shows what follows the cursor, so that an edit within a long line has its surroundings.
    func window(columns: Int) -> (text: String, cursorColumn: Int) {
        guard columns > 0 else { return ("", 0) }
        var start = position
        var end = start
        var after = 0
        while end < text.endIndex {
            let width = text[end].shown.terminalColumns
            guard after + width <= (after == 0 ? columns : columns / 4) else { break }
            after += width
            end = text.index(after: end)
        }
        var before = 0
        // The column of the cursor is not free even if no character is there.
        while start > text.startIndex {
            let previous = text.index(before: start)
            let width = text[previous].shown.terminalColumns
            guard before + width + max(after, 1) <= columns else { break }
            before += width
            start = previous
        }
        while end < text.endIndex {
            let width = text[end].shown.terminalColumns
            guard before + after + width <= columns else { break }
            after += width
            end = text.index(after: end)
        }
        return (text[start..<end].map(\.shown).joined(), before)
    }
}

extension Character {
    /// The character as a terminal can show it: a character without a column of its own is a visible one instead.
    fileprivate var shown: String {
        let needsPicture = unicodeScalars.contains(where: \.controlsTerminal)
        let text = needsPicture ? String(String.UnicodeScalarView(unicodeScalars.map(\.picture))) : String(self)
        return text.terminalColumns > 0 ? text : "\u{FFFD}"
    }
}

extension Unicode.Scalar {
    /// Whether the character cannot be typed or pasted into a line.
    fileprivate var isKeptOut: Bool {
        isControl || self == "\u{2028}" || self == "\u{2029}"
    }

    /// The picture of a control character of ASCII, the replacement character for another one, or else the scalar.
    fileprivate var picture: Unicode.Scalar {
        guard controlsTerminal else { return self }
        switch value {
        case ..<0x20: return Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}"
        case 0x7F: return "\u{2421}"
        default: return "\u{FFFD}"
        }
    }
}
