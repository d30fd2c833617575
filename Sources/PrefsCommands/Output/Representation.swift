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
    func writeJSON(
        _ value: PropertyList,
        _ style: JSONStyle,
        at place: ValuePath? = nil
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
        at place: ValuePath?
    ) throws(CommandError) -> String {
        let json = try representing(value, at: place) { value throws(PropertyListError) in try value.json(style) }
        return isTerminal ? json.escapingControlCharactersOfJSON : json
    }

    /// One value with what ends it, as `get` prints it: as JSON where that is asked for, else as its text.
    ///
    /// - Throws: `notRepresentable` where JSON cannot spell the value, and `holdsNUL`.
    func record(of value: PropertyList, at place: ValuePath) throws(CommandError) -> String {
        if let style = jsonStyle {
            try json(value, style, at: place) + "\n"
        } else {
            try verbatimRecord(try text(of: value, at: place))
        }
    }

    /// The value in a place as it is printed.
    func text(of value: PropertyList, at place: ValuePath) throws(CommandError) -> String {
        try representing(value, at: place) { value throws(PropertyListError) in try value.text }
    }

    /// The form of a value in some format.
    ///
    /// - Parameter place: where the value is; nil for a dictionary of several keys.
    /// - Throws: `notRepresentable`, with the place whose value the format cannot hold.
    func representing<Form>(
        _ value: PropertyList,
        at place: ValuePath? = nil,
        _ form: (PropertyList) throws(PropertyListError) -> Form
    ) throws(CommandError) -> Form {
        do {
            return try form(value)
        } catch {
            if place == nil, case .dictionary(let values) = value {
                for entry in values {
                    _ = try representing(entry.value, at: ValuePath(entry.key), form)
                }
            }
            throw .notRepresentable(error.problem, at: place)
        }
    }
}

/// How values are printed.
extension PropertyList {
    /// The value as `get` and `list` print it: strings verbatim, containers as compact JSON, everything in full.
    ///
    /// What plain JSON cannot spell, a not-a-number in an array, is printed in its typed form.
    var text: String {
        get throws(PropertyListError) {
            switch self {
            case .string(let string): string
            case .integer(let integer): integer.description
            case .real(let real): real.shortestText
            case .boolean(let boolean): boolean ? "true" : "false"
            case .date(let date): if let text = date.rfc3339 { text } else { try json(.typed) }
            case .data(let data): data.base64
            case .array, .dictionary, .uid: try plainOrTypedJSON
            }
        }
    }

    private var plainOrTypedJSON: String {
        get throws(PropertyListError) {
            do {
                return try json(.plain)
            } catch {
                return try json(.typed)
            }
        }
    }
}
