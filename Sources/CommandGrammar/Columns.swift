package import PropertyLists

/// A field of a record, with its role for the reader.
package struct Field: Sendable {
    /// The meaning of a field, which a terminal shows as a colour.
    package enum Role: Equatable, Sendable {
        /// The name of the record's subject.
        case name
        case value(of: PropertyListKind)
        case detail
        /// The path of a file, which is never cut.
        case path
        /// The path of the file that a value is from, which is cut at its start.
        case origin
        case added, removed, changed
    }

    package let text: String
    package let role: Role

    package init(_ text: String, _ role: Role) {
        self.text = text
        self.role = role
    }

    /// Returns a text in the colour of the field, by Select Graphic Rendition of ECMA-48.
    package func coloured(_ text: String) -> String {
        guard let rendition, !text.isEmpty else { return text }
        return "\u{1B}[\(rendition)m\(text)\u{1B}[0m"
    }

    private var rendition: Int? {
        switch role {
        case .name: 1
        case .detail, .path, .origin: 2
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
package struct Columns: Equatable, Sendable {
    package let widths: [Int]

    private static let gap = 2

    /// Computes the widths for records on a terminal.
    ///
    /// A column is as wide as its widest field. If the line is too short, the widest columns share the space that the
    /// narrower ones and the columns of paths leave.
    package init(of rows: [[Field]], atMost limit: Int) {
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
    package func line(of row: [Field], isColoured: Bool) -> String {
        let last = row.count - 1
        return zip(row, widths).enumerated().map { position, column in
            let (field, width) = column
            let isOrigin = field.role == .origin
            let text = isOrigin ? field.text.elidedAtStart(toColumns: width) : field.text.elided(toColumns: width)
            let padding = position == last ? "" : String(repeating: " ", count: width - text.terminalColumns + Self.gap)
            return (isColoured ? field.coloured(text) : text) + padding
        }
        .joined()
    }
}
