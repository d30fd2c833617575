import CommandGrammar
import PreferenceCore
import PropertyLists

/// The edits: each becomes a command line, which the session runs.
extension BrowseState {
    /// The length up to which a string is edited in its place, in bytes.
    private static let longestLine = 4096

    /// The length up to which a command is shown and copied, in bytes.
    private static let longestCommand = 65_536

    // MARK: A value

    /// Starts to edit a value, in the way that suits its type.
    mutating func beginEdit(of row: Row) -> [BrowseEffect] {
        guard let listing else { return [] }
        let pointer = listing.pointer(of: row)
        let value = listing.value(of: row)
        let old = listing.writtenValue(of: row)
        func line(_ text: String, as kind: PropertyListKind?) -> BrowseMode {
            .editing(ValueEdit(pointer: pointer, kind: kind, old: old, line: LineEditor(text)))
        }
        let allowed = listing.rule(of: row).flatMap { listing.schema?.schema.allowedValues(of: $0) } ?? []
        if !allowed.isEmpty {
            choose(from: allowed, for: pointer, now: value, since: old)
            return []
        }
        switch value {
        case .boolean:
            choose(from: [.boolean(true), .boolean(false)], for: pointer, now: value, since: old)
        case .string(let text)
        where text.utf8.count <= Self.longestLine && !text.unicodeScalars.contains(where: \.isControl):
            mode = line(text, as: .string)
        case .integer, .real, .uid:
            mode = line((try? value?.text) ?? "", as: value?.kind)
        case nil:
            mode = line("", as: nil)
        case let value?:
            guard let text = try? value.json(.typed, pretty: true) else { return [] }
            return [.edit(EditedText(pointer: pointer, shown: value, old: old, text: text))]
        }
        return []
    }

    mutating func choose(
        from values: [PropertyList],
        for pointer: ValuePointer,
        now value: PropertyList?,
        since old: PropertyList?
    ) {
        let choices = values.compactMap { value in (try? value.argument).map { (value, $0) } }
        guard !choices.isEmpty else { return _ = say("none of the allowed values has a text") }
        mode = .choosing(
            Choice(
                pointer: pointer,
                options: choices.map { .init(label: $1, action: .set(pointer, $1, $0.kind, since: old)) },
                cursor: choices.firstIndex { $0.0 == value } ?? 0
            )
        )
    }

    mutating func perform(_ action: Choice.Action) -> [BrowseEffect] {
        switch action {
        case .set(let pointer, let text, let kind, let old): return set(pointer, to: text, as: kind, since: old)
        case .edit(let pointer, let kind): edit(pointer, as: kind)
        case .add(let pointer, let kind): return add(pointer, kind)
        case .run(let run): return [.run(run)]
        case .editAgain(let text): return [.edit(text)]
        case .forget(let purpose): forget(purpose)
        case .nothing: break
        }
        return []
    }

    /// Returns the command that sets the value at a pointer; none if that is the value already.
    ///
    /// If the file to write does not have the key, a part of a value is set with the rest, as the user has seen it.
    ///
    /// - Parameters:
    ///   - old: The value that the user has seen in the file; nil if the file did not have it.
    ///   - origin: Where the text comes from.
    func set(
        _ pointer: ValuePointer,
        to text: String,
        as kind: PropertyListKind?,
        since old: PropertyList?,
        from origin: EditRun.Origin? = nil
    ) -> [BrowseEffect] {
        if let old, old.kind == kind, (try? old.argument) == text { return [] }
        if pointer.inValue != .whole, let listing, let position = listing.entries.position(of: pointer.key),
            !listing.isInWrittenFile(listing.entries[position]), let whole = listing.value(of: position),
            let part = part(of: text, as: kind, at: pointer),
            let changed = try? pointer.whole(whole, setting: part, creatingParents: false),
            let json = try? changed.json(.typed)
        {
            let key = ValuePointer(pointer.key)
            let isSecret = listing.shown(changed, at: key) != changed
            let command = EditCommand.set(key, to: json, as: whole.kind, since: nil, isSecret: isSecret)
            return [.run(EditRun(command: command, origin: origin))]
        }
        let isSecret =
            listing?.secrets.isSecret(pointer) ?? false || listing?.hidesPart(of: text, as: kind, at: pointer) ?? false
        let command = EditCommand.set(pointer, to: text, as: kind, since: old, isSecret: isSecret)
        return [.run(EditRun(command: command, origin: origin))]
    }

