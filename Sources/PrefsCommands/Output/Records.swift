import PropertyLists

extension CommandContext {
    /// Returns a text for standard output; on a terminal, with control characters escaped except line breaks and tabs.
    func shown(_ text: String) -> String {
        isTerminal ? text.escapingControlCharactersOfText : text
    }

    /// Returns a text, unescaped except on a terminal, with the end of a record: a line break, or NUL for `--null`.
    func verbatimRecord(_ text: String) throws(CommandError) -> String {
        guard arguments.has(.null) else { return shown(text) + "\n" }
        guard !text.utf8.contains(0) else { throw .containsNUL }
        return shown(text) + "\0"
    }

    func writeVerbatim(_ text: String) throws(CommandError) {
        write(try verbatimRecord(text).utf8)
    }

    /// Appends a record of tab-separated fields, each escaped to stay on its line; `--null` does not escape.
    func writeRecord(_ fields: [String]) throws(CommandError) {
        if arguments.has(.null) {
            try writeVerbatim(fields.joined(separator: "\t"))
        } else {
            writeLine(fields.map { $0.escaped(forTerminal: isTerminal) }.joined(separator: "\t"))
        }
    }

    /// Appends records: on a terminal in aligned columns, else with tabs between the fields.
    ///
    /// - Parameter isWhole: Whether fields are never cut at the terminal's width.
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

/// A field of a record, with its role for the reader.
struct Field: Sendable {
    /// The meaning of a field, which a terminal shows as a colour.
    enum Role: Sendable {
        /// The name of the record's subject.
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

    /// Returns a text in the colour of the field, by Select Graphic Rendition of ECMA-48.
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

/// The widths that align the fields of records on a terminal.
struct Columns: Equatable, Sendable {
    let widths: [Int]

    private static let gap = 2

    /// Computes the widths for records on a terminal.
    ///
    /// A column is as wide as its widest field. If the line is too short, the widest columns share the space that the
    /// narrower ones leave.
    init(of rows: [[Field]], atMost limit: Int) {
        let count = rows.lazy.map(\.count).max() ?? 0
        var room = limit - Self.gap * max(count - 1, 0)
        var widths = [Int](repeating: 0, count: count)
        for row in rows {
            for position in row.indices where widths[position] < room {
                widths[position] = max(widths[position], min(row[position].text.terminalColumns, room))
            }
        }
        // The narrowest first: each gets its width, up to an even share of the remaining space.
        var waiting = count
        for position in widths.indices.sorted(by: { widths[$0] < widths[$1] }) {
            widths[position] = min(widths[position], max(room / waiting, 1))
            room -= widths[position]
            waiting -= 1
        }
        self.widths = widths
    }

    /// Returns a record as a line, with an ellipsis in each field that does not fit.
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
