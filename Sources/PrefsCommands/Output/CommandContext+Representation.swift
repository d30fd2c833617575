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
    /// - Parameter key: the key whose value it is; nil for a dictionary of several keys.
    /// - Throws: `notRepresentable`, with the key whose value JSON cannot spell.
    mutating func writeJSON(_ value: PropertyList, _ style: JSONStyle, key: String? = nil) throws(CommandError) {
        writeLine(try representing(value, key: key) { value throws(PropertyListError) in try value.json(style) })
    }

    /// The value of a key as it is printed.
    func text(of value: PropertyList, key: String) throws(CommandError) -> String {
        try representing(value, key: key) { value throws(PropertyListError) in try value.text }
    }

    /// The form of a value in some format.
    ///
    /// - Parameter key: the key whose value it is; nil for a dictionary of several keys.
    /// - Throws: `notRepresentable`, with the key whose value the format cannot hold.
    func representing<Form>(
        _ value: PropertyList,
        key: String? = nil,
        _ form: (PropertyList) throws(PropertyListError) -> Form
    ) throws(CommandError) -> Form {
        do {
            return try form(value)
        } catch {
            if key == nil, case .dictionary(let values) = value {
                for entry in values {
                    _ = try representing(entry.value, key: entry.key, form)
                }
            }
            throw .notRepresentable(error.problem, key: key)
        }
    }
}
