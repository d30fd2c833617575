/// How wide texts are on a terminal.
///
/// Terminals differ in it, and tell nobody. Here a letter that East Asia writes in a full square (Wide and Fullwidth in
/// Unicode's UAX #11, by blocks) and an emoji take two columns, a mark that goes onto the letter before it none, and all
/// else one. Several scalars that make up one letter are as wide as that letter.
extension String {
    var terminalColumns: Int {
        // Most texts are plain, and a list has thousands of them.
        utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? utf8.count : reduce(0) { $0 + $1.terminalColumns }
    }

    /// The text, or as much of its beginning as stands in a number of columns before an ellipsis.
    func elided(toColumns limit: Int) -> String {
        // A column takes a byte at least, but for marks.
        guard utf8.count > limit, terminalColumns > limit else { return self }
        guard limit > 0 else { return "" }
        var columns = 0
        let end = indices.first { index in
            columns += self[index].terminalColumns
            return columns > limit - 1
        }
        return self[..<(end ?? endIndex)] + "…"
    }

    /// The text with spaces behind it up to a number of columns.
    func padded(toColumns count: Int) -> String {
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
        // U+FE0F asks for the picture of a letter that has one.
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

/// A line on the terminal of standard error that says how far work of more than a second is, until anything else is
/// written.
final class ProgressLine {
    private let environment: any CommandEnvironment
    private lazy var isTerminal = environment.isErrorTerminal
    /// When the line is to be written next; nil before the first step.
    private var next: Duration?
    /// How many columns of it stand there.
    private var columns = 0

    /// How long work may take before there is a line, and how long a line stands before the next.
    private static let patience: Duration = .seconds(1)
    private static let pause: Duration = .milliseconds(100)

    init(in environment: any CommandEnvironment) {
        self.environment = environment
    }

    /// Shows how many steps of a number are done, once the work has taken a second.
    func show(_ step: Int, of count: Int) {
        guard isTerminal else { return }
        let now = environment.uptime
        guard let due = next else {
            next = now + Self.patience
            return
        }
        guard now >= due else { return }
        next = now + Self.pause
        erase()
        let text = "prefs: \(step) of \(count)"
        environment.writeError(Array(text.utf8))
        columns = text.utf8.count
    }

    /// Takes the line away, and leaves the cursor where it began.
    func erase() {
        guard columns > 0 else { return }
        environment.writeError(Array("\r\(String(repeating: " ", count: columns))\r".utf8))
        columns = 0
    }
}
