import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists

/// The parts of the screen, by its size: the title, the suites beside the keys, the details below, and the last line.
extension BrowseState {
    static let titleRows = 1
    private static let statusRows = 1

    /// The smallest screen with room for everything.
    private static let smallest = (rows: 6, columns: 30)

    var isTooSmall: Bool { size.rows < Self.smallest.rows || size.columns < Self.smallest.columns }

    /// The width of the list of suites; 0 if it is not visible.
    var suiteColumns: Int {
        guard let suites else { return 0 }
        guard size.columns >= 60 else { return focus == .suites ? size.columns : 0 }
        let longest = suites.reduce(0) { max($0, min($1.terminalColumns, 24)) }
        return min(max(longest + 4, 14), size.columns / 3)
    }

    private var keyColumns: Int { size.columns - suiteColumns }
    var listRows: Int { max(size.rows - Self.titleRows - Self.statusRows - detailRows, 0) }

    /// The number of lines below the lists, without the last line.
    private var detailRows: Int { size.rows >= 20 ? 6 : size.rows >= 14 ? 4 : 0 }

    /// The first visible suite, so that the one under the cursor is visible.
    var firstSuite: Int { max(suiteCursor + 1 - listRows, 0) }
}

extension BrowseState {
    /// The screen for this state; the same state always has the same screen.
    var screen: Screen {
        guard !isTooSmall else {
            let smallest = Self.smallest
            let texts = ["too small: needs \(smallest.columns)x\(smallest.rows)", "q leaves"]
            let lines =
                texts.map { ScreenLine($0).fitted(toColumns: size.columns) } + blankLines(size.rows - texts.count)
            return Screen(lines: Array(lines.prefix(size.rows)))
        }
        if case .help(let first) = mode { return helpScreen(from: first) }
        let list = keyLines()
        var lines = [titleLine]
        let suites = suiteLines
        for row in 0..<listRows {
            var line = ScreenLine()
            if suiteColumns > 0 { line.append(suites[row]) }
            if keyColumns > 0 { line.append(list.lines[row]) }
            lines.append(line)
        }
        lines += detailLines
        let status = statusLines
        // A long message covers what is above the last line.
        lines = lines.prefix(size.rows - status.lines.count) + status.lines.map { $0.fitted(toColumns: size.columns) }
        let cursor = list.cursor.map { (row: $0.row + 1, column: $0.column + suiteColumns) }
        return Screen(lines: lines, cursor: cursor ?? status.cursor.map { (row: size.rows - 1, column: $0) })
    }

    func blankLines(_ count: Int) -> [ScreenLine] {
        [ScreenLine](repeating: ScreenLine("").fitted(toColumns: size.columns), count: max(count, 0))
    }

    var titleLine: ScreenLine {
        var line = ScreenLine(" prefs browse", .bold)
        if let listing {
            line.append("  \(listing.suite.name)")
            line.append("  \(counted(listing.entries.count, "key"))", .dim)
            if let filter { line.append(filter.isComplete ? "  \(filter.matchCount)" : "  searching") }
            if listing.isBeingWritten { line.append("  being written", .bold) }
        }
        return line.fitted(toColumns: size.columns, .reverse)
    }

    // MARK: Suites

    private var suiteLines: [ScreenLine] {
        return (0..<listRows).map { row in
            let position = firstSuite + row
            guard let suites, suites.indices.contains(position) else {
                return ScreenLine("").fitted(toColumns: suiteColumns - 2).withEdge
            }
            let isSelected = position == suiteCursor
            let isCorrupt = corruptSuites.contains(suites[position])
            let mark = isSelected && focus == .suites ? ">" : isCorrupt ? "!" : " "
            var line = ScreenLine(mark, isCorrupt ? .red : [])
            let style: ScreenLine.Style = isCorrupt ? .red : isSelected ? .bold : []
            line.append(suites[position], columns: max(suiteColumns - 3, 0), style)
            return line.fitted(toColumns: suiteColumns - 2, isSelected && focus == .suites ? .reverse : [])
                .withEdge
        }
    }

    // MARK: Keys

    /// The visible part of the list, with what is edited in it, and the place of the cursor within it.
    private func keyLines() -> (lines: [ScreenLine], cursor: (row: Int, column: Int)?) {
        var lines: [ScreenLine] = []
        var cursorPlace: (row: Int, column: Int)?
        let columns = fieldColumns
        for problem in listing?.problems ?? [] where rows.isEmpty {
            lines += problem.brokenBetweenWords(toColumns: keyColumns - 2).map { ScreenLine("  \($0)", .red) }
        }
        if rows.isEmpty, lines.isEmpty { lines.append(ScreenLine(emptyListText, .dim)) }
        if rows.isEmpty { lines += linesBelowCursor }
        for position in rows.indices[min(top, rows.count)...].prefix(listRows) {
            let line = keyLine(at: position, columns)
            if position == cursor, let column = line.cursor { cursorPlace = (lines.count, column) }
            lines.append(line.line)
            if position == cursor { lines += linesBelowCursor }
        }
        lines = lines.prefix(listRows).map { $0.fitted(toColumns: keyColumns) }
        lines += [ScreenLine](
            repeating: ScreenLine("").fitted(toColumns: keyColumns),
            count: listRows - lines.count
        )
        return (lines, cursorPlace)
    }

