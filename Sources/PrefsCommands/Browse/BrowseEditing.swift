import PreferenceCore
import PropertyLists

/// The edits: each becomes a command line, which the session runs.
extension BrowseState {
    /// The length up to which a string is edited in its place, in bytes.
    private static let longestLine = 4096

    // MARK: A value

    /// Starts to edit a value, in the way that suits its type.
    mutating func edit(_ row: Row) -> [BrowseEffect] {
        guard let listing else { return [] }
        let value = listing.value(of: row)
        let old = listing.writtenValue(of: row)
        if let allowed = listing.rule(of: row).flatMap({ listing.schema?.schema.allowedValues(of: $0) }),
            !allowed.isEmpty
        {
            choose(from: allowed, for: row, now: value, since: old)
            return []
        }
        switch value {
        case .boolean:
            choose(from: [.boolean(true), .boolean(false)], for: row, now: value, since: old)
        case .string(let text)
        where text.utf8.count <= Self.longestLine && !text.unicodeScalars.contains(where: \.isControl):
            mode = .editing(ValueEdit(row: row, kind: .string, old: old, line: LineEditor(text)))
        case .integer, .real, .uid:
            mode = .editing(
                ValueEdit(row: row, kind: value?.kind, old: old, line: LineEditor((try? value?.text) ?? ""))
            )
        case nil:
            mode = .editing(ValueEdit(row: row, kind: nil, old: old, line: LineEditor()))
        case let value?:
            let place = listing.place(of: row)
            guard let text = try? value.json(.typed, pretty: true) else { return [] }
            return [.edit(EditedText(place: place, shown: value, old: old, text: text))]
        }
        return []
    }

    private mutating func choose(
        from values: [PropertyList],
        for row: Row,
        now value: PropertyList?,
        since old: PropertyList?
    ) {
        let options = values.compactMap { value in
            (try? value.text).map { Choice.Option(label: $0, action: .set(row, $0, value.kind, since: old)) }
        }
        let cursor = values.firstIndex { $0 == value } ?? 0
        mode = .choosing(Choice(title: "", options: options, cursor: min(cursor, max(options.count - 1, 0))))
    }

    /// Runs the command for an edit in place; a text that has not changed needs none.
    mutating func save(_ edit: ValueEdit) -> [BrowseEffect] {
        guard let listing else { return [] }
        if let old = edit.old, old.kind == edit.kind, (try? old.text) == edit.line.text {
            mode = .browsing
            return []
        }
        return set(listing.place(of: edit.row), to: edit.line.text, as: edit.kind, since: edit.old)
    }

    mutating func perform(_ action: Choice.Action) -> [BrowseEffect] {
        switch action {
        case .set(let row, let text, let kind, let old):
            guard let place = listing?.place(of: row) else { return [] }
            return set(place, to: text, as: kind, since: old)
        case .edit(let row, let kind): editAsType(row, kind)
        case .run(let run): return [.run(run)]
        case .editAgain(let text): return [.edit(text)]
        case .nothing: break
        }
        return []
    }

    /// Sets the value in a line, as it is on the screen.
    private func set(_ row: Row, to text: String, as kind: PropertyListKind?) -> [BrowseEffect] {
        guard let listing else { return [] }
        return set(listing.place(of: row), to: text, as: kind, since: listing.writtenValue(of: row))
    }

    /// Returns the command that sets a place.
    ///
    /// If the file to write does not have the key, a part of a value is set with the rest, as the user has seen it.
    ///
    /// - Parameter old: The value that the user has seen in the file; nil if the file did not have it.
    private func set(
        _ place: ValuePath,
        to text: String,
        as kind: PropertyListKind?,
        since old: PropertyList?
    ) -> [BrowseEffect] {
        let isSecret = listing?.isSecret(place) ?? false
        if place.pointer != .whole, let listing, let position = listing.position(ofKey: place.key),
            !listing.isInWrittenFile(listing.entries[position]), let whole = listing.value(of: position),
            let part = kind.map({ try? PropertyList(text: text, as: .kind($0)) }) ?? PropertyList(inferring: text),
            let changed = try? place.whole(whole, setting: part, creatingParents: false),
            let json = try? changed.json(.typed)
        {
            let key = ValuePath(place.key)
            return [.run(EditRun(command: .set(key, to: json, as: whole.kind, since: nil, isSecret: isSecret)))]
        }
        return [.run(EditRun(command: .set(place, to: text, as: kind, since: old, isSecret: isSecret)))]
    }

