import CommandGrammar
import PreferenceStore
import PropertyLists

/// What the screen says and asks for in its last line, and the page about the keys.
extension BrowseState {
    /// The last lines: what the user types, or a message, and the column of the cursor in the last one.
    var statusLines: (lines: [ScreenLine], cursor: Int?) {
        let label: String
        let editor: LineEditor
        switch mode {
        case .filtering(let line): (label, editor) = ("/", line)
        case .typing(let typed) where typed.pointerInPlace.map(hasLine) != true:
            guard typed.question == nil || typed.error.isEmpty else {
                // The question follows with the next key.
                return (message(typed.error, .red), nil)
            }
            // Another program can have removed the line of a value.
            let key = typed.pointerInPlace?.key.elided(toColumns: size.columns / 3)
            let question = typed.question ?? key.map { "\($0):" } ?? ""
            // What is typed must be visible behind it.
            (label, editor) = (question.elidedAtStart(toColumns: max(size.columns - 8, 1)) + " ", typed.line)
        default:
            let filterText = filter.map { "/\($0.text)  " } ?? ""
            guard !status.text.isEmpty else { return ([ScreenLine(filter == nil ? hint : filterText, .dim)], nil) }
            return (message(filterText + status.text, status.isError ? .red : []), nil)
        }
        let window = editor.window(columns: max(size.columns - label.terminalColumns - 1, 1))
        var line = ScreenLine(label, .bold)
        line.append(escaped: window.text)
        return ([line], label.terminalColumns + window.cursorColumn)
    }

    /// Returns the lines of a message, of which a long one has as many as the screen has room for.
    private func message(_ text: String, _ style: ScreenLine.Style) -> [ScreenLine] {
        let lines = text.brokenBetweenWords(toColumns: size.columns).prefix(max(size.rows / 2, 1))
        return lines.isEmpty ? [ScreenLine()] : lines.map { ScreenLine($0, style) }
    }

    /// Whether the list has a line for a value, in which it is edited.
    private func hasLine(_ pointer: ValuePointer) -> Bool {
        listing?.value(at: pointer) != nil || row == pointer
    }

    private var hint: String {
        switch mode {
        case .typing: "Enter saves, Esc cancels"
        case .choosing: "Enter chooses, Esc cancels"
        default: "? keys   / find   Enter edit   u undo   q leave"
        }
    }

    // MARK: Help

    func helpScreen(from first: Int) -> Screen {
        let lines = Self.help.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(first)
            .map { ScreenLine(" \($0)") }
        let all = [titleLine] + lines + blankLines(size.rows)
        return Screen(lines: all.prefix(size.rows).map { $0.fitted(toColumns: size.columns) })
    }

    static let help = """
        move      arrows or hjkl, Page Up/Down, Home/End, mouse
        panes     Tab
        find      / text Enter, n and N next and previous in all suites, Esc ends
        unfold    right or l, left or h folds; a click on the triangle
        edit      Enter or a double click; Space inverts a bool; + and - step
        type      t
        add       a: a key, an entry where a value is unfolded, or a suite
        remove    d: a value or a suite; r resets a key to its default
        rename    R: a key or a suite
        command   y shows and copies the command
        undo      u; Ctrl-R redoes
        marks     > here, * just changed, • set by 'apply --owner'
        leave     q
        """
}