    private var emptyListText: String {
        filter != nil ? "  no key matches" : listing == nil ? "" : "  no keys: a adds one"
    }

    /// The widths of the columns of the list: the name, the type and the value.
    private var fieldColumns: (name: Int, kind: Int, value: Int) {
        let width = keyColumns - 1
        let kind = width >= 50 ? 11 : 0
        let name = min(max(width * 2 / 5, 14), 40)
        return (name, kind, max(width - name - kind, 0))
    }

    private func keyLine(
        at position: Int,
        _ columns: (name: Int, kind: Int, value: Int)
    ) -> (line: ScreenLine, cursor: Int?) {
        let row = rows[position]
        guard let listing else { return (ScreenLine(), nil) }
        let value = listing.value(at: row)
        let isSelected = position == cursor && focus == .keys
        let base: ScreenLine.Style = listing.file(of: row.key) == nil ? .dim : []
        let isChoosing = if case .choosing = mode { true } else { false }
        let mark =
            isSelected && !isChoosing ? ">" : isMarked(row.key) ? "*" : listing.owners(of: row).isEmpty ? " " : "•"
        var line = ScreenLine(mark, isMarked(row.key) ? .bold : [])
        let indent = String(repeating: " ", count: Self.indentation(of: row))
        let fold = value?.kind.isContainer ?? false ? (unfolded.contains(row) ? "▾ " : "▸ ") : "  "
        line.append(
            indent + fold + (row.inValue.tokens.last ?? row.key),
            columns: columns.name - 1,
            base.union(isMarked(row.key) ? .bold : [])
        )
        line.append(escaped: " ")
        if columns.kind > 0 {
            line.append(kindText(of: row, value), columns: columns.kind - 1, .dim)
            line.append(escaped: " ")
        }
        if case .typing(let typed) = mode, row == typed.pointerInPlace {
            let window = typed.line.window(columns: max(columns.value - 1, 1))
            let column = line.columns + window.cursorColumn
            line.append(escaped: window.text.padded(toColumns: columns.value - 1))
            return (line, column)
        }
        line.append(valueText(of: row, value), columns: columns.value, base.union(style(of: value)))
        return (line.fitted(toColumns: keyColumns, isSelected ? .reverse : []), nil)
    }

    private static func indentation(of row: ValuePointer) -> Int { 2 * min(row.inValue.tokens.count, 8) }

    /// The columns of the list of keys in which the triangle of a container is, with the space behind it.
    static func columnsOfTriangle(of row: ValuePointer) -> Range<Int> {
        let first = 1 + indentation(of: row)
        return first..<first + 2
    }

    private func kindText(of pointer: ValuePointer, _ value: PropertyList?) -> String {
        if let value { return value.kind.rawValue }
        let kinds = listing?.rule(at: pointer).flatMap { listing?.rules.schema?.kinds(of: $0) } ?? []
        return kinds.isEmpty ? "-" : kinds.map(\.rawValue).joined(separator: " or ")
    }

    /// Returns the text of a value on one line; a container is described, since it unfolds.
    private func valueText(of pointer: ValuePointer, _ value: PropertyList?) -> String {
        guard let listing, let value else { return "" }
        switch listing.rules.hides(pointer) ? listing.rules.shown(value, pointer) : value {
        case .array(let elements): return "[\(counted(elements.count, "element"))]"
        case .dictionary(let entries): return "{\(counted(entries.count, "key"))}"
        case .data(let bytes): return "\(counted(bytes.count, "byte"))  \(bytes.prefix(24).map { $0 }.base64)"
        case let value: return (try? value.text) ?? ""
        }
    }

    private func style(of value: PropertyList?) -> ScreenLine.Style {
        switch value?.kind {
        case .boolean: .magenta
        case .integer, .real: .cyan
        default: []
        }
    }

    /// The lines of the mode below the line with the cursor: an error, or a list to choose from.
    var linesBelowCursor: [ScreenLine] {
        switch mode {
        case .typing(let typed) where typed.pointerInPlace != nil && !typed.error.isEmpty:
            return message(typed.error, .red)
        case .choosing(let choice):
            let title = message(choice.title, .bold)
            // A long list is scrolled so that the cursor of the choice is visible.
            let height = max(listRows - 1 - title.count, 1)
            let first = max(choice.cursor + 1 - height, 0)
            return title
                + choice.options.indices[first...].prefix(height).map { position in
                    let isChosen = position == choice.cursor
                    return ScreenLine(
                        "    \(isChosen ? ">" : " ") \(choice.options[position].label)",
                        isChosen ? .reverse : []
                    )
                }
        default:
            return []
        }
    }

    /// Returns the lines of a message below the line with the cursor.
    private func message(_ text: String, _ style: ScreenLine.Style) -> [ScreenLine] {
        text.brokenBetweenWords(toColumns: keyColumns - 5).map { ScreenLine("    \($0)", style) }
    }

