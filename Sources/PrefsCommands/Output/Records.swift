import CommandGrammar
import PropertyLists

extension Printer {
    /// Returns a text for standard output; on a terminal, with control characters escaped except line breaks and tabs.
    func shown(_ text: String) -> String {
        isTerminal ? text.escapingControlCharactersOfText : text
    }

    /// Returns a text, unescaped except on a terminal, with the end of a record: a line break, or NUL for `--null`.
    func verbatimRecord(_ text: String) throws -> String {
        try terminated(shown(text))
    }

    /// Returns a text for standard output with the end of a record: a line break, or NUL for `--null`.
    func terminated(_ text: String) throws -> String {
        guard options.output.endsWithNUL else { return text + "\n" }
        guard !text.utf8.contains(0) else { throw CommandError.containsNUL }
        return text + "\0"
    }

    func writeVerbatim(_ text: String) throws {
        write(try verbatimRecord(text).utf8)
    }

    /// Appends a record of tab-separated fields without colours, each escaped to stay on its line; `--null` does not
    /// escape.
    private func writeRecord(_ fields: [Field]) throws {
        guard !options.output.endsWithNUL else { return try writeVerbatim(fields.map(\.text).joined(separator: "\t")) }
        let isTerminal = isTerminal
        writeLine(fields) { $0.text.escaped(forTerminal: isTerminal) }
    }

    /// Returns a text in the colour of a role, if output is coloured.
    func coloured(_ text: String, _ role: Field.Role) -> String {
        isColoured ? Field(text, role).coloured(text) : text
    }

    /// Appends records: on a terminal in aligned columns, else with tabs between the fields.
    ///
    /// - Parameter isWhole: Whether fields are never cut at the terminal's width.
    func writeRecords(_ records: [[Field]], isWhole: Bool = false) throws {
        try writeRecords(of: records, isWhole: isWhole) { $0 }
    }

    /// Appends a record of each item, as ``writeRecords(_:isWhole:)`` does; many that are not aligned exist one by one.
    func writeRecords<Items: Collection>(
        of items: Items,
        isWhole: Bool = false,
        _ fields: (Items.Element) throws -> [Field]
    ) throws {
        if options.output.endsWithNUL || !isTerminal && !isColoured {
            reserve(32 * items.count)
            for item in items {
                try writeRecord(fields(item))
            }
            return
        }
        let rows = try items.map { try fields($0).map { Field($0.text.escaped(forTerminal: isTerminal), $0.role) } }
        guard let limit = terminalColumns else {
            for row in rows {
                writeLine(row) { $0.coloured($0.text) }
            }
            return
        }
        let columns = Columns(of: rows, atMost: isWhole ? .max : limit)
        for row in rows {
            writeLine(columns.line(of: row, isColoured: isColoured))
        }
    }
}

/// A field of a record, with its role for the reader.
struct Field: Sendable {
    /// The meaning of a field, which a terminal shows as a colour.
    enum Role: Equatable, Sendable {
        /// The name of the record's subject.
        case name
        case value(of: PropertyListKind)
        case detail
        /// The path of a file, which is never cut.
        case path
        case added, removed, changed
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
        case .detail, .path: 2
        case .removed: 31
        case .added: 32
        case .changed: 33
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
    /// narrower ones and the columns of paths leave.
    init(of rows: [[Field]], atMost limit: Int) {
        let count = rows.lazy.map(\.count).max() ?? 0
        var room = limit - Self.gap * max(count - 1, 0)
        var widths = [Int](repeating: 0, count: count)
        var paths: Set<Int> = []
        for row in rows {
            for position in row.indices {
                let isPath = row[position].role == .path
                if isPath { paths.insert(position) }
                guard isPath || widths[position] < room else { continue }
                let columns = row[position].text.terminalColumns
                widths[position] = max(widths[position], isPath ? columns : min(columns, room))
            }
        }
        room -= paths.reduce(0) { $0 + widths[$1] }
        // If the paths take most of the line, it is broken anyway, and a cut would only hide text.
        guard paths.isEmpty || room >= limit / 2 else {
            self.widths = widths
            return
        }
        // The narrowest first: each gets its width, up to an even share of the remaining space.
        var waiting = count - paths.count
        for position in widths.indices.sorted(by: { widths[$0] < widths[$1] }) where !paths.contains(position) {
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

extension CommandError {
    /// The error of a record that contains its terminator.
    fileprivate static var containsNUL: CommandError {
        let text = "cannot end records with NUL: a key or value contains NUL"
        return CommandError(.invalidValue, Message(text, hint: "use --json"))
    }
}
