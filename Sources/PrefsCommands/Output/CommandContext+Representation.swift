import PropertyLists

extension CommandContext {
    /// The form of JSON that is asked for; nil where none is.
    var jsonStyle: JSONStyle? {
        if arguments.has(.typed) {
            .typed
        } else if arguments.has(.json) {
            .plain
        } else {
            nil
        }
    }

    /// A line of JSON.
    ///
    /// - Parameter place: where the value is; nil for a dictionary of several keys.
    /// - Throws: `notRepresentable`, with the place whose value JSON cannot spell.
    mutating func writeJSON(
        _ value: PropertyList,
        _ style: JSONStyle,
        at place: ValuePlace? = nil
    ) throws(CommandError) {
        writeLine(try json(value, style, at: place))
    }

    /// A value as JSON for standard output.
    ///
    /// - Parameter place: where the value is; nil for a container of several keys.
    /// - Throws: `notRepresentable`.
    func json(
        _ value: PropertyList,
        _ style: JSONStyle,
        at place: ValuePlace?
    ) throws(CommandError) -> String {
        let json = try representing(value, at: place) { value throws(PropertyListError) in try value.json(style) }
        return terminal.isThere ? json.escapingControlCharactersOfJSON : json
    }

    /// One value with what ends it, as `get` prints it: as JSON where that is asked for, else as its text.
    ///
    /// - Throws: `notRepresentable` where JSON cannot spell the value, and `holdsNUL`.
    func record(of value: PropertyList, at place: ValuePlace) throws(CommandError) -> String {
        if let style = jsonStyle {
            try json(value, style, at: place) + "\n"
        } else {
            try verbatimRecord(try text(of: value, at: place))
        }
    }

    /// The value in a place as it is printed.
    func text(of value: PropertyList, at place: ValuePlace) throws(CommandError) -> String {
        try representing(value, at: place) { value throws(PropertyListError) in try value.text }
    }

    /// The form of a value in some format.
    ///
    /// - Parameter place: where the value is; nil for a dictionary of several keys.
    /// - Throws: `notRepresentable`, with the place whose value the format cannot hold.
    func representing<Form>(
        _ value: PropertyList,
        at place: ValuePlace? = nil,
        _ form: (PropertyList) throws(PropertyListError) -> Form
    ) throws(CommandError) -> Form {
        do {
            return try form(value)
        } catch {
            if place == nil, case .dictionary(let values) = value {
                for entry in values {
                    _ = try representing(entry.value, at: ValuePlace(entry.key), form)
                }
            }
            throw .notRepresentable(error.problem, at: place)
        }
    }
}
