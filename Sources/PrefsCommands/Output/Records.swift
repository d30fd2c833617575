import PropertyLists

extension CommandContext {
    /// A text as standard output gets it: on a terminal, control characters are escaped but for line breaks and tabs.
    func shown(_ text: String) -> String {
        isTerminal ? text.escapingControlCharactersOfText : text
    }

    /// A text as it is, as far as a terminal allows, and what ends a record: a line break, or under `--null` NUL.
    func verbatimRecord(_ text: String) throws(CommandError) -> String {
        guard arguments.has(.null) else { return shown(text) + "\n" }
        guard !text.utf8.contains(0) else { throw .holdsNUL }
        return shown(text) + "\0"
    }

    func writeVerbatim(_ text: String) throws(CommandError) {
        write(try verbatimRecord(text).utf8)
    }

    /// Adds a record of fields with tabs between them: each escaped to stay on its line, or under `--null` as it is.
    func writeRecord(_ fields: [String]) throws(CommandError) {
        if arguments.has(.null) {
            try writeVerbatim(fields.joined(separator: "\t"))
        } else {
            writeLine(fields.map { $0.escaped(forTerminal: isTerminal) }.joined(separator: "\t"))
        }
    }

    /// Adds records: on a terminal in aligned columns, else with tabs between the fields.
    ///
    /// - Parameter isWhole: whether no field is cut at the terminal's width.
    func writeRecords(_ records: [[Field]], isWhole: Bool = false) throws(CommandError) {
        guard !arguments.has(.null), let limit = terminalColumns else {
            for record in records {
                try writeRecord(record.map(\.text))
            }
            return
        }
        let rows = records.map { $0.map { Field($0.text.escaped(forTerminal: true), $0.role) } }
        let columns = Columns(of: rows, atMost: isWhole ? .max : limit)
        let isColoured = environment.allowsColour
        for row in rows {
            writeLine(columns.line(of: row, isColoured: isColoured))
        }
    }
}

/// A part of a record, and what it is to the person who reads it.
struct Field: Sendable {
    /// What a field tells, which a terminal shows by its colour.
    enum Role: Sendable {
        /// The name of what the record is about.
        case name
        case value(of: PropertyListKind)
        case detail
    }

    let text: String
    let role: Role

    init(_ text: String, _ role: Role) {
        self.text = text
        self.role = role
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
        case .value: nil
        }
    }
}

/// How wide each field of some records is, so that they stand aligned on a terminal.
struct Columns: Equatable, Sendable {
    let widths: [Int]

    private static let gap = 2

    /// The columns of records on a terminal: as wide as their widest field, but for the widest columns, which share what
    /// the narrower ones leave.
    init(of rows: [[Field]], atMost limit: Int) {
        let count = rows.lazy.map(\.count).max() ?? 0
        var room = limit - Self.gap * max(count - 1, 0)
        var widths = [Int](repeating: 0, count: count)
        for row in rows {
            for position in row.indices where widths[position] < room {
                widths[position] = max(widths[position], min(row[position].text.terminalColumns, room))
            }
        }
        // The narrowest first: each takes what it needs, up to an even share of what is left.
        var waiting = count
        for position in widths.indices.sorted(by: { widths[$0] < widths[$1] }) {
            widths[position] = min(widths[position], max(room / waiting, 1))
            room -= widths[position]
            waiting -= 1
        }
        self.widths = widths
    }

    /// A record on its line, with an ellipsis where a field does not fit.
    func line(of row: [Field], isColoured: Bool) -> String {
        let last = row.count - 1
        return zip(row, widths).enumerated().map { position, column in
            let (field, width) = column
            let text = field.text.elided(toColumns: width)
            let padding = position == last ? "" : String(repeating: " ", count: width - text.terminalColumns + Self.gap)
            return (isColoured ? field.coloured(text) : text) + padding
        }
        .joined()
    }
}
