/// The width of text on a terminal.
///
/// Terminals differ in it, and cannot be asked. These rules apply here:
/// - A letter that East Asia writes in a full square takes two columns (Wide and Fullwidth in Unicode's UAX #11, by
///   blocks).
/// - An emoji takes two columns.
/// - A mark that combines with the letter before it takes none.
/// - Everything else takes one column.
///
/// Several scalars that form one letter are as wide as that letter.
extension String {
    package var terminalColumns: Int {
        // Most texts are ASCII, and a list has thousands of them.
        utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? utf8.count : reduce(0) { $0 + $1.terminalColumns }
    }

    /// Returns the text, shortened with an ellipsis if it exceeds a number of columns.
    package func elided(toColumns limit: Int) -> String {
        // Each column takes at least one byte.
        guard utf8.count > limit, terminalColumns > limit else { return self }
        guard limit > 0 else { return "" }
        var columns = 0
        let end = indices.first { index in
            columns += self[index].terminalColumns
            return columns > limit - 1
        }
        return self[..<(end ?? endIndex)] + "…"
    }

    /// Returns the text, cut at its start with an ellipsis if it is wider than a number of columns.
    package func elidedAtStart(toColumns limit: Int) -> String {
        guard utf8.count > limit, terminalColumns > limit else { return self }
        guard limit > 0 else { return "" }
        var columns = 1
        let end = reversed().prefix { character in
            columns += character.terminalColumns
            return columns <= limit
        }
        return "…" + String(end.reversed())
    }

    /// Returns the text, padded with spaces to a number of columns.
    package func padded(toColumns count: Int) -> String {
        self + String(repeating: " ", count: max(count - terminalColumns, 0))
    }
}

extension Character {
    fileprivate var terminalColumns: Int {
        guard let base = unicodeScalars.first else { return 0 }
        switch base.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // U+FE0F requests the emoji form of a letter.
        let isPicture = base.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}")
        return isPicture || base.isWide ? 2 : 1
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is in a block of wide letters.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FF, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default:
            false
        }
    }
}
