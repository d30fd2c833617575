import PreferenceCore
import PropertyLists

extension PreferenceChange {
    /// The change as a JSON object: `key`, and `old` and `new` if they exist.
    var object: PropertyList {
        var object: PropertyListDictionary = ["key": .string(key)]
        object["old"] = old
        object["new"] = new
        return .dictionary(object)
    }
}

extension PropertyListDictionary {
    /// Returns the changes that turn this suite into another, in the byte order of keys.
    func keyChanges(to new: PropertyListDictionary) -> [PreferenceChange] {
        // Most keys are at the same position as before.
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
    /// Returns changes in the requested form.
    ///
    /// By default this is one line for each change. With `--null`, NUL ends each line, and keys are not escaped. JSON
    /// is one array of objects with `key`, and `old` and `new` if they exist.
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

    /// Returns a change as one line, without a line break: `+ KEY V`, `- KEY V` or `~ KEY OLD -> NEW`.
    ///
    /// Values are typed JSON.
    ///
    /// - Parameter verbatimKey: The key to print unescaped; nil escapes the key as in `list`.
    func line(of change: PreferenceChange, key verbatimKey: String? = nil) throws(CommandError) -> String {
        let key = verbatimKey ?? change.key.escaped(forTerminal: isTerminal)
        let sign = change.old == nil ? "+" : change.new == nil ? "-" : "~"
        let values = try [change.old, change.new].compactMap(\.self).map { value throws(CommandError) in
            try json(value, .typed, at: ValuePath(change.key))
        }
        return "\(sign) \(key) \(values.joined(separator: " -> "))"
    }
}
