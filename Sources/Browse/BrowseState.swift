import PreferenceStore
import PropertyLists

/// Everything that the screen shows: a value that changes only by events, without a terminal or a file.
struct BrowseState {
    /// The part of the screen that gets the keys.
    enum Pane {
        case suites, keys
    }

    /// A message in the last line.
    struct Status: Equatable {
        var text = ""
        var isError = false
    }

    var size: TerminalDevice.Size
    /// The names of the suites; nil if the command line names the one to show.
    private(set) var suites: [String]?
    /// The suites whose file cannot be read.
    private(set) var corruptSuites: Set<String> = []
    private(set) var suiteCursor = 0
    private(set) var focus: Pane
    /// The suite that is shown; nil before the first one is read.
    private(set) var listing: Listing?
    /// The lines of the list: pointers to keys, and to parts of values.
    private(set) var rows: [ValuePointer] = []
    private(set) var cursor = 0
    /// The first visible line of the list.
    private(set) var top = 0
    private(set) var unfolded: Set<ValuePointer> = []
    var filter: Filter?
    var mode = BrowseMode.browsing
    var status = Status()
    /// The edits of this session that `u` can undo, and those that Ctrl-R can redo; the last one is the newest.
    var undoable: [ValueEdit] = []
    var redoable: [ValueEdit] = []
    /// The keys that another program has changed just now, and the time until which they are marked.
    private(set) var marks: [ByteKey: Duration] = [:]
    /// Whether edits are recorded, so that they can be undone.
    let hasHistory: Bool
    /// The time of the latest event.
    private(set) var now: Duration = .zero

    private static let timeOfMarks: Duration = .milliseconds(1500)

    init(size: TerminalDevice.Size, suites: [String]?, hasHistory: Bool = true) {
        self.hasHistory = hasHistory
        self.size = size
        self.suites = suites
        focus = suites == nil ? .keys : .suites
    }

    /// The line under the cursor.
    var row: ValuePointer? { rows.indices.contains(cursor) ? rows[cursor] : nil }

    /// The name of the suite under the cursor; nil without the list of suites.
    var suite: String? { suites.flatMap { $0.indices.contains(suiteCursor) ? $0[suiteCursor] : nil } }

    /// The time until something on the screen changes by itself; nil if nothing will.
    var nextChange: Duration? {
        filter?.isComplete == false ? .zero : marks.values.min().map { max($0 - now, .zero) }
    }

    // MARK: Events

    /// Changes the state by an event.
    ///
    /// - Returns: What to do besides drawing the screen.
    mutating func handle(_ event: BrowseEvent, at time: Duration) -> [BrowseEffect] {
        now = time
        marks = marks.filter { $0.value > time }
        defer { keepCursorVisible() }
        switch event {
        case .input(let input):
            return handle(input)
        case .resized(let size):
            self.size = size
        case .suites(let names, let corrupt):
            corruptSuites = corrupt
            return show(names)
        case .listing(let listing, let isOwnChange):
            show(listing, isOwnChange: isOwnChange)
        case .made(let change, let outcome):
            finish(change, outcome)
        case .edited(let edit):
            return make(edit)
        case .problem(let message):
            status = Status(text: message, isError: true)
        case .time:
            continueFilter()
        }
        return []
    }

    /// Shows the names of the suites; if the selected one does not exist any more, opens the one in its place.
    private mutating func show(_ names: [String]) -> [BrowseEffect] {
        let selected = suite
        suites = names
        if let position = selected.flatMap(names.firstIndex) {
            suiteCursor = position
            return []
        }
        suiteCursor = min(suiteCursor, max(names.count - 1, 0))
        guard mode == .browsing, let suite else { return [] }
        return [.show(suite)]
    }

    /// Selects a suite by its name, if there is one of that name.
    mutating func selectSuite(_ name: String) {
        suiteCursor = suites?.firstIndex(of: name) ?? suiteCursor
    }

    private mutating func show(_ new: Listing, isOwnChange: Bool) {
        guard let old = listing, old.suite.file.path == new.suite.file.path else {
            listing = new
            (cursor, top, unfolded, filter, marks) = (0, 0, [], nil, [:])
            status = Status()
            updateRows()
            return
        }
        if new.isBeingWritten {
            listing?.isBeingWritten = true
            return
        }
        let pointer = mode.editedPointer ?? row
        if !isOwnChange {
            for key in new.changedKeys(since: old) {
                marks[ByteKey(key)] = now + Self.timeOfMarks
            }
        }
        listing = new
        if let filter { self.filter = Filter(filter.text, in: new) }
        updateRows()
        select(pointer, since: old)
    }