    /// Returns the value that a text spells; nil if it does not spell one.
    private func part(of text: String, as kind: PropertyListKind?, at pointer: ValuePointer) -> PropertyList? {
        if let kind { return try? PropertyList(text: text, as: .kind(kind)) }
        guard let schema = listing?.schema else { return PropertyList(inferring: text) }
        return (try? schema.value(of: text, encoding: nil, at: pointer)) ?? PropertyList(inferring: text)
    }

    // MARK: Short edits

    mutating func toggle(_ row: Row) -> [BrowseEffect] {
        switch listing?.value(of: row) {
        case .boolean(let value): return replace(row, by: value ? "false" : "true", as: .boolean)
        case .array, .dictionary:
            if let pointer = listing?.pointer(of: row) { unfold(pointer, !unfolded.contains(pointer)) }
        default: say("space inverts a bool, and unfolds an array or a dictionary")
        }
        return []
    }

    /// Sets the value in a line, as it is on the screen.
    private func replace(_ row: Row, by text: String, as kind: PropertyListKind) -> [BrowseEffect] {
        guard let listing else { return [] }
        return set(listing.pointer(of: row), to: text, as: kind, since: listing.writtenValue(of: row))
    }

    /// Adds 1 to a number, or subtracts it; the schema limits the range.
    mutating func step(_ row: Row, by sign: Int) -> [BrowseEffect] {
        switch listing?.value(of: row) {
        case .integer(let number):
            let (sum, overflows) = Int64(exactly: number).map { $0.addingReportingOverflow(Int64(sign)) } ?? (0, true)
            guard !overflows else { break }
            return replace(row, by: String(sum), as: .integer)
        case .real(let number) where number.isFinite:
            return replace(row, by: (number + Double(sign)).shortestText, as: .real)
        default:
            break
        }
        say("+ and - step an integer or a float within its range")
        return []
    }

    mutating func remove(_ row: Row) -> [BrowseEffect] {
        guard let listing else { return [] }
        let entry = listing.entries[row.entry]
        guard entry.isSet else { return say("\(entry.key.quoted) is not set") }
        guard listing.isInWrittenFile(entry) else {
            return say("\(entry.key.quoted) is set in \(listing.path(of: entry) ?? "") alone, which is not edited here")
        }
        // Elements of an array move when another program inserts one.
        let array = row.container.flatMap { listing.value(of: $0)?.kind == .array ? $0 : nil }
        return [.run(EditRun(command: .reset(listing.pointer(of: row)), seen: listing.seen(array ?? row)))]
    }

    mutating func reset(_ row: Row) -> [BrowseEffect] {
        row.pointer.isEmpty ? remove(row) : say("only a key has a default; d removes a part of a value")
    }

    // MARK: Commands

    /// Shows and copies the command that sets a value as it is.
    mutating func showCommand(of row: Row) -> [BrowseEffect] {
        guard let listing else { return [] }
        let pointer = listing.pointer(of: row)
        var command = EditCommand.reset(pointer)
        if let value = listing.value(of: row), listing.entries[row.entry].isSet, let text = try? value.argument {
            let isSecret = listing.secrets.isSecret(pointer) || listing.shown(value, at: pointer) != value
            command = .set(pointer, to: text, as: value.kind, since: nil, isSecret: isSecret)
        }
        let line = command.shellLine(selectors)
        guard line.utf8.count <= Self.longestCommand else {
            return say("the command is too long to show: \(counted(line.utf8.count, "byte"))")
        }
        status = Status(text: line)
        return [.copy(line)]
    }

    /// Undoes or redoes an edit of this session.
    mutating func undoOrRedo(_ purpose: EditRun.Purpose?, _ nothing: String) -> [BrowseEffect] {
        guard hasHistory else { return say("the history is off: edits cannot be undone") }
        guard let purpose, let edit = purpose.edit else { return say(nothing) }
        return [.run(EditRun(command: .undo(edit.id), purpose: purpose, isGuarded: false))]
    }

    /// Shows why a key has no effect.
    @discardableResult
    mutating func say(_ text: String) -> [BrowseEffect] {
        status = Status(text: text, isError: true)
        return []
    }

    // MARK: Outcomes