    // MARK: Short edits

    mutating func toggle(_ row: Row) -> [BrowseEffect] {
        switch listing?.value(of: row) {
        case .boolean(let value): return set(row, to: value ? "false" : "true", as: .boolean)
        case .array, .dictionary:
            if let place = listing?.place(of: row) { unfold(place, !unfolded.contains(place)) }
        default: say("space inverts a bool, and unfolds an array or a dictionary")
        }
        return []
    }

    /// Adds 1 to a number, or subtracts it; the schema limits the range.
    mutating func step(_ row: Row, by sign: Int) -> [BrowseEffect] {
        switch listing?.value(of: row) {
        case .integer(let number):
            let (sum, overflows) = Int64(exactly: number).map { $0.addingReportingOverflow(Int64(sign)) } ?? (0, true)
            guard !overflows else { break }
            return set(row, to: String(sum), as: .integer)
        case .real(let number) where number.isFinite:
            return set(row, to: (number + Double(sign)).shortestText, as: .real)
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
        return [.run(EditRun(command: .reset(listing.place(of: row))))]
    }

    mutating func reset(_ row: Row) -> [BrowseEffect] {
        row.path.isEmpty ? remove(row) : say("only a key has a default; d removes a part of a value")
    }

    // MARK: Types and names

    mutating func askForType(of row: Row) {
        let kinds = PropertyListKind.allCases.filter { $0 != .uid }
        let options = kinds.map { Choice.Option(label: $0.rawValue, action: .edit(row, as: $0)) }
        let cursor = listing?.value(of: row).flatMap { kinds.firstIndex(of: $0.kind) } ?? 0
        mode = .choosing(Choice(title: "type:", options: options, cursor: cursor))
    }

    /// Edits the text of a value as another type; a container starts empty.
    private mutating func editAsType(_ row: Row, _ kind: PropertyListKind) {
        let value = listing?.value(of: row)
        let text =
            switch kind {
            case .array where value?.kind != .array: "[]"
            case .dictionary where value?.kind != .dictionary: "{}"
            default: value?.isContainer ?? true && !kind.isContainer ? "" : (try? value?.text) ?? ""
            }
        mode = .editing(ValueEdit(row: row, kind: kind, old: listing?.writtenValue(of: row), line: LineEditor(text)))
    }

    /// Asks for a new entry of the container that is unfolded at the cursor or around it, or for a new key.
    mutating func askForNewEntry() {
        guard let listing, let row else {
            mode = .asking(Question(label: "key:", purpose: .keyOfEntry(in: nil)))
            return
        }
        var container = row
        if !unfolded.contains(listing.place(of: row)) {
            guard !row.path.isEmpty else {
                mode = .asking(Question(label: "key:", purpose: .keyOfEntry(in: nil)))
                return
            }
            container.path.removeLast()
        }
        let place = listing.place(of: container)
        mode =
            listing.value(of: container)?.kind == .array
            ? .asking(Question(label: "value:", purpose: .newValue(place.part("-"))))
            : .asking(Question(label: "key:", purpose: .keyOfEntry(in: place)))
    }

    mutating func askForName(of row: Row) {
        guard let listing else { return }
        let key = listing.entries[row.entry].key
        guard row.path.isEmpty else { return _ = say("only a key can be renamed") }
        guard listing.isInWrittenFile(listing.entries[row.entry]) else {
            return _ = say("\(key.quoted) is not set here")
        }
        mode = .asking(Question(label: "new name:", purpose: .newName(key), line: LineEditor(key)))
    }

    mutating func answer(_ question: Question) -> [BrowseEffect] {
        mode = .browsing
        let text = question.line.text
        switch question.purpose {
        case .keyOfEntry(let container):
            let place = container.map { $0.part(text) } ?? ValuePath(text)
            mode = .asking(Question(label: "value:", purpose: .newValue(place)))
            return []
        case .newValue(let place):
            return set(place, to: text, as: nil, since: nil)
        case .newName(let key):
            return text.hasSameBytes(as: key) ? [] : [.run(EditRun(command: .rename(key, to: text)))]
        }
    }

    // MARK: Commands

    /// Shows and copies the command that sets a value as it is.
    mutating func showCommand(of row: Row) -> [BrowseEffect] {
        guard let listing else { return [] }
        let place = listing.place(of: row)
        var command = EditCommand.reset(place)
        if let value = listing.value(of: row), listing.entries[row.entry].isSet, let text = try? value.argument {
            let isSecret = listing.isSecret(place) || listing.shown(value, at: place) != value
            command = .set(place, to: text, as: value.kind, since: nil, isSecret: isSecret)
        }
        let line = command.shellLine(selectors)
        status = Status(text: line)
        return [.copy(line)]
    }

    /// Takes back a run of this session.
    mutating func takeBack(_ id: String?, _ purpose: EditRun.Purpose) -> [BrowseEffect] {
        guard let id else { return say(purpose == .undo ? "nothing to undo" : "nothing to redo") }
        return [.run(EditRun(command: .undo(id), purpose: purpose, isGuarded: false))]
    }

    /// Shows why a key has no effect.
    @discardableResult
    private mutating func say(_ text: String) -> [BrowseEffect] {
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
            selectKey(of: run.command)
        case .preconditionFailed where run.isGuarded && !run.command.precondition.isEmpty:
            var unguarded = run
            unguarded.isGuarded = false
            let options = [
                Choice.Option(label: "keep mine", action: .run(unguarded)),
                Choice.Option(label: "take theirs", action: .nothing),
            ]
            mode = .choosing(Choice(title: outcome.message, options: options))
        default:
            if case .editing(var edit) = mode {
                edit.error = outcome.message
                mode = .editing(edit)
            } else {
                status = Status(text: outcome.message, isError: true)
            }
            if run.purpose != .edit, outcome.exitCode == .absent { forget(run.purpose) }
        }
    }

