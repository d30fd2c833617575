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
            default: value?.kind.isContainer ?? true && !kind.isContainer ? "" : (try? value?.editText) ?? ""
            }
        edit(pointer, as: kind, from: text)
    }

    /// Asks for a new entry of the container that is unfolded at the cursor or around it, or for a new key.
    mutating func askForNewEntry() {
        let isUnfolded = row.flatMap { listing?.pointer(of: $0) }.map(unfolded.contains) ?? false
        guard let listing, let container = isUnfolded ? row : row?.container else {
            mode = .typing(TypedText(question: "key:", purpose: .keyOfEntry(in: nil)))
            return
        }
        let pointer = listing.pointer(of: container)
        if case .array(let elements) = listing.value(of: container) {
            askForNewValue(at: pointer.part("-"), like: elements.last)
        } else {
            mode = .typing(TypedText(question: "key:", purpose: .keyOfEntry(in: pointer)))
        }
    }

    /// Asks for the type of a new value, unless the schema determines it, and then for the value.
    ///
    /// - Parameter neighbor: A value that probably has the same type.
    private mutating func askForNewValue(at pointer: ValuePointer, like neighbor: PropertyList? = nil) {
        let schema = listing?.rules.schema
        if let rule = schema?.rule(for: pointer.key, at: pointer.inValue.tokens),
            schema?.kinds(of: rule).isEmpty == false
        {
            ask("value:", for: pointer, nil)
        } else {
            choose(typeUnder: "type of \(pointer.quoted):", now: neighbor?.kind) { .add(pointer, $0) }
        }
    }

    /// Adds an empty container, or asks for another value of a type.
    mutating func add(_ pointer: ValuePointer, _ kind: PropertyListKind) -> [BrowseEffect] {
        switch kind {
        case .array, .dictionary:
            guard let listing else { return [] }
            return make(listing.edit(.set(kind), at: pointer, text: kind == .array ? "[]" : "{}"))
        case .boolean: choose(from: [.boolean(true), .boolean(false)], for: pointer, now: nil)
        default: ask("\(kind.rawValue):", for: pointer, kind)
        }
        return []
    }

    private mutating func ask(_ question: String, for pointer: ValuePointer, _ kind: PropertyListKind?) {
        guard let listing else { return }
        mode = .typing(TypedText(question: question, purpose: .edit(listing.edit(.set(kind), at: pointer))))
    }

    mutating func askForName(of row: Row) {
        guard let listing else { return }
        let key = listing.entries[row.entry].key
        guard row.pointer.isEmpty else { return _ = say("only a key can be renamed") }
        guard listing.isInWrittenFile(listing.entries[row.entry]) else {
            return _ = say("\(key.quoted) is not set here")
        }
        let edit = listing.edit(.rename, at: listing.pointer(of: row))
        mode = .typing(TypedText(question: "new name:", purpose: .edit(edit), line: LineEditor(key)))
    }

    /// Makes the edit that a text completes, or asks for the rest of it.
    mutating func finish(_ typed: TypedText) -> [BrowseEffect] {
        mode = .browsing
        let text = typed.line.text
        switch typed.purpose {
        case .keyOfEntry(let container):
            let pointer = container.map { $0.part(text) } ?? ValuePointer(text)
            if listing?.writtenValue(at: pointer) != nil {
                refuse(typed, "\(pointer.quoted) exists")
            } else {
                askForNewValue(at: pointer)
            }
        case .edit(let edit) where edit.action == .rename && text.hasSameBytes(as: edit.pointer.key):
            break
        case .edit(let edit) where edit.action != .rename && typed.question != nil && text.isEmpty:
            refuse(typed, "type a value; Esc adds none")
        case .edit(var edit):
            edit.text = text
            return make(edit, from: typed)
        }
        return []
    }
}
