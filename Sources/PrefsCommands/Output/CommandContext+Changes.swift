import PropertyLists

/// How changes of suites are printed.
extension CommandContext {
    /// What turns a suite into another, a line for each key in byte order: `+ KEY V`, `- KEY V`, `~ KEY OLD -> NEW`.
    ///
    /// Values are typed JSON, and keys escaped as in `list`.
    func changeLines(
        from old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(CommandError) -> [String] {
        let isTerminal = terminal.isThere
        var lines: [String] = []
        for change in old.keyChanges(to: new) {
            lines.append(try line(of: change, forTerminal: isTerminal))
        }
        return lines
    }

    /// What turns a suite into another, as it is asked for: change lines, of which `--null` ends each with NUL and leaves
    /// its key as it is; or one JSON array of objects with `key`, and `old` and `new` where there is such a value.
    func records(of changes: [KeyChange]) throws(CommandError) -> String {
        if let style = jsonStyle {
            var objects: [String] = []
            for change in changes {
                objects.append(try json(change.object, style, at: ValuePlace(change.key)))
            }
            return "[\(objects.joined(separator: ","))]\n"
        }
        let isTerminal = terminal.isThere
        var records = ""
        for change in changes {
            records += try verbatimRecord(
                try line(of: change, key: arguments.has(.null) ? change.key : nil, forTerminal: isTerminal)
            )
        }
        return records
    }

    /// A change as one line, without its end.
    func line(of change: KeyChange) throws(CommandError) -> String {
        try line(of: change, forTerminal: terminal.isThere)
    }

    /// A change as one line, whose key is escaped as in `list` where it is not given as it is to stand.
    private func line(
        of change: KeyChange,
        key verbatimKey: String? = nil,
        forTerminal isTerminal: Bool
    ) throws(CommandError) -> String {
        let key = verbatimKey ?? change.key.escaped(forTerminal: isTerminal)
        let old = try typedJSON(change.old, of: change.key, forTerminal: isTerminal)
        let new = try typedJSON(change.new, of: change.key, forTerminal: isTerminal)
        return switch (old, new) {
        case (let old?, let new?): "~ \(key) \(old) -> \(new)"
        case (let old?, nil): "- \(key) \(old)"
        case (nil, let new?): "+ \(key) \(new)"
        case (nil, nil): ""
        }
    }

    private func typedJSON(
        _ value: PropertyList?,
        of key: String,
        forTerminal isTerminal: Bool
    ) throws(CommandError) -> String? {
        guard let value else { return nil }
        let json = try representing(value, at: ValuePlace(key)) { value throws(PropertyListError) in
            try value.json(.typed)
        }
        return isTerminal ? json.escapingControlCharactersOfJSON : json
    }
}
