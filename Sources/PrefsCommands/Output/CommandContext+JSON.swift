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
    /// - Parameter key: the key whose value it is, for the message where JSON cannot spell it.
    mutating func writeJSON(_ value: PropertyList, _ style: JSONStyle, key: String? = nil) throws(CommandError) {
        do {
            writeLine(try value.json(style))
        } catch {
            throw .notRepresentable(error.problem, key: key)
        }
    }
}
