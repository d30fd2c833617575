import PreferenceStore
import PropertyLists

/// What a key means now.
enum BrowseMode: Equatable {
    /// The keys move, and start everything else.
    case browsing
    /// The user types the text of the filter.
    case filtering(LineEditor)
    /// The user types a text.
    case typing(TypedText)
    /// The user chooses from a list below the value.
    case choosing(Choice)
    /// The keys are explained, from a line on; keys that do not move end that.
    case help(first: Int)

    /// The pointer to the value that is being edited; the cursor stays on that value.
    var editedPointer: ValuePointer? {
        switch self {
        case .typing(let typed): typed.pointerInPlace
        case .choosing(let choice): choice.pointer
        default: nil
        }
    }
}

/// A text that the user types: a value in its place, or the answer to a question in the last line.
struct TypedText: Equatable {
    enum Purpose: Equatable {
        /// The name of a new entry in a dictionary; nil asks for a new key.
        case keyOfEntry(in: ValuePointer?)
        /// The text of an edit.
        case edit(ValueEdit)
        /// The name of a new suite, or a new name of one.
        case nameOfSuite(renaming: String?)
        /// Whether a change is to be made.
        case confirmation(MadeChange.Subject)
    }

    /// The question; nil for a value in its place.
    var question: String?
    let purpose: Purpose
    var line = LineEditor()
    /// Why the text is refused; empty at first.
    var error = ""

    /// The pointer to the value that is edited in its place.
    var pointerInPlace: ValuePointer? {
        if question == nil, case .edit(let edit) = purpose { edit.pointer } else { nil }
    }
}

/// A list from which the user chooses.
struct Choice: Equatable {
    enum Action: Equatable {
        case make(BrowseChange)
        /// Opens the text of an edit in the user's editor.
        case open(ValueEdit)
        /// Edits a value as another type.
        case edit(ValuePointer, as: PropertyListKind)
        /// Asks for a value of a type to add.
        case add(ValuePointer, PropertyListKind)
        /// Drops the newest edit that could be undone, or redone.
        case forget(isRedo: Bool)
        case nothing
    }

    struct Option: Equatable {
        let label: String
        let action: Action
    }

    /// The pointer to the value below which the list is shown; nil without such a value.
    let pointer: ValuePointer?
    var title = ""
    /// At least one.
    let options: [Option]
    var cursor = 0
}

// MARK: - Keys

extension BrowseState {
    /// Changes the state by a key, a paste or a click.
    mutating func handle(_ input: TerminalInput) -> [BrowseEffect] {
        switch input {
        case .key(.control("c")): return [.interrupt]
        case .key(.control("z")): return [.stop]
        // The user would not see what a key does.
        case _ where isTooSmall: return input == .key(.character("q")) ? [.leave] : []
        case .key(let key): return handle(key)
        case .paste(let text): return paste(text)
        case .mouse(let event): return handle(event)
        }
    }

    private mutating func handle(_ key: Key) -> [BrowseEffect] {
        switch mode {
        case .browsing:
            return browse(key)
        case .help(let first):
            let lines = Self.help.count { $0 == "\n" } + 1
            let next = position(after: key, from: first, count: lines)
            mode = next.map { .help(first: min(max($0, 0), max(lines - size.rows + 1, 0))) } ?? .browsing
            return []
        case .filtering(var line):
            return filter(key, &line)
        case .typing(var typed):
            switch key {
            case .escape: return cancel()
            case .enter: return finish(typed)
            default:
                if typed.line.handle(key) { typed.error = "" }
                mode = .typing(typed)
            }
            return []
        case .choosing(var choice):
            switch key {
            case .up, .character("k"): choice.cursor = max(choice.cursor - 1, 0)
            case .down, .character("j"): choice.cursor = min(choice.cursor + 1, choice.options.count - 1)
            case .home: choice.cursor = 0
            case .end: choice.cursor = choice.options.count - 1
            case .escape, .character("q"): return cancel()
            case .enter:
                mode = .browsing
                return perform(choice.options[choice.cursor].action)
            default: break
            }
            mode = .choosing(choice)
            return []
        }
    }

    private mutating func filter(_ key: Key, _ line: inout LineEditor) -> [BrowseEffect] {
        switch key {
        case .escape:
            setFilter("")
            mode = .browsing
        case .enter:
            mode = .browsing
            if let listing { filter?.complete(in: listing) }
            updateRows()
            move(to: 0)
            if rows.isEmpty { moveToMatch(isForward: true) }
        case .up, .down:
            move(to: cursor + (key == .up ? -1 : 1))
        default:
            _ = line.handle(key)
            mode = .filtering(line)
            setFilter(line.text)
        }
        return []
    }

    private mutating func paste(_ text: String) -> [BrowseEffect] {
        switch mode {
        case .filtering(var line):
            line.insert(text)
            mode = .filtering(line)
            setFilter(line.text)
        case .typing(var typed):
            typed.line.insert(text)
            mode = .typing(typed)
        // A pasted text is no series of commands.
        case .browsing, .choosing, .help:
            break
        }
        return []
    }