    /// Shows the outcome of a command line; a value that has changed meanwhile leaves the choice to the user.
    mutating func finish(_ run: EditRun, _ outcome: RunOutcome) {
        switch outcome.exitCode {
        case .done:
            mode = .browsing
            status = Status(text: outcome.message)
            remember(run, outcome.id)
            selectKey(of: run)
        case .preconditionFailed where run.purpose != .edit:
            guard let id = run.command.operands.last, run.command.options.isEmpty else { return forget(run, outcome) }
            let forced = EditRun(command: .undo(id, isForced: true), purpose: run.purpose, isGuarded: false)
            choose(outcome.message, ["skip it": .forget(run.purpose), "go on even so": .run(forced)])
        case .preconditionFailed where outcome.isStale || run.isGuarded && !run.command.precondition.isEmpty:
            var unguarded = run
            unguarded.isGuarded = false
            choose(outcome.message, ["keep mine": .run(unguarded), "take theirs": .nothing])
        default:
            if run.purpose != .edit, outcome.exitCode == .absent { return forget(run, outcome) }
            refuse(run, outcome.message)
        }
    }

    /// Returns to where a refused text comes from, so that it is not lost.
    private mutating func refuse(_ run: EditRun, _ message: String) {
        switch run.origin {
        case .line(var edit):
            edit.error = message
            mode = .editing(edit)
        case .question(let question):
            refuse(question, message)
        case .editor(let text):
            choose(message, ["edit again": .editAgain(text), "discard": .nothing])
        case nil:
            status = Status(text: message, isError: true)
        }
    }

    mutating func refuse(_ question: Question, _ message: String) {
        var question = question
        question.error = message
        mode = .asking(question)
    }

    private mutating func choose(_ title: String, _ options: KeyValuePairs<String, Choice.Action>) {
        let pointer = row.flatMap { row in listing?.pointer(of: row) }
        mode = .choosing(
            Choice(pointer: pointer, title: title, options: options.map { .init(label: $0.key, action: $0.value) })
        )
    }

    /// Moves the cursor to the key that a run has changed.
    private mutating func selectKey(of run: EditRun) {
        let command = run.purpose.edit?.command ?? run.command
        let isUndo = if case .undo = run.purpose { true } else { false }
        // After a rename the key has the last name, and after its undo the first again.
        let key = command.verb == "rename" && !isUndo ? command.operands.last : command.operands.first
        guard let key, let listing, row.map({ listing.entries[$0.entry].key.hasSameBytes(as: key) }) != true else {
            return
        }
        select(ValuePointer(key))
    }

    private mutating func remember(_ run: EditRun, _ id: String) {
        switch run.purpose {
        case .edit:
            undoable.append(RecordedEdit(id: id, command: run.command))
            redoable = []
        case .undo(let edit):
            _ = undoable.popLast()
            redoable.append(RecordedEdit(id: id, command: edit.command))
        case .redo(let edit):
            _ = redoable.popLast()
            undoable.append(RecordedEdit(id: id, command: edit.command))
        }
    }

    /// Drops a run that cannot be undone, and says why.
    private mutating func forget(_ run: EditRun, _ outcome: RunOutcome) {
        mode = .browsing
        status = Status(text: outcome.message, isError: true)
        forget(run.purpose)
    }

    private mutating func forget(_ purpose: EditRun.Purpose) {
        switch purpose {
        case .edit: break
        case .undo: _ = undoable.popLast()
        case .redo: _ = redoable.popLast()
        }
    }

    /// Saves what the user has made of a value in the editor.
    mutating func finish(_ edited: EditedText) -> [BrowseEffect] {
        do throws(PropertyListError) {
            var value = try PropertyList(parsingJSON: edited.text.utf8Span.span)
            value = value.keepingTypes(of: edited.shown)
            guard value != edited.shown, let text = try? value.argument else {
                status = Status(text: Message.nothingChanged.text)
                return []
            }
            return set(edited.pointer, to: text, as: value.kind, since: edited.old, from: .editor(edited))
        } catch {
            choose(error.description, ["edit again": .editAgain(edited), "discard": .nothing])
            return []
        }
    }
}

extension EditRun.Purpose {
    /// The edit that is undone or redone; nil for a new one.
    fileprivate var edit: RecordedEdit? {
        switch self {
        case .edit: nil
        case .undo(let edit), .redo(let edit): edit
        }
    }
}

extension PropertyList {
    /// The text of the value as an argument of `set` with the option for its type.
    var argument: String {
        get throws(PropertyListError) {
            try kind.isContainer ? json(.typed) : text
        }
    }
}
