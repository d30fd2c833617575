import PreferenceCore
import PropertyLists

/// What happens to one key between two suites.
struct KeyChange {
    let key: String
    /// The value in the first suite; nil where it lacks the key.
    let old: PropertyList?
    /// The value in the second suite; nil where it lacks the key.
    let new: PropertyList?

    /// The change as JSON has it: `key`, and `old` and `new` where there is such a value.
    var object: PropertyList {
        var object: PropertyListDictionary = ["key": .string(key)]
        object["old"] = old
        object["new"] = new
        return .dictionary(object)
    }
}

extension PropertyListDictionary {
    /// What turns this suite into another, in the byte order of keys.
    func keyChanges(to new: PropertyListDictionary) -> [KeyChange] {
        // Most keys stand where they stood.
        let set = zip(new.indices, new).compactMap { position, entry -> KeyChange? in
            let old = self.position(of: entry.key, expectedAt: position).map { self[$0].value }
            return old == entry.value ? nil : KeyChange(key: entry.key, old: old, new: entry.value)
        }
        let removed = zip(indices, self).compactMap { position, entry -> KeyChange? in
            guard new.position(of: entry.key, expectedAt: position) == nil else { return nil }
            return KeyChange(key: entry.key, old: entry.value, new: nil)
        }
        return (set + removed).sorted { $0.key.precedesInByteOrder($1.key) }
    }
}

/// How changes of suites are printed.
extension CommandContext {
    /// What turns a suite into another, as it is asked for: change lines, of which `--null` ends each with NUL and leaves
    /// its key as it is; or one JSON array of objects with `key`, and `old` and `new` where there is such a value.
    func records(of changes: [KeyChange]) throws(CommandError) -> String {
        if let style = jsonStyle {
            var objects: [String] = []
            for change in changes {
                objects.append(try json(change.object, style, at: ValuePath(change.key)))
            }
            return "[\(objects.joined(separator: ","))]\n"
        }
        var records = ""
        for change in changes {
            records += try verbatimRecord(try line(of: change, key: arguments.has(.null) ? change.key : nil))
        }
        return records
    }

    /// What `--dry-run` prints of a change; nothing where it is made.
    func rehearsedChanges(
        from before: PropertyListDictionary,
        in transaction: PreferenceTransaction
    ) throws(CommandError) -> String {
        arguments.has(.dryRun) ? try records(of: before.keyChanges(to: transaction.storedContents)) : ""
    }

    /// A change as one line, without its end: `+ KEY V`, `- KEY V` or `~ KEY OLD -> NEW`, with values as typed JSON.
    ///
    /// - Parameter verbatimKey: the key as it is to stand; nil escapes it as in `list`.
    func line(of change: KeyChange, key verbatimKey: String? = nil) throws(CommandError) -> String {
        let key = verbatimKey ?? change.key.escaped(forTerminal: isTerminal)
        let old = try typedJSON(change.old, of: change.key)
        let new = try typedJSON(change.new, of: change.key)
        return switch (old, new) {
        case (let old?, let new?): "~ \(key) \(old) -> \(new)"
        case (let old?, nil): "- \(key) \(old)"
        case (nil, let new?): "+ \(key) \(new)"
        case (nil, nil): ""
        }
    }

    private func typedJSON(_ value: PropertyList?, of key: String) throws(CommandError) -> String? {
        guard let value else { return nil }
        return try json(value, .typed, at: ValuePath(key))
    }
}
