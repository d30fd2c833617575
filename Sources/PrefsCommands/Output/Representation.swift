import PropertyLists

extension CommandContext {
    /// The form of JSON that is asked for; nil where none is.
    var jsonStyle: JSONStyle? {
        arguments.has(.typed) ? .typed : arguments.has(.json) ? .plain : nil
    }

    /// Writes a value as a line of JSON where that is asked for, and returns whether it is.
    ///
    /// - Parameter place: where the value is; nil for a container of several keys.
    func writeIfJSON(
        _ value: @autoclosure () -> PropertyList,
        at place: ValuePath? = nil
    ) throws(CommandError) -> Bool {
        guard let style = jsonStyle else { return false }
        writeLine(try json(value(), style, at: place))
        return true
    }

    func json(_ value: PropertyList, _ style: JSONStyle, at place: ValuePath?) throws(CommandError) -> String {
        let json = try representing(value, at: place) { value throws(PropertyListError) in try value.json(style) }
        return isTerminal ? json.escapingControlCharactersOfJSON : json
    }

    /// One value with what ends it, as `get` prints it: as JSON where that is asked for, else as its text.
    func record(of value: PropertyList, at place: ValuePath) throws(CommandError) -> String {
        if let style = jsonStyle { return try json(value, style, at: place) + "\n" }
        return try verbatimRecord(try text(of: value, at: place))
    }

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
            case .array, .dictionary, .uid: if let text = try? json(.plain) { text } else { try json(.typed) }
            }
        }
    }
}
