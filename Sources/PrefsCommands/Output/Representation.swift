import CommandErrors
import CommandGrammar
import PropertyLists
import ValueDifferences

extension Printer {
    /// The requested form of JSON; nil if none is requested.
    var jsonStyle: JSONStyle? { options.output.jsonStyle }

    /// Writes a value as a line of JSON if JSON is requested, and returns whether it is.
    ///
    /// - Parameter pointer: The pointer to the value; nil for a container of several keys.
    func writeIfJSON(
        _ value: @autoclosure () -> PropertyList,
        at pointer: ValuePointer? = nil
    ) throws -> Bool {
        guard let style = jsonStyle else { return false }
        let value = value()
        writeLine(colouredJSON(try json(value, style, at: pointer)))
        messages.noteTypesLost(by: style, in: value)
        return true
    }

    /// Returns a value as JSON.
    ///
    /// - Parameters:
    ///   - isPretty: Whether it is indented; nil for what the options say, else on a terminal alone.
    ///   - pointer: The pointer to the value; nil for a container of several keys.
    func json(
        _ value: PropertyList,
        _ style: JSONStyle,
        isPretty: Bool? = nil,
        at pointer: ValuePointer?
    ) throws -> String {
        let isPretty = isPretty ?? self.isPretty(onTerminal: isTerminal)
        let json = try representing(value, at: pointer) { try $0.json(style, pretty: isPretty) }
        return isTerminal ? json.escapingControlCharactersOfJSON : json
    }

    /// Returns JSON in colours, if output is coloured.
    func colouredJSON(_ json: String) -> String { isColoured ? json.colouringJSON : json }

    /// Returns whether JSON is indented, by the options or else by its destination.
    func isPretty(onTerminal isDefault: Bool) -> Bool {
        options.output.isPretty ?? isDefault
    }

    /// Returns one value as a record of `get`: as JSON if JSON is requested, else as its text.
    func record(of value: PropertyList, at pointer: ValuePointer) throws -> String {
        if let style = jsonStyle {
            messages.noteTypesLost(by: style, in: value)
            return colouredJSON(try json(value, style, at: pointer)) + "\n"
        }
        return try terminated(shown(try text(of: value, at: pointer)))
    }

    func text(of value: PropertyList, at pointer: ValuePointer) throws -> String {
        try representing(value, at: pointer) { try $0.text }
    }

    /// Returns the form of a value in some format.
    ///
    /// - Parameter pointer: The pointer to the value; nil for a dictionary of several keys.
    /// - Throws: `notRepresentable`, with the pointer to the value that the format cannot represent.
    func representing<Form>(
        _ value: PropertyList,
        at pointer: ValuePointer? = nil,
        _ form: (PropertyList) throws -> Form
    ) throws -> Form {
        do {
            return try form(value)
        } catch let error as PropertyListError {
            if pointer == nil, case .dictionary(let values) = value {
                for entry in values {
                    _ = try representing(entry.value, at: ValuePointer(entry.key), form)
                }
            }
            throw CommandError.notRepresentable(error.problem, at: pointer)
        }
    }
}

extension Messages {
    /// Prints notes if JSON has dates or data as strings, which are read back as strings, and integers that other
    /// programs round.
    func noteTypesLost(by style: JSONStyle, in value: PropertyList) {
        guard style == .plain else { return }
        if value.hasDateOrData { noteOnce(.typesLost) }
        if value.hasIntegerRoundedInJSON { noteOnce(.integersRounded) }
    }
}

extension CommandError {
    /// Returns the error of a value at a pointer that the requested form cannot represent; of the whole document
    /// without a pointer.
    static func notRepresentable(_ problem: PropertyListProblem, at pointer: ValuePointer?) -> CommandError {
        let hint: String? = if case .notFinite = problem { "use --typed" } else { nil }
        return CommandError(
            .invalidValue,
            Message("cannot print \(pointer?.quoted ?? "the value"): \(problem)", hint: hint)
        )
    }
}

extension Message {
    fileprivate static var integersRounded: Message {
        Message("JavaScript and jq 1.6 round the integers beyond 2^53", hint: "--typed keeps them")
    }

    fileprivate static var typesLost: Message {
        Message("dates and data are strings in plain JSON", hint: "--typed keeps their types")
    }
}