    /// Moves the cursor to the key that a command has created.
    private mutating func selectKey(of command: EditCommand) {
        let key = command.verb == "rename" ? command.operands.last : command.operands.first
        guard ["set", "rename"].contains(command.verb), let key, let listing, let row,
            !listing.entries[row.entry].key.hasSameBytes(as: key)
        else { return }
        select(ValuePath(key))
    }

    private mutating func remember(_ run: EditRun, _ id: String) {
        switch run.purpose {
        case .edit:
            undoIDs.append(id)
            redoIDs = []
        case .undo:
            undoIDs.removeLast()
            redoIDs.append(id)
        case .redo:
            redoIDs.removeLast()
            undoIDs.append(id)
        }
    }

    /// Drops a run that the history does not have.
    private mutating func forget(_ purpose: EditRun.Purpose) {
        if purpose == .undo {
            undoIDs.removeLast()
        } else {
            redoIDs.removeLast()
        }
    }

    /// Saves what the user has made of a value in the editor.
    mutating func finish(_ edited: EditedText) -> [BrowseEffect] {
        do throws(PropertyListError) {
            var value = try PropertyList(parsingJSON: edited.text.utf8Span.span)
            value = value.keepingTypes(of: edited.shown)
            guard value != edited.shown, let text = try? value.argument else {
                status = Status(text: CommandNote.nothingChanged.message.text)
                return []
            }
            return set(edited.place, to: text, as: value.kind, since: edited.old)
        } catch {
            let options = [
                Choice.Option(label: "edit again", action: .editAgain(edited)),
                Choice.Option(label: "discard", action: .nothing),
            ]
            mode = .choosing(Choice(title: error.description, options: options))
            return []
        }
    }
}

extension PropertyList {
    /// The text of the value as an argument of `set` with the option for its type.
    var argument: String {
        get throws(PropertyListError) {
            try isContainer ? json(.typed) : text
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { value < 0x20 || 0x7F..<0xA0 ~= value }
}
