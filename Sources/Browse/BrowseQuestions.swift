import PreferenceCore
import PropertyLists

/// What the screen asks for: the type of a value, and the name and the value of a new entry.
extension BrowseState {
    mutating func askForType(of pointer: ValuePointer) {
        choose(typeUnder: "type:", now: listing?.value(at: pointer)?.kind) { .edit(pointer, as: $0) }
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
        mode = .choosing(Choice(pointer: row, title: title, options: options, cursor: cursor))
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
        let container = row.flatMap { unfolded.contains($0) ? $0 : $0.container }
        if let container, case .array(let elements) = listing?.value(at: container) {
            askForNewValue(at: container.part("-"), like: elements.last)
        } else {
            mode = .typing(TypedText(question: "key:", purpose: .keyOfEntry(in: container)))
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
        case .array: return replace(pointer, by: "[]", as: kind)
        case .dictionary: return replace(pointer, by: "{}", as: kind)
        case .boolean: choose(from: [.boolean(true), .boolean(false)], for: pointer, now: nil)
        default: ask("\(kind.rawValue):", for: pointer, kind)
        }
        return []
    }

    private mutating func ask(_ question: String, for pointer: ValuePointer, _ kind: PropertyListKind?) {
        guard let listing else { return }
        mode = .typing(TypedText(question: question, purpose: .edit(listing.edit(.set(kind), at: pointer))))
    }

    mutating func askForName(of pointer: ValuePointer) {
        guard let listing else { return }
        guard pointer.inValue == .whole else { return _ = say("only a key can be renamed") }
        guard listing.isInWrittenFile(pointer.key) else { return _ = say("\(pointer.key.quoted) is not set here") }
        let edit = listing.edit(.rename, at: pointer)
        mode = .typing(TypedText(question: "new name:", purpose: .edit(edit), line: LineEditor(pointer.key)))
    }

    /// Asks whether a change is to be made that removes more than `u` brings back without a word.
    ///
    /// - Parameter what: The change, as a short phrase: a small screen has one line for it.
    mutating func askWhether(to what: String, _ change: MadeChange.Subject) {
        mode = .typing(TypedText(question: "\(what)? y/n:", purpose: .confirmation(change)))
    }

    /// Makes the edit that a text completes, or asks for the rest of it.
    mutating func finish(_ typed: TypedText) -> [BrowseEffect] {
        mode = .browsing
        let text = typed.line.text
        switch typed.purpose {
        case .nameOfSuite(let old): return finish(typed, renaming: old)
        case .confirmation(let subject):
            guard ["y", "yes"].contains(text.lowercased()) else { return [] }
            switch subject {
            case .value(let edit): return [.make(.edit(edit))]
            case .suite(let edit): return [.make(.suite(edit))]
            }
        case .keyOfEntry where text.isEmpty:
            refuse(typed, "type a name; Esc adds none")
        case .keyOfEntry(let container):
            let pointer = container.map { $0.part(text) } ?? ValuePointer(text)
            if listing?.writtenValue(at: pointer) != nil {
                refuse(typed, "\(pointer.quoted) exists")
            } else {
                askForNewValue(at: pointer)
            }
        case .edit(let edit) where edit.action == .rename && text.hasSameBytes(as: edit.pointer.key):
            break
        case .edit(let edit) where edit.action == .rename && text.isEmpty:
            refuse(typed, "type a name; Esc keeps the old one")
        case .edit(let edit) where edit.action != .rename && typed.question != nil && text.isEmpty:
            refuse(typed, "type a value; Esc adds none")
        case .edit(var edit):
            edit.text = text
            return make(edit, from: typed)
        }
        return []
    }
}
