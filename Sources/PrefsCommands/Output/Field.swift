import PropertyLists

/// A part of a record, and what it is to the person who reads it.
struct Field: Sendable {
    /// What a field tells, which a terminal shows by its colour.
    enum Role: Sendable {
        /// The name of what the record is about.
        case name
        /// A value of a type that has a colour of its own.
        case value(of: PropertyListKind)
        /// What is said beside.
        case detail
    }

    let text: String
    let role: Role

    init(_ text: String, _ role: Role) {
        self.text = text
        self.role = role
    }

    /// The field as a terminal gets it, on one line and with nothing in it that a terminal obeys.
    var escapedForTerminal: Field {
        Field(text.escaped(forTerminal: true), role)
    }

    /// A text with the colour of the field: Select Graphic Rendition of ECMA-48.
    func coloured(_ text: String) -> String {
        guard let rendition, !text.isEmpty else { return text }
        return "\u{1B}[\(rendition)m\(text)\u{1B}[0m"
    }

    private var rendition: Int? {
        switch role {
        case .name: 1
        case .detail: 2
        case .value(of: .boolean): 35
        case .value(of: .integer), .value(of: .real): 36
        case .value(of: .date): 33
        case .value(of: .string), .value(of: .data), .value(of: .array), .value(of: .dictionary), .value(of: .uid): nil
        }
    }
}