    private mutating func handle(_ event: MouseEvent) -> [BrowseEffect] {
        guard case .browsing = mode else { return [] }
        (status, search) = (Status(), nil)
        let isSuite = event.column < suiteColumns
        switch event.kind {
        case .wheelUp, .wheelDown:
            let distance = event.kind == .wheelUp ? -3 : 3
            if isSuite { return moveSuite(to: suiteCursor + distance) }
            move(to: cursor + distance)
        case .press:
            let line = event.row - Self.titleRows
            guard 0..<listRows ~= line else { return [] }
            focus(isSuite ? .suites : .keys)
            if isSuite {
                let position = firstSuite + line
                return suites?.indices.contains(position) ?? false ? moveSuite(to: position) : []
            }
            if rows.indices.contains(top + line) { return click(top + line, column: event.column - suiteColumns) }
        }
        return []
    }

    /// Selects a line; a click on the triangle of a container unfolds or folds it, and a second click on a line edits.
    private mutating func click(_ position: Int, column: Int) -> [BrowseEffect] {
        move(to: position)
        let row = rows[position]
        let previous = latestClick
        latestClick = nil
        if Self.columnsOfTriangle(of: row).contains(column), listing?.value(at: row)?.kind.isContainer ?? false {
            unfold(row, !unfolded.contains(row))
        } else if let previous, previous.row == row, now - previous.time <= Self.timeOfDoubleClick {
            return beginEdit(of: row)
        } else {
            latestClick = (row, now)
        }
        return []
    }

    private static let timeOfDoubleClick: Duration = .milliseconds(500)

    // MARK: Browsing

    private mutating func browse(_ key: Key) -> [BrowseEffect] {
        status = Status()
        search = nil
        switch key {
        case .character("q"): return [.leave]
        case .character("?"): mode = .help(first: 0)
        case .character("/"):
            focus(.keys)
            mode = .filtering(LineEditor(filter?.text ?? ""))
        case .escape: setFilter("")
        case .character("n"): moveToMatch(isForward: true)
        case .character("N"): moveToMatch(isForward: false)
        case .tab, .backTab: focus(focus == .keys ? .suites : .keys)
        case .character("u"): return undo(undoable.last, isRedo: false)
        case .control("r"): return undo(redoable.last, isRedo: true)
        default: return focus == .suites ? browseSuites(key) : browseKeys(key)
        }
        return []
    }

    private mutating func browseSuites(_ key: Key) -> [BrowseEffect] {
        if let position = position(after: key, from: suiteCursor, count: suites?.count ?? 0) {
            return moveSuite(to: position)
        }
        switch key {
        case .enter, .right, .character("l"): focus(.keys)
        case .character("a"): askForNameOfSuite(renaming: nil)
        case .character("d"), .delete: askForRemoval()
        case .character("R"): askForNameOfSuite(renaming: suite)
        default: say("? explains the keys")
        }
        return []
    }

    private mutating func browseKeys(_ key: Key) -> [BrowseEffect] {
        if let position = position(after: key, from: cursor, count: rows.count) {
            move(to: position)
            return []
        }
        switch key {
        case .character("a"): askForNewEntry()
        case .left, .character("h"): foldOrLeave()
        default:
            guard let row else { return [] }
            return browse(key, at: row)
        }
        return []
    }

    private mutating func browse(_ key: Key, at row: ValuePointer) -> [BrowseEffect] {
        switch key {
        case .right, .character("l"): unfold(row, true)
        case .enter: return beginEdit(of: row)
        case .character(" "): return toggle(row)
        case .character("+"), .character("="): return step(row, by: 1)
        case .character("-"): return step(row, by: -1)
        case .character("t"): askForType(of: row)
        case .character("d"), .delete: return remove(row)
        case .character("r"): return reset(row)
        case .character("R"): askForName(of: row)
        case .character("y"): return showCommand(of: row)
        default: say("? explains the keys")
        }
        return []
    }

    /// Returns the position to which a key moves a cursor; nil for a key that does not move it.
    private func position(after key: Key, from position: Int, count: Int) -> Int? {
        let page = max(listRows - 1, 1)
        return switch key {
        case .up, .character("k"): position - 1
        case .down, .character("j"): position + 1
        case .pageUp, .control("b"): position - page
        case .pageDown, .control("f"): position + page
        case .home, .character("g"): 0
        case .end, .character("G"): count - 1
        default: nil
        }
    }

    // MARK: Containers

    /// Folds the container under the cursor, or moves to the one around the line, or to the list of suites.
    private mutating func foldOrLeave() {
        guard let row else { return focus(.suites) }
        if unfolded.contains(row) {
            unfold(row, false)
        } else if let container = row.container {
            select(container)
        } else {
            focus(.suites)
        }
    }
}
