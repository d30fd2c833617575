import CommandGrammar
import PreferenceCore
import PropertyLists

/// What the screen asks for: the type of a value, and the name and the value of a new entry.
extension BrowseState {
    mutating func askForType(of row: Row) {
        guard let pointer = listing?.pointer(of: row) else { return }
        choose(typeUnder: "type:", now: listing?.value(of: row)?.kind) { .edit(pointer, as: $0) }
    }

    /// Lists the types of a value, below the line with the cursor.
    private mutating func choose(
        typeUnder title: String,
        now kind: PropertyListKind?,
        _ action: (PropertyListKind) -> Choice.Action
    ) {
        let kinds = PropertyListKind.allCases.filter { $0 != .uid }
        let options = kinds.map { Choice.Option(label: $0.rawValue, action: action($0)) }
        let cursor = kind.flatMap(kinds.firstIndex) ?? 0
        let place = row.flatMap { listing?.pointer(of: $0) }
        mode = .choosing(Choice(pointer: place, title: title, options: options, cursor: cursor))
    }

    /// Edits the text of a value as another type; a container starts empty.
    mutating func edit(_ pointer: ValuePointer, as kind: PropertyListKind) {
        let value = listing?.value(at: pointer)
        let text =
            switch kind {
            case .array where value?.kind != .array: "[]"
            case .dictionary where value?.kind != .dictionary: "{}"
            default: value?.kind.isContainer ?? true && !kind.isContainer ? "" : (try? value?.argument) ?? ""
            }
        let old = listing?.writtenValue(at: pointer)
        mode = .editing(ValueEdit(pointer: pointer, kind: kind, old: old, line: LineEditor(text)))
    }

    /// Asks for a new entry of the container that is unfolded at the cursor or around it, or for a new key.
    mutating func askForNewEntry() {
        let isUnfolded = row.flatMap { listing?.pointer(of: $0) }.map(unfolded.contains) ?? false
        guard let listing, let container = isUnfolded ? row : row?.container else {
            mode = .asking(Question(label: "key:", purpose: .keyOfEntry(in: nil)))
            return
        }
        let pointer = listing.pointer(of: container)
        if case .array(let elements) = listing.value(of: container) {
            askForNewValue(at: pointer.part("-"), like: elements.last)
        } else {
            mode = .asking(Question(label: "key:", purpose: .keyOfEntry(in: pointer)))
        }
    }

    /// Asks for the type of a new value, unless the schema determines it, and then for the value.
    ///
    /// - Parameter neighbor: A value that probably has the same type.
    private mutating func askForNewValue(at pointer: ValuePointer, like neighbor: PropertyList? = nil) {
        let schema = listing?.schema?.schema
        if let rule = schema?.rule(for: pointer.key, at: pointer.inValue.tokens),
            schema?.kinds(of: rule).isEmpty == false
        {
            mode = .asking(Question(label: "value:", purpose: .newValue(pointer, nil)))
        } else {
            choose(typeUnder: "type of \(pointer.quoted):", now: neighbor?.kind) { .add(pointer, $0) }
        }
    }

    /// Adds an empty container, or asks for another value of a type.
    mutating func add(_ pointer: ValuePointer, _ kind: PropertyListKind) -> [BrowseEffect] {
        switch kind {
        case .array: return set(pointer, to: "[]", as: kind, since: nil)
        case .dictionary: return set(pointer, to: "{}", as: kind, since: nil)
        case .boolean: choose(from: [.boolean(true), .boolean(false)], for: pointer, now: nil, since: nil)
        default: mode = .asking(Question(label: "\(kind.rawValue):", purpose: .newValue(pointer, kind)))
        }
        return []
    }

    mutating func askForName(of row: Row) {
        guard let listing else { return }
        let key = listing.entries[row.entry].key
        guard row.pointer.isEmpty else { return _ = say("only a key can be renamed") }
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
            let pointer = container.map { $0.part(text) } ?? ValuePointer(text)
            if listing?.writtenValue(at: pointer) != nil {
                refuse(question, "\(pointer.quoted) exists")
            } else {
                askForNewValue(at: pointer)
            }
            return []
        case .newValue where text.isEmpty:
            refuse(question, "type a value; Esc adds none")
            return []
        case .newValue(let pointer, let kind):
            return set(pointer, to: text, as: kind, since: nil, from: .question(question))
        case .newName(let key):
            guard !text.hasSameBytes(as: key) else { return [] }
            let pointer = ValuePointer(key)
            let seen = SeenValue(pointer: pointer, value: listing?.writtenValue(at: pointer))
            return [.run(EditRun(command: .rename(key, to: text), origin: .question(question), seen: seen))]
        }
    }
}
