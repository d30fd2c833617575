import PropertyLists

extension CommandContext {
    /// What turns a suite into another, a line for each key in byte order: `+ KEY V`, `- KEY V`, `~ KEY OLD -> NEW`.
    ///
    /// Values are typed JSON, and keys escaped as in `list`.
    func changeLines(
        from old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(CommandError) -> [String] {
        var lines: [String] = []
        for change in KeyChange.changes(from: old, to: new) {
            lines.append(try line(of: change))
        }
        return lines
    }

    /// A change as one line, without its end.
    func line(of change: KeyChange) throws(CommandError) -> String {
        let name = change.key.escaped(forTerminal: environment.isOutputTerminal())
        return switch (try typedJSON(change.old, of: change.key), try typedJSON(change.new, of: change.key)) {
        case (let old?, let new?): "~ \(name) \(old) -> \(new)"
        case (let old?, nil): "- \(name) \(old)"
        case (nil, let new): "+ \(name) \(new ?? "")"
        }
    }

    private func typedJSON(_ value: PropertyList?, of key: String) throws(CommandError) -> String? {
        guard let value else { return nil }
        return try representing(value, at: ValuePlace(key)) { value throws(PropertyListError) in
            try value.json(.typed)
        }
    }
}
