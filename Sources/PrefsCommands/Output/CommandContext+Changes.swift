import PropertyLists

extension CommandContext {
    /// What turns a suite into another, a line for each key in byte order: `+ KEY V`, `- KEY V`, `~ KEY OLD -> NEW`.
    ///
    /// Values are typed JSON, and keys escaped as in `list`.
    func changeLines(
        from old: PropertyListDictionary,
        to new: PropertyListDictionary
    ) throws(CommandError) -> [String] {
        let keys = new.filter { old[$0.key] != $0.value }.map(\.key) + old.keys.filter { new.position(of: $0) == nil }
        let isTerminal = environment.isOutputTerminal()
        var lines: [String] = []
        for key in keys.sorted(by: { $0.precedesInByteOrder($1) }) {
            let name = key.escaped(forTerminal: isTerminal)
            switch (try typedJSON(old[key], of: key), try typedJSON(new[key], of: key)) {
            case (let old?, let new?): lines.append("~ \(name) \(old) -> \(new)")
            case (let old?, nil): lines.append("- \(name) \(old)")
            case (nil, let new?): lines.append("+ \(name) \(new)")
            case (nil, nil): break
            }
        }
        return lines
    }

    private func typedJSON(_ value: PropertyList?, of key: String) throws(CommandError) -> String? {
        guard let value else { return nil }
        return try representing(value, at: ValuePlace(key)) { value throws(PropertyListError) in
            try value.json(.typed)
        }
    }
}
