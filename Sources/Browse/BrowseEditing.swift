import PreferenceCore
import PropertyLists

/// The edits, which the command makes.
extension BrowseState {
    /// The length up to which a string is edited in its place, in bytes.
    private static let longestLine = 4096

    /// The length up to which a command is shown and copied, in bytes.
    private static let longestCommand = 65_536

    // MARK: A value

    /// Starts to edit a value, in the way that suits its type.
    mutating func beginEdit(of pointer: ValuePointer) -> [BrowseEffect] {
        guard let listing else { return [] }
        let value = listing.value(at: pointer)
        let allowed = listing.rule(at: pointer).flatMap { listing.rules.schema?.allowedValues(of: $0) } ?? []
        if !allowed.isEmpty {
            choose(from: allowed, for: pointer, now: value)
            return []
        }
        switch value {
        case .boolean:
            choose(from: [.boolean(true), .boolean(false)], for: pointer, now: value)
        case .string(let text)
        where text.utf8.count <= Self.longestLine && !text.unicodeScalars.contains(where: \.isControl):
            edit(pointer, as: .string, from: text)
        case .integer, .real, .uid, .date:
            edit(pointer, as: value?.kind, from: (try? value?.text) ?? "")
        case .data(let bytes) where bytes.count <= Self.longestLine / 2:
            edit(pointer, as: .data, from: (try? value?.text) ?? "")
        case nil:
            edit(pointer, as: nil, from: "")
        case let value?:
            guard let text = try? value.json(.typed, pretty: true) else { return [] }
            return [.open(listing.edit(.setJSON(like: value), at: pointer, text: text))]
        }
        return []
    }

    /// Edits a value in its place, as a text of a type; without one, the command chooses that.
    mutating func edit(_ pointer: ValuePointer, as kind: PropertyListKind?, from text: String) {
        guard let listing else { return }
        let edit = listing.edit(.set(kind), at: pointer)
        mode = .typing(TypedText(purpose: .edit(edit), line: LineEditor(text)))
    }

    mutating func choose(from values: [PropertyList], for pointer: ValuePointer, now value: PropertyList?) {
        guard let listing else { return }
        let choices = values.compactMap { value in (try? value.editText).map { (value, $0) } }
        guard !choices.isEmpty else { return _ = say("none of the allowed values has a text") }
        let options = choices.map { value, text in
            Choice.Option(
                label: text,
                action: .make(.edit(listing.edit(.set(value.kind), at: pointer, text: text)))
            )
        }
        let cursor = choices.firstIndex { $0.0 == value } ?? 0
        mode = .choosing(Choice(pointer: pointer, options: options, cursor: cursor))
    }

    mutating func perform(_ action: Choice.Action) -> [BrowseEffect] {
        switch action {
        case .make(.edit(let edit, let typed)): return make(edit, from: typed)
        case .make(let change): return [.make(change)]
        case .open(let edit): return [.open(edit)]
        case .edit(let pointer, let kind): edit(pointer, as: kind)
        case .add(let pointer, let kind): return add(pointer, kind)
        case .forget(let isRedo): forget(isRedo: isRedo)
        case .nothing: break
        }
        return []
    }

    /// Has an edit made, unless the value is that already.
    func make(_ edit: ValueEdit, from typed: TypedText? = nil) -> [BrowseEffect] {
        if case .set(let kind) = edit.action, let seen = edit.seen, seen.kind == kind,
            (try? seen.editText) == edit.text
        {
            return []
        }
        return [.make(.edit(edit, from: typed))]
    }

    // MARK: Short edits

    mutating func toggle(_ pointer: ValuePointer) -> [BrowseEffect] {
        switch listing?.value(at: pointer) {
        case .boolean(let value): return replace(pointer, by: value ? "false" : "true", as: .boolean)
        case .array, .dictionary: unfold(pointer, !unfolded.contains(pointer))
        default: say("space inverts a bool, and unfolds an array or a dictionary")
        }
        return []
    }

