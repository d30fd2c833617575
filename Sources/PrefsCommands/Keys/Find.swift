import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let find = Verb(
        "find",
        summary: "Search the keys and values of all suites",
        discussion: """
            Searches each suite that 'prefs suites' lists, or the one file that an option selects. Prints one line per
            key if its name or its value contains TEXT, at any depth. The line is the suite, the key and the value,
            separated by tabs and escaped as in 'prefs list'. --long adds the file.

            In numbers, dates and data, the command searches the text that 'prefs get' prints. The keys in a dictionary
            are part of its value. If a suite cannot be read, prefs reports it on standard error and searches the
            others.
            """,
        operands: [
            Operand(.text, "The literal text to search for"),
            .glob("Search only the keys that match a GLOB, such as 'window.*'"),
        ],
        groups: [
            .fileToSearch,
            OptionGroup(
                "Search",
                Option(
                    ["-i", "--ignore-case"],
                    "Ignore the difference between upper and lower case, in any script"
                ) { $0.find.ignoresCase = true },
                .glob("Search the keys that match GLOB, as a bare word after TEXT does"),
                Option(["--keys"], "Search the names of keys") { $0.find.searchesKeys = true },
                Option(["--values"], "Search values") { $0.find.searchesValues = true }
            ),
            .output(
                .long(summary: "Add the file that contains the value"),
                .json(.valueForm, summary: "Print a JSON array of objects with suite, key, value and file"),
                .namesOnly,
                .null
            ),
            .messages,
        ],
        examples: [
            "find example.com": Example(
                "Show where a host name is set, in any suite",
                prints: "prefs  home  https://example.com"
            ),
            "find -i --keys color": "Print the keys with 'color' in their names, in any case",
            "find -s group.x true": "Search one suite",
        ],
        exits: .reading([
            .done: "a match was found",
            .absent: "no match was found",
            .invalidValue: "a value cannot be printed in the requested form",
            .unreadableFile: "a suite cannot be read; the matches in the others are printed",
        ]),
        action: VerbAction(VerbRun.find)
    )
}

final class FindOptions {
    fileprivate(set) var ignoresCase = false
    fileprivate(set) var searchesKeys = false
    fileprivate(set) var searchesValues = false
}

extension Options {
    fileprivate var find: FindOptions { own(FindOptions.init) }
}

extension VerbRun {
    /// `prefs find`: prints the keys, in every suite or in the selected file, whose names or values contain a text.
    fileprivate func find() throws -> ExitCode {
        let text = operands[0]
        let pattern = SearchText(text, ignoresCase: options.find.ignoresCase)
        let keys = Glob.selection(by: options.keys.patterns(and: Array(operands.dropFirst())))
        let inAnyCase = SearchText(text, ignoresCase: true)
        var matches: [Match] = []
        var hasMatchInOtherCase = false
        var worst = ExitCode.done
        // One that the line names is not a suite's, and its error ends the search.
        if let named = try reader.sources.namedSchema() { _ = try SuiteSchema(named, keys: nil) }
        let selections = try searchedSelections()
        for (position, selection) in selections.enumerated() {
            messages.progressLine.show(position, of: selections.count)
            do {
                let entries = try reader.read(selection, keys: keys, isOneFile: true) { try $0.entries() }
                _ = try selection.rules.schema()
                matches += try messages.during("searching", selection.file.path) {
                    try self.matches(of: pattern, in: entries, of: selection)
                }
                if matches.isEmpty, !options.find.ignoresCase {
                    hasMatchInOtherCase =
                        try hasMatchInOtherCase
                        || !self.matches(of: inAnyCase, in: entries, of: selection).isEmpty
                }
            } catch {
                // The others are searched nevertheless.
                messages.complain(error)
                worst = max(worst, CommandError(error).exitCode)
            }
        }
        try write(matches)
        guard worst == .done else { return worst }
        guard matches.isEmpty else { return .done }
        let line = hasMatchInOtherCase ? ["find", "-i"] + arguments.optionWords + operands : nil
        return messages.absent(.noMatch(text, in: searchedParts, line))
    }

    /// The searched parts of an entry: both if no option names one.
    private var searchedParts: [String] {
        let named = (options.find.searchesKeys ? ["key"] : []) + (options.find.searchesValues ? ["value"] : [])
        return named.isEmpty ? ["key", "value"] : named
    }

    /// Returns the files to search: the selected one if an option selects one, else those that `suites` lists.
    private func searchedSelections() throws -> [Selection] {
        guard !options.selection.selectors.isEmpty else {
            return try reader.sources.directories().suiteFiles().map { reader.selection(of: $1, $0) }
        }
        let selection = try reader.selection()
        suggestions.noteIfMissing(selection)
        return [selection]
    }

    private func matches(
        of pattern: SearchText,
        in entries: PreferenceEntries,
        of selection: Selection
    ) throws -> [Match] {
        let parts = searchedParts
        var matches: [Match] = []
        for entry in entries {
            var isMatch = parts.contains("key") && pattern.occurs(in: entry.key)
            if !isMatch, parts.contains("value") {
                // The text that is shown in place of a value is not searched either.
                let value = selection.rules.disclosure.shown(entry.value, at: ValuePointer(entry.key), as: "")
                isMatch = try occurs(pattern, in: value, of: entry.key)
            }
            if isMatch {
                let value = selection.rules.disclosure.shown(entry.value, at: ValuePointer(entry.key))
                matches.append(Match(suite: selection.name, key: entry.key, value: value, path: entry.file.path))
            }
        }
        return matches
    }

    /// Whether a text occurs in a value or inside it: in a dictionary's keys, or in the text that `list` would print.
    private func occurs(_ pattern: SearchText, in value: PropertyList, of key: String) throws -> Bool {
        var pending = [value]
        while let next = pending.popLast() {
            switch next {
            case .array(let elements):
                pending += elements
            case .dictionary(let entries):
                if entries.keys.contains(where: pattern.occurs) { return true }
                pending += entries.map(\.value)
            default:
                if pattern.occurs(in: try printer.text(of: next, at: ValuePointer(key))) { return true }
            }
        }
        return false
    }

    private func write(_ matches: [Match]) throws {
        if let style = printer.jsonStyle {
            // Each value is converted separately first, so that an error names the key.
            for match in matches {
                _ = try printer.json(match.value, style, at: ValuePointer(match.key))
            }
        }
        if try printer.writeIfJSON(.array(matches.map(\.object))) { return }
        let records = try matches.map { match in
            var fields = [Field(match.suite, .detail), Field(match.key, .name)]
            if !options.output.hasNamesOnly {
                let text = try printer.text(of: match.value, at: ValuePointer(match.key))
                fields.append(Field(text, .value(of: match.value.kind)))
            }
            return options.output.isLong ? fields + [Field(match.path, .path)] : fields
        }
        try printer.writeRecords(records)
    }
}

private struct Match {
    let suite: String
    let key: String
    let value: PropertyList
    let path: String

    var object: PropertyList {
        ["suite": .string(suite), "key": .string(key), "value": value, "file": .string(path)]
    }
}

extension CommandError {
    /// Returns the error of a text that none of the searched parts contains, such as keys or values.
    ///
    /// - Parameter line: The line that finds something, in another case; nil if none does.
    fileprivate static func noMatch(_ text: String, in parts: [String], _ line: [String]?) -> CommandError {
        let message = "no \(parts.joined(separator: " or ")) contains \(text.quoted)"
        return CommandError(.absent, Message(message, hint: line?.commandLine))
    }
}
