/// How wide each field of some records is, so that they stand aligned on a terminal.
struct Columns: Equatable, Sendable {
    /// The widths, a gap apart.
    let widths: [Int]

    private static let gap = 2

    /// The columns of records on a terminal: as wide as their widest field, but for the widest columns, which share what
    /// the narrower ones leave.
    ///
    /// - Parameters:
    ///   - rows: the records; one may end before the last column.
    ///   - limit: the columns of the terminal.
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