    /// Sets the value in a line, as it is on the screen.
    func replace(
        _ pointer: ValuePointer,
        by text: String,
        as kind: PropertyListKind
    ) -> [BrowseEffect] {
        listing.map { make($0.edit(.set(kind), at: pointer, text: text)) } ?? []
    }

    /// Adds 1 to a number, or subtracts it; the schema limits the range.
    mutating func step(_ pointer: ValuePointer, by sign: Int) -> [BrowseEffect] {
        switch listing?.value(at: pointer) {
        case .integer(let number):
            let (sum, overflows) = Int64(exactly: number).map { $0.addingReportingOverflow(Int64(sign)) } ?? (0, true)
            guard !overflows else { break }
            return replace(pointer, by: String(sum), as: .integer)
        case .real(let number) where number.isFinite:
            return replace(pointer, by: (number + Double(sign)).shortestText, as: .real)
        default:
            break
        }
        say("+ and - step an integer or a float within its range")
        return []
    }

    mutating func remove(_ pointer: ValuePointer) -> [BrowseEffect] {
        guard let listing else { return [] }
        guard let file = listing.file(of: pointer.key) else { return say("\(pointer.key.quoted) is not set") }
        guard listing.isInWrittenFile(pointer.key) else {
            return say("\(pointer.key.quoted) is set in \(file.path) alone, which is not edited here")
        }
        // Elements of an array move when another program inserts one.
        let array = pointer.container.flatMap { listing.value(at: $0)?.kind == .array ? $0 : nil }
        let edit = listing.edit(.remove, at: pointer, seeing: array)
        guard canUndo(.value(edit)) else {
            askWhether(to: "remove \(pointer.quoted) for good", .value(edit))
            return []
        }
        return make(edit)
    }

    /// Whether the history gets what a change replaces: of a value no part may be secret, nor of another part of its key.
    private func canUndo(_ change: MadeChange.Subject) -> Bool {
        guard hasHistory, case .value(let edit) = change, let listing else { return hasHistory }
        let key = edit.pointer.key
        return !listing.hidesPart(of: edit.seen, at: edit.seenPointer)
            && !listing.hidesPart(of: listing.value(of: key), at: ValuePointer(key))
    }

    mutating func reset(_ pointer: ValuePointer) -> [BrowseEffect] {
        pointer.inValue == .whole ? remove(pointer) : say("only a key has a default; d removes a part of a value")
    }

    // MARK: Commands

    /// Shows and copies the command that sets a value as it is.
    mutating func showCommand(of pointer: ValuePointer) -> [BrowseEffect] {
        guard let listing else { return [] }
        let value = listing.file(of: pointer.key).flatMap { _ in listing.value(at: pointer) }
        let isHidden = listing.hidesPart(of: value, at: pointer)
        let line = listing.suite.commandLine(setting: value, at: pointer, fromInput: isHidden)
        guard line.utf8.count <= Self.longestCommand else {
            return say("the command is too long to show: \(counted(line.utf8.count, "byte"))")
        }
        status = Status(text: line)
        return [.copy(line)]
    }

    /// Undoes a change of this session, or redoes one.
    mutating func undo(_ made: MadeChange?, isRedo: Bool) -> [BrowseEffect] {
        guard hasHistory else { return say("the history is off: edits cannot be undone") }
        guard let made else { return say("nothing to \(isRedo ? "redo" : "undo")") }
        return [.make(.undo(made, isRedo: isRedo))]
    }

    /// Shows why a key has no effect.
    @discardableResult
    mutating func say(_ text: String) -> [BrowseEffect] {
        status = Status(text: text, isError: true)
        return []
    }

    // MARK: Outcomes

