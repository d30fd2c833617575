import PreferenceCore
import PropertyLists

extension PreferenceChange {
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
    func keyChanges(to new: PropertyListDictionary) -> [PreferenceChange] {
        // Most keys are where they were.
        let set = zip(new.indices, new).compactMap { position, entry -> PreferenceChange? in
            let old = self.position(of: entry.key, expectedAt: position).map { self[$0].value }
            return old == entry.value ? nil : PreferenceChange(key: entry.key, old: old, new: entry.value)
        }
        let removed = zip(indices, self).compactMap { position, entry -> PreferenceChange? in
            guard new.position(of: entry.key, expectedAt: position) == nil else { return nil }
            return PreferenceChange(key: entry.key, old: entry.value, new: nil)
        }
        return (set + removed).sorted { $0.key.precedesInByteOrder($1.key) }
    }
}

extension CommandContext {
    /// What turns a suite into another, as it is asked for: change lines, of which `--null` ends each with NUL and leaves
    /// its key as it is; or one JSON array of objects with `key`, and `old` and `new` where there is such a value.
    func records(of changes: [PreferenceChange]) throws(CommandError) -> String {
        if let style = jsonStyle {
            let objects = try changes.map { change throws(CommandError) in
                try json(change.object, style, at: ValuePath(change.key))
            }
            return "[\(objects.joined(separator: ","))]\n"
        }
        return try changes.map { change throws(CommandError) in
            try verbatimRecord(try line(of: change, key: arguments.has(.null) ? change.key : nil))
        }
        .joined()
    }

    /// A change as one line, without its end: `+ KEY V`, `- KEY V` or `~ KEY OLD -> NEW`, with values as typed JSON.
    ///
    /// - Parameter verbatimKey: the key as it is to be printed; nil escapes it as in `list`.
    func line(of change: PreferenceChange, key verbatimKey: String? = nil) throws(CommandError) -> String {
        let key = verbatimKey ?? change.key.escaped(forTerminal: isTerminal)
        let sign = change.old == nil ? "+" : change.new == nil ? "-" : "~"
        let values = try [change.old, change.new].compactMap(\.self).map { value throws(CommandError) in
            try json(value, .typed, at: ValuePath(change.key))
        }
        return "\(sign) \(key) \(values.joined(separator: " -> "))"
    }
}
