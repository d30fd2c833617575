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
    var suites: [String]?
    /// The suites whose file cannot be read.
    var corruptSuites: Set<String> = []
    var suiteCursor = 0
    /// The suite that the user has named, and that exists when it has a key.
    var newSuite: String?
    /// The search of the other suites, while it lasts.
    var search: SuiteSearch?
    private(set) var focus: Pane
    /// The suite that is shown; nil before the first one is read.
    private(set) var listing: Listing?
    /// The lines of the list: pointers to keys, and to parts of values.
    private(set) var rows: [ValuePointer] = []
    private(set) var cursor = 0
    /// The line that a click has selected, and when.
    var latestClick: (row: ValuePointer, time: Duration)?
    /// The first visible line of the list.
    private(set) var top = 0
    private(set) var unfolded: Set<ValuePointer> = []
    var filter: Filter?
    var mode = BrowseMode.browsing
    var status = Status()
    /// The changes of this session that `u` can undo, and those that Ctrl-R can redo; the last one is the newest.
    var undoable: [MadeChange] = []
    var redoable: [MadeChange] = []
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
        filter?.isComplete == false || search?.isOver == false ? .zero : marks.values.min().map { max($0 - now, .zero) }
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
            let effects = handle(input)
            return effects.isEmpty ? showSelectedSuite() : effects
        case .resized(let size):
            self.size = size
        case .suites(let names, let corrupt):
            corruptSuites = corrupt
            return show(names)
        case .listing(let listing, let isOwnChange):
            show(listing, isOwnChange: isOwnChange)
        case .made(let change, let outcome):
            return finish(change, outcome)
        case .edited(let edit):
            return make(edit)
        case .searched(let name, let isFound):
            return finishSearch(of: name, isFound: isFound)
        case .problem(let message):
            (search, newSuite) = (nil, nil)
            say(message)
        case .time:
            continueFilter()
            return continueSearch()
        }
        return []
    }

    private mutating func show(_ new: Listing, isOwnChange: Bool) {
        guard let old = listing, old.suite.file.path == new.suite.file.path else {
            listing = new
            (cursor, top, unfolded, marks) = (0, 0, [], [:])
            filter = filter.map { search == nil ? Filter($0.text) : Filter($0.text, in: new) }
            updateRows()
            if let search { move(to: search.isForward ? 0 : rows.count) }
            search = nil
            if newSuite == new.suite.name { askForNewEntry() }
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

    /// Moves to the next key in the list, or the one before; after the last comes the first of the next suite with
    /// matches, or of this one.
    mutating func moveToMatch(isForward: Bool) {
        let keys = rows.indices.filter { rows[$0].inValue == .whole }
        if let next = isForward ? keys.first(where: { $0 > cursor }) : keys.last(where: { $0 < cursor }) {
            cursor = next
        } else if filter != nil, (suites ?? []).count > 1 {
            search = SuiteSearch(isForward: isForward)
        } else if let end = isForward ? keys.first : keys.last {
            cursor = end
        }
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

    /// Scrolls so that the cursor is visible, with what is shown below its line.
    private mutating func keepCursorVisible() {
        let height = listRows
        let below = min(linesBelowCursor.count, max(height - 1, 0))
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
    /// A suite has been searched for the text of the filter.
    case searched(String, isFound: Bool)
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
    /// Looks for a text in another suite.
    case search(String, String)
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
    /// A new change of a suite, likewise.
    case suite(SuiteEdit, from: TypedText? = nil)
    case undo(MadeChange, isRedo: Bool, isForced: Bool = false)
}

/// A change that this session has made, or taken back.
struct MadeChange: Equatable {
    enum Subject: Equatable {
        case value(ValueEdit)
        case suite(SuiteEdit)
    }

    let subject: Subject
    /// The identifier in the history of the change, or of its undo.
    var id: String
}
