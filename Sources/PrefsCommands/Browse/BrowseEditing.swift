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
        let place = listing.place(of: row)
        let value = listing.value(of: row)
        let old = listing.writtenValue(of: row)
        func line(_ text: String, as kind: PropertyListKind?) -> BrowseMode {
            .editing(ValueEdit(place: place, kind: kind, old: old, line: LineEditor(text)))
        }
        let allowed = listing.rule(of: row).flatMap { listing.schema?.schema.allowedValues(of: $0) } ?? []
        if !allowed.isEmpty {
            choose(from: allowed, for: place, now: value, since: old)
            return []
        }
        switch value {
        case .boolean:
            choose(from: [.boolean(true), .boolean(false)], for: place, now: value, since: old)
        case .string(let text)
        where text.utf8.count <= Self.longestLine && !text.unicodeScalars.contains(where: \.isControl):
            mode = line(text, as: .string)
        case .integer, .real, .uid:
            mode = line((try? value?.text) ?? "", as: value?.kind)
        case nil:
            mode = line("", as: nil)
        case let value?:
            guard let text = try? value.json(.typed, pretty: true) else { return [] }
            return [.edit(EditedText(place: place, shown: value, old: old, text: text))]
        }
        return []
    }

    private mutating func choose(
        from values: [PropertyList],
        for place: ValuePath,
        now value: PropertyList?,
        since old: PropertyList?
    ) {
        let choices = values.compactMap { value in (try? value.argument).map { (value, $0) } }
        guard !choices.isEmpty else { return _ = say("none of the allowed values has a text") }
        mode = .choosing(
            Choice(
                place: place,
                options: choices.map { .init(label: $1, action: .set(place, $1, $0.kind, since: old)) },
                cursor: choices.firstIndex { $0.0 == value } ?? 0
            )
        )
    }

    /// Runs the command for an edit in place.
    mutating func save(_ edit: ValueEdit) -> [BrowseEffect] {
        mode = .browsing
        return set(edit.place, to: edit.line.text, as: edit.kind, since: edit.old, from: .line(edit))
    }

    mutating func perform(_ action: Choice.Action) -> [BrowseEffect] {
        switch action {
        case .set(let place, let text, let kind, let old): return set(place, to: text, as: kind, since: old)
        case .edit(let place, let kind): edit(place, as: kind)
        case .run(let run): return [.run(run)]
        case .editAgain(let text): return [.edit(text)]
        case .forget(let purpose): forget(purpose)
        case .nothing: break
        }
        return []
    }

    /// Returns the command that sets a place; none if it has the value already.
    ///
    /// If the file to write does not have the key, a part of a value is set with the rest, as the user has seen it.
    ///
    /// - Parameters:
    ///   - old: The value that the user has seen in the file; nil if the file did not have it.
    ///   - origin: Where the text comes from.
    private func set(
        _ place: ValuePath,
        to text: String,
        as kind: PropertyListKind?,
        since old: PropertyList?,
        from origin: EditRun.Origin? = nil
    ) -> [BrowseEffect] {
        if let old, old.kind == kind, (try? old.argument) == text { return [] }
        if place.pointer != .whole, let listing, let position = listing.position(ofKey: place.key),
            !listing.isInWrittenFile(listing.entries[position]), let whole = listing.value(of: position),
            let part = part(of: text, as: kind, at: place),
            let changed = try? place.whole(whole, setting: part, creatingParents: false),
            let json = try? changed.json(.typed)
        {
            let key = ValuePath(place.key)
            let isSecret = listing.shown(changed, at: key) != changed
            let command = EditCommand.set(key, to: json, as: whole.kind, since: nil, isSecret: isSecret)
            return [.run(EditRun(command: command, origin: origin))]
        }
        let isSecret = listing?.isSecret(place) ?? false || listing?.hidesPart(of: text, as: kind, at: place) ?? false
        let command = EditCommand.set(place, to: text, as: kind, since: old, isSecret: isSecret)
        return [.run(EditRun(command: command, origin: origin))]
    }

    /// Returns the value that a text spells; nil if it does not spell one.
    private func part(of text: String, as kind: PropertyListKind?, at place: ValuePath) -> PropertyList? {
        if let kind { return try? PropertyList(text: text, as: .kind(kind)) }
        guard let schema = listing?.schema else { return PropertyList(inferring: text) }
        return (try? schema.value(of: text, encoding: nil, at: place)) ?? PropertyList(inferring: text)
    }

    // MARK: Short edits

    mutating func toggle(_ row: Row) -> [BrowseEffect] {
        switch listing?.value(of: row) {
        case .boolean(let value): return replace(row, by: value ? "false" : "true", as: .boolean)
        case .array, .dictionary:
            if let place = listing?.place(of: row) { unfold(place, !unfolded.contains(place)) }
        default: say("space inverts a bool, and unfolds an array or a dictionary")
        }
        return []
    }

    /// Sets the value in a line, as it is on the screen.
    private func replace(_ row: Row, by text: String, as kind: PropertyListKind) -> [BrowseEffect] {
        guard let listing else { return [] }
        return set(listing.place(of: row), to: text, as: kind, since: listing.writtenValue(of: row))
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
        return [.run(EditRun(command: .reset(listing.place(of: row)), seen: listing.seen(array ?? row)))]
    }

    mutating func reset(_ row: Row) -> [BrowseEffect] {
        row.path.isEmpty ? remove(row) : say("only a key has a default; d removes a part of a value")
    }

    // MARK: Types and names

    mutating func askForType(of row: Row) {
        let kinds = PropertyListKind.allCases.filter { $0 != .uid }
        guard let place = listing?.place(of: row) else { return }
        let options = kinds.map { Choice.Option(label: $0.rawValue, action: .edit(place, as: $0)) }
        let cursor = listing?.value(of: row).flatMap { kinds.firstIndex(of: $0.kind) } ?? 0
        mode = .choosing(Choice(place: place, title: "type:", options: options, cursor: cursor))
    }

    /// Edits the text of a value as another type; a container starts empty.
    private mutating func edit(_ place: ValuePath, as kind: PropertyListKind) {
        let value = listing?.value(at: place)
        let text =
            switch kind {
            case .array where value?.kind != .array: "[]"
            case .dictionary where value?.kind != .dictionary: "{}"
            default: value?.kind.isContainer ?? true && !kind.isContainer ? "" : (try? value?.argument) ?? ""
            }
        let old = listing?.writtenValue(at: place)
        mode = .editing(ValueEdit(place: place, kind: kind, old: old, line: LineEditor(text)))
    }

    /// Asks for a new entry of the container that is unfolded at the cursor or around it, or for a new key.
    mutating func askForNewEntry() {
        let isUnfolded = row.flatMap { listing?.place(of: $0) }.map(unfolded.contains) ?? false
        guard let listing, let container = isUnfolded ? row : row?.container else {
            mode = .asking(Question(label: "key:", purpose: .keyOfEntry(in: nil)))
            return
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
            return set(place, to: text, as: nil, since: nil, from: .question(question))
        case .newName(let key):
            guard !text.hasSameBytes(as: key) else { return [] }
            let place = ValuePath(key)
            let seen = SeenValue(place: place, value: listing?.writtenValue(at: place))
            return [.run(EditRun(command: .rename(key, to: text), origin: .question(question), seen: seen))]
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
        guard line.utf8.count <= Self.longestCommand else {
            return say("the command is too long to show: \(counted(line.utf8.count, "byte"))")
        }
        status = Status(text: line)
        return [.copy(line)]
    }

    /// Takes back a run of this session.
    mutating func undoOrRedo(_ id: String?, _ purpose: EditRun.Purpose) -> [BrowseEffect] {
        guard hasHistory else { return say("the history is off: edits cannot be undone") }
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
        case .question(var question):
            question.error = message
            mode = .asking(question)
        case .editor(let text):
            choose(message, ["edit again": .editAgain(text), "discard": .nothing])
        case nil:
            status = Status(text: message, isError: true)
        }
    }

    private mutating func choose(_ title: String, _ options: KeyValuePairs<String, Choice.Action>) {
        let place = row.flatMap { row in listing?.place(of: row) }
        mode = .choosing(
            Choice(place: place, title: title, options: options.map { .init(label: $0.key, action: $0.value) })
        )
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
            _ = undoIDs.popLast()
            redoIDs.append(id)
        case .redo:
            _ = redoIDs.popLast()
            undoIDs.append(id)
        }
    }

    /// Drops a run that cannot be undone, and says why.
    private mutating func forget(_ run: EditRun, _ outcome: RunOutcome) {
        mode = .browsing
        status = Status(text: outcome.message, isError: true)
        forget(run.purpose)
    }

    private mutating func forget(_ purpose: EditRun.Purpose) {
        if purpose == .undo { _ = undoIDs.popLast() } else { _ = redoIDs.popLast() }
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
            return set(edited.place, to: text, as: value.kind, since: edited.old, from: .editor(edited))
        } catch {
            choose(error.description, ["edit again": .editAgain(edited), "discard": .nothing])
            return []
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