    // MARK: Details

    /// The facts of the selected value, as `explain` prints them.
    private var detailLines: [ScreenLine] {
        guard detailRows > 0 else { return [] }
        var lines = [ScreenLine(String(repeating: "─", count: size.columns), .dim)]
        if let listing, let row { lines += details(of: row, in: listing) }
        return (lines + blankLines(detailRows)).prefix(detailRows).map {
            $0.fitted(toColumns: size.columns)
        }
    }

    private func details(of pointer: ValuePointer, in listing: Listing) -> [ScreenLine] {
        let key = pointer.key
        let file = listing.file(of: key)
        let entry = file.flatMap { file in listing.value(of: key).map { ($0, file.path) } }
        let facts = listing.rules.facts(pointer, entry)
        func fact(_ name: String) -> String? { facts[name].flatMap { try? $0.text } }

        var first = ScreenLine(" \(key)\(pointer.inValue.text)", .bold)
        first.append("  \(fact("type") ?? "")  ")
        let isChange = fact("state") == "changed" && facts["default"] != nil
        first.append(fact("state") == "changed" && !isChange ? "set" : fact("state") ?? "", isChange ? .bold : .dim)
        for name in ["deprecated", "readOnly", "volatile"] where facts[name] != nil { first.append("  \(name)") }
        let owners = listing.owners(of: pointer)
        if !owners.isEmpty { first.append("  owned by \(owners.firstFew)") }
        var lines = [first]
        if let summary = fact("summary") { lines.append(ScreenLine(" \(summary)")) }
        let limits = ["default", "allowed", "range", "length", "pattern", "format", "count"].compactMap { name in
            fact(name).map { "\(name) \($0)" }
        }
        if !limits.isEmpty { lines.append(ScreenLine(" " + limits.joined(separator: "   "))) }
        let hidden = listing.hiddenPaths(of: key)
        let relation = file?.isManaged ?? false ? "managed by" : "from"
        let standard = listing.rules.schema?.defaultValue(of: key)
        let origin =
            file.map { "\(relation) \($0.path)" } ?? (standard == nil ? "set nowhere" : "from the schema's default")
        lines.append(ScreenLine(" " + ([origin] + hidden.map { "hides \($0)" }).joined(separator: "   "), .dim))
        lines += listing.problems.flatMap { $0.brokenBetweenWords(toColumns: size.columns - 2) }
            .map { ScreenLine(" \($0)", .red) }
        if let value = listing.value(at: pointer), let text = detailText(of: value, at: pointer) {
            let rest = max(detailRows - 1 - lines.count, 0)
            lines += text.wrapped(toColumns: size.columns - 2, lines: rest).map { ScreenLine(" \($0)") }
        }
        return lines
    }

    /// Returns the text of a value, unless it is a container with too many parts to show.
    private func detailText(of value: PropertyList, at pointer: ValuePointer) -> String? {
        var budget = 1000
        guard let listing, value.fits(&budget) else { return nil }
        return try? listing.shown(value, at: pointer).text
    }
}

extension ScreenLine {
    /// The line, followed by the edge between two lists.
    fileprivate var withEdge: ScreenLine {
        var line = self
        line.append(escaped: "│ ", .dim)
        return line
    }
}

extension String {
    /// Returns the first lines of a text that is broken at some columns.
    func wrapped(toColumns limit: Int, lines count: Int = 20) -> [String] {
        guard limit > 0, count > 0 else { return [] }
        var lines: [String] = []
        var line = ""
        var columns = 0
        // A character can have any number of bytes, so the text is cut by those.
        for character in String(decoding: utf8.prefix(limit * count * 4 + 64), as: UTF8.self) {
            let text = String(character).escapingControlCharacters
            let width = text.terminalColumns
            if columns + width > limit || character == "\n" {
                guard lines.count < count else { return lines }
                lines.append(line)
                (line, columns) = ("", 0)
                if character == "\n" { continue }
            }
            line += text
            columns += width
        }
        return Array((lines + (line.isEmpty ? [] : [line])).prefix(count))
    }
}

extension String {
    /// Returns the lines of a message, broken between words, or within a word that is longer than a line.
    ///
    /// One with a run of blanks, such as a command with a value that has one, keeps them, and is broken anywhere.
    func brokenBetweenWords(toColumns limit: Int) -> [String] {
        guard !isEmpty, limit > 0 else { return [] }
        let lines = terminalColumns > limit && !contains("  ") ? lines(atMost: limit) : [self]
        return lines.flatMap { $0.terminalColumns > limit ? $0.wrapped(toColumns: limit) : [$0] }
    }
}

extension PropertyList {
    /// Returns whether the value has at most some parts, and takes them from the budget.
    fileprivate func fits(_ budget: inout Int) -> Bool {
        budget -= 1
        let parts = parts
        guard parts.count <= budget else { return false }
        return parts.allSatisfy { $0.value.fits(&budget) }
    }
}