    // MARK: Lines

    /// Makes the lines of the list again, for another listing, filter or set of unfolded values.
    mutating func updateRows() {
        rows = listing?.rows(of: filter?.matches, unfolding: unfolded) ?? []
        cursor = min(cursor, max(rows.count - 1, 0))
    }

    /// Moves the cursor to the value at a pointer; if that is gone, to a part beside it, or else to the container,
    /// which is empty now.
    ///
    /// If the key is gone too, the cursor stays in its line.
    ///
    /// - Parameter old: The listing in which the value was.
    mutating func select(_ pointer: ValuePointer?, since old: Listing? = nil) {
        guard var pointer, let listing else { return }
        let first = rows.partitioningIndex { !$0.key.precedesInByteOrder(pointer.key) }
        let lines = rows[first...].prefix { $0.key.hasSameBytes(as: pointer.key) }
        while let container = pointer.container {
            if let line = lines.firstIndex(of: pointer)
                ?? listing.neighbor(of: pointer, since: old).flatMap(lines.firstIndex)
            {
                cursor = line
                return
            }
            pointer = container
        }
        cursor = lines.isEmpty ? cursor : first
    }

    mutating func move(to position: Int) {
        cursor = min(max(position, 0), max(rows.count - 1, 0))
    }

    /// Moves to the next key in the list, or the one before; after the last comes the first.
    mutating func moveToMatch(isForward: Bool) {
        let keys = rows.indices.filter { rows[$0].inValue == .whole }
        guard let first = keys.first, let last = keys.last else { return }
        cursor = isForward ? keys.first { $0 > cursor } ?? first : keys.last { $0 < cursor } ?? last
    }

    mutating func unfold(_ pointer: ValuePointer, _ isUnfolded: Bool) {
        guard listing?.value(at: pointer)?.kind.isContainer ?? false else { return }
        if isUnfolded {
            unfolded.insert(pointer)
        } else {
            unfolded.remove(pointer)
        }
        updateRows()
        select(pointer)
    }

    mutating func focus(_ pane: Pane) {
        focus = suites == nil ? .keys : pane
    }

    /// Moves the cursor in the list of suites, and opens the suite.
    mutating func moveSuite(to position: Int) -> [BrowseEffect] {
        let count = suites?.count ?? 0
        let position = min(max(position, 0), max(count - 1, 0))
        guard position != suiteCursor, let suites else { return [] }
        suiteCursor = position
        return [.show(suites[position])]
    }

    /// Scrolls so that the cursor is visible, with what is shown below its line.
    private mutating func keepCursorVisible() {
        let height = listRows
        let below = min(mode.linesBelow, max(height - 1, 0))
        top = max(min(top, cursor), cursor + 1 + below - height, 0)
        top = min(top, max(rows.count + below - height, 0))
    }

    func isMarked(_ key: String) -> Bool {
        !marks.isEmpty && marks[ByteKey(key)] != nil
    }
}

// MARK: - Events and effects

/// Something that has happened.
enum BrowseEvent {
    case input(TerminalInput)
    case resized(TerminalDevice.Size)
    case suites([String], corrupt: Set<String>)
    case listing(Listing, isOwnChange: Bool)
    case made(BrowseChange, EditOutcome)
    /// The user has left a text in the editor.
    case edited(ValueEdit)
    /// Something failed, for this reason.
    case problem(String)
    /// Time has passed.
    case time
}

/// Something that the session does.
enum BrowseEffect: Equatable {
    /// Shows another suite.
    case show(String)
    case make(BrowseChange)
    /// Opens the text of an edit in the user's editor.
    case open(ValueEdit)
    /// Copies a text to the clipboard of the terminal.
    case copy(String)
    /// Stops the process, as Ctrl-Z does elsewhere.
    case stop
    /// Ends the process, as Ctrl-C does elsewhere.
    case interrupt
    case leave
}

/// A change by this session.
enum BrowseChange: Equatable {
    /// A new edit; if it is refused, the user returns to the text that it is from.
    case edit(ValueEdit, from: TypedText? = nil)
    case undo(ValueEdit, isRedo: Bool, isForced: Bool = false)
}