    /// Shows the outcome of a change; a value that has changed meanwhile leaves the choice to the user.
    mutating func finish(_ change: BrowseChange, _ outcome: EditOutcome) -> [BrowseEffect] {
        switch (outcome, change) {
        case (.done(let id, let message), _):
            mode = .browsing
            status = Status(text: message)
            guard let id else { return [] }
            return finish(change, madeAs: id)
        case (.stale(let message), .edit(var edit, let typed)):
            edit.isGuarded = false
            choose(message, ["keep mine": .make(.edit(edit, from: typed)), "take theirs": .nothing])
        case (.stale(let message), .undo(let made, let isRedo, isForced: false)):
            let forced = BrowseChange.undo(made, isRedo: isRedo, isForced: true)
            choose(message, ["skip it": .forget(isRedo: isRedo), "go on even so": .make(forced)])
        case (.stale(let message), .undo(_, let isRedo, _)), (.unknown(let message), .undo(_, let isRedo, _)):
            mode = .browsing
            say(message)
            forget(isRedo: isRedo)
        case (.refused(let message), .edit(_, from: let typed?)), (.unknown(let message), .edit(_, from: let typed?)),
            (.refused(let message), .suite(_, from: let typed?)):
            refuse(typed, message)
        case (.refused(let message), .edit(var edit, from: nil)), (.unknown(let message), .edit(var edit, from: nil)):
            guard case .setJSON = edit.action else { return say(message) }
            edit.isGuarded = true
            choose(message, ["edit again": .open(edit), "discard": .nothing])
        case (.refused(let message), _), (.stale(let message), .suite), (.unknown(let message), .suite):
            say(message)
        }
        return []
    }

    /// Remembers a change that is made, and shows what it is about.
    private mutating func finish(_ change: BrowseChange, madeAs id: String) -> [BrowseEffect] {
        let subject: MadeChange.Subject
        var isUndone = false
        switch change {
        case .edit(let edit, _): subject = .value(edit)
        case .suite(let change, _): subject = .suite(change)
        case .undo(let made, let isRedo, _):
            subject = made.subject
            isUndone = !isRedo
            forget(isRedo: isRedo)
        }
        let made = MadeChange(subject: subject, id: id)
        if isUndone { redoable.append(made) } else { undoable.append(made) }
        if case .undo = change {} else { redoable = [] }
        if !isUndone, let name = subject.removedName {
            let hint = canUndo(subject) ? "; u brings it back" : ""
            status.text = "removed \(name)\(hint)" + (status.text.isEmpty ? "" : "; \(status.text)")
        }
        switch subject {
        case .value(let edit): selectKey(of: edit, isUndone: isUndone)
        case .suite(let change): return updateSuites(after: change, isUndone: isUndone)
        }
        return []
    }

    /// Returns to a refused text, so that it is not lost.
    mutating func refuse(_ typed: TypedText, _ message: String) {
        var typed = typed
        typed.error = message
        mode = .typing(typed)
    }

    private mutating func choose(_ title: String, _ options: KeyValuePairs<String, Choice.Action>) {
        let options = options.map { Choice.Option(label: $0.key, action: $0.value) }
        mode = .choosing(Choice(pointer: row, title: title, options: options))
    }

    /// Moves the cursor to the key that is changed.
    private mutating func selectKey(of edit: ValueEdit, isUndone: Bool) {
        // After a rename the key has the last name, and after its undo the first again.
        let key = edit.action == .rename && !isUndone ? edit.text : edit.pointer.key
        if row?.key.hasSameBytes(as: key) != true { select(ValuePointer(key)) }
    }

    private mutating func forget(isRedo: Bool) {
        _ = isRedo ? redoable.popLast() : undoable.popLast()
    }
}

extension MadeChange.Subject {
    /// What the change has removed, as a message names it; nil if it has not.
    fileprivate var removedName: String? {
        switch self {
        case .value(let edit): edit.action == .remove ? edit.pointer.quoted : nil
        case .suite(.remove(let name)): "the suite \(name.quoted)"
        case .suite: nil
        }
    }
}
