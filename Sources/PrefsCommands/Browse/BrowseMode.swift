import CommandGrammar
import PreferenceStore
import PropertyLists

/// What a key means now.
enum BrowseMode: Equatable {
    /// The keys move, and start everything else.
    case browsing
    /// The user types the text of the filter.
    case filtering(LineEditor)
    /// The user edits a value in its place.
    case editing(ValueEdit)
    /// The user chooses from a list below the value.
    case choosing(Choice)
    /// The user answers a question in the last line.
    case asking(Question)
    /// The keys are explained, from a line on; keys that do not move end that.
    case help(first: Int)

    /// The pointer to the value that is being edited; the cursor stays on that value.
    var editedPointer: ValuePointer? {
        switch self {
        case .editing(let edit): edit.pointer
        case .choosing(let choice): choice.pointer
        default: nil
        }
    }

    /// The number of lines below that of the cursor.
    var linesBelow: Int {
        switch self {
        case .editing(let edit): edit.error.isEmpty ? 0 : 1
        case .choosing(let choice): choice.options.count + 1
        default: 0
        }
    }
}

/// A value that the user edits in its place.
struct ValueEdit: Equatable {
    let pointer: ValuePointer
    /// The type of the new value; nil if the schema determines it.
    let kind: PropertyListKind?
    /// The value in the file when the edit began; nil if the file does not have it.
    let old: PropertyList?
    var line: LineEditor
    /// Why the text is not a value; empty at first.
    var error = ""
}

/// A list from which the user chooses.
struct Choice: Equatable {
    enum Action: Equatable {
        /// Sets a value to a text of a type, if it still is the one that the user has seen in the file.
        case set(ValuePointer, String, PropertyListKind, since: PropertyList?)
        /// Edits a value as another type.
        case edit(ValuePointer, as: PropertyListKind)
        /// Asks for a value of a type to add.
        case add(ValuePointer, PropertyListKind)
        case run(EditRun)
        case editAgain(EditedText)
        /// Drops the newest run that could be undone, or redone.
        case forget(EditRun.Purpose)
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

/// A question in the last line.
struct Question: Equatable {
    enum Purpose: Equatable {
        /// The name of a new entry in a dictionary; nil asks for a new key.
        case keyOfEntry(in: ValuePointer?)
        /// The value to add at a pointer that leads to none yet; without a type, the schema determines it.
        case newValue(ValuePointer, PropertyListKind?)
        /// Another name for a key.
        case newName(String)
    }

    let label: String
    let purpose: Purpose
    var line = LineEditor()
    /// Why the command has refused the answer; empty at first.
    var error = ""
}

// MARK: - Keys

extension BrowseState {
    /// Changes the state by a key, a paste or a click.
    mutating func handle(_ input: TerminalInput) -> [BrowseEffect] {
        switch input {
        case .key(.control("c")): return [.interrupt]
        case .key(.control("z")): return [.stop]
        // The user would not see what a key does.
        case _ where layout.isTooSmall: return input == .key(.character("q")) ? [.leave] : []
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
        case .editing(var edit):
            switch key {
            case .escape: mode = .browsing
            case .enter:
                mode = .browsing
                return set(edit.pointer, to: edit.line.text, as: edit.kind, since: edit.old, from: .line(edit))
            default:
                if edit.line.handle(key) { edit.error = "" }
                mode = .editing(edit)
            }
            return []
        case .asking(var question):
            switch key {
            case .escape: mode = .browsing
            case .enter: return answer(question)
            default:
                if question.line.handle(key) { question.error = "" }
                mode = .asking(question)
            }
            return []
        case .choosing(var choice):
            switch key {
            case .up, .character("k"): choice.cursor = max(choice.cursor - 1, 0)
            case .down, .character("j"): choice.cursor = min(choice.cursor + 1, choice.options.count - 1)
            case .home: choice.cursor = 0
            case .end: choice.cursor = choice.options.count - 1
            case .escape, .character("q"):
                mode = .browsing
                return []
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
            move(to: 0)
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
        case .editing(var edit):
            edit.line.insert(text)
            mode = .editing(edit)
        case .asking(var question):
            question.line.insert(text)
            mode = .asking(question)
        // A pasted text is no series of commands.
        case .browsing, .choosing, .help:
            break
        }
        return []
    }

    private mutating func handle(_ event: MouseEvent) -> [BrowseEffect] {
        guard case .browsing = mode else { return [] }
        let isSuite = event.column < layout.suiteColumns
        switch event.kind {
        case .wheelUp, .wheelDown:
            let distance = event.kind == .wheelUp ? -3 : 3
            if isSuite { return moveSuite(to: suiteCursor + distance) }
            move(to: cursor + distance)
        case .press:
            let line = event.row - BrowseLayout.titleRows
            guard 0..<layout.listRows ~= line else { return [] }
            focus(isSuite ? .suites : .keys)
            if isSuite {
                let position = layout.firstSuite(showing: suiteCursor) + line
                return suites?.indices.contains(position) ?? false ? moveSuite(to: position) : []
            }
            if rows.indices.contains(top + line) { move(to: top + line) }
        }
        return []
    }

    // MARK: Browsing

    private mutating func browse(_ key: Key) -> [BrowseEffect] {
        status = Status()
        switch key {
        case .character("q"): return [.leave]
        case .character("?"): mode = .help(first: 0)
        case .character("/"):
            focus(.keys)
            mode = .filtering(LineEditor(filter?.text ?? ""))
        case .escape: setFilter("")
        case .tab, .backTab: focus(focus == .keys ? .suites : .keys)
        case .character("u"): return undoOrRedo(undoable.last.map(EditRun.Purpose.undo), "nothing to undo")
        case .control("r"): return undoOrRedo(redoable.last.map(EditRun.Purpose.redo), "nothing to redo")
        default: return focus == .suites ? browseSuites(key) : browseKeys(key)
        }
        return []
    }

    private mutating func browseSuites(_ key: Key) -> [BrowseEffect] {
        switch key {
        case .enter, .right, .character("l"): focus(.keys)
        default:
            guard let position = position(after: key, from: suiteCursor, count: suites?.count ?? 0) else { return [] }
            return moveSuite(to: position)
        }
        return []
    }

    private mutating func browseKeys(_ key: Key) -> [BrowseEffect] {
        if let position = position(after: key, from: cursor, count: rows.count) {
            move(to: position)
            return []
        }
        switch key {
        case .character("n"): moveToMatch(isForward: true)
        case .character("N"): moveToMatch(isForward: false)
        case .character("a"): askForNewEntry()
        case .left, .character("h"): foldOrLeave()
        default:
            guard let row else { return [] }
            return browse(key, at: row)
        }
        return []
    }

    private mutating func browse(_ key: Key, at row: Row) -> [BrowseEffect] {
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
        let page = max(layout.listRows - 1, 1)
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

    private mutating func unfold(_ row: Row, _ isUnfolded: Bool) {
        guard let listing, listing.value(of: row)?.kind.isContainer ?? false else { return }
        unfold(listing.pointer(of: row), isUnfolded)
    }

    /// Folds the container under the cursor, or moves to the one around the line, or to the list of suites.
    private mutating func foldOrLeave() {
        guard let row, let listing else { return focus(.suites) }
        if unfolded.contains(listing.pointer(of: row)) {
            unfold(row, false)
        } else if let container = row.container {
            select(listing.pointer(of: container))
        } else {
            focus(.suites)
        }
    }
}
