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
            separated by tabs and escaped as in 'prefs list'.

            In numbers, dates and data, the command searches the text that 'prefs get' prints. The keys in a dictionary
            are part of its value. If a suite cannot be read, prefs reports it on standard error and searches the
            others.
            """,
        operands: [Operand(.text, "The literal text to search for")],
        groups: [
            .fileToSearch,
            OptionGroup(
                "Search",
                Option(
                    .ignoreCase,
                    ["-i", "--ignore-case"],
                    "Ignore the difference between upper and lower case, in any script"
                ),
                Option(.inKeys, ["--keys"], "Search the names of keys"),
                Option(.inValues, ["--values"], "Search values")
            ),
            .output(.json(summary: "Print a JSON array of objects with suite, key and value"), .typed, .null),
            .messages,
        ],
        examples: [
            "find example.com": "Show where a host name is set, in any suite",
            "find -i --keys color": "Print the keys with 'color' in their names, in any case",
            "find -s group.x true": "Search one suite",
        ],
        exits: .reading([
            .done: "a match was found",
            .absent: "no match was found",
            .invalidValue: "a value cannot be printed in the requested form",
            .unreadableFile: "a suite cannot be read; the matches in the others are printed",
        ]),
        run: CommandContext.find
    )
}

extension CommandContext {
    /// `prefs find`: prints the keys, in every suite or in the selected file, whose names or values contain a text.
    fileprivate func find() throws(CommandError) -> ExitCode {
        let text = arguments.operands[0]
        let pattern = SearchText(text, ignoresCase: arguments.has(.ignoreCase))
        var matches: [Match] = []
        var isComplete = true
        let sources = try searchedSources()
        for (position, source) in sources.enumerated() {
            progressLine.show(position, of: sources.count)
            do throws(CommandError) {
                matches += try self.matches(of: pattern, in: source)
            } catch  where error.exitCode == .unreadableFile {
                // The others are searched nevertheless.
                complain(error.message)
                isComplete = false
            }
        }
        try write(matches)
        guard isComplete else { return .unreadableFile }
        return matches.isEmpty ? absent(.noMatch(text, in: searchedParts)) : .done
    }

    /// The searched parts of an entry: both if no option names one.
    private var searchedParts: [String] {
        let named = (arguments.has(.inKeys) ? ["key"] : []) + (arguments.has(.inValues) ? ["value"] : [])
        return named.isEmpty ? ["key", "value"] : named
    }

    /// Returns the sources to search: the selected file if an option selects one, else each suite that `suites` lists.
    private func searchedSources() throws(CommandError) -> [(name: String, snapshot: PreferenceSnapshot)] {
        guard [OptionName].fileSelectors.contains(where: arguments.has) else {
            return try suiteFiles().map { ($0.name.rawValue, PreferenceSnapshot(of: [$0.file])) }
        }
        let selection = try selection()
        return [(selection.name, try snapshot(of: selection, isOneFile: true))]
    }

    private func matches(
        of pattern: SearchText,
        in source: (name: String, snapshot: PreferenceSnapshot)
    ) throws(CommandError) -> [Match] {
        var snapshot = source.snapshot
        let entries = try snapshot.entriesInByteOrder()
        warn(snapshot.warnings)
        let parts = searchedParts
        var matches: [Match] = []
        for entry in entries {
            var isMatch = parts.contains("key") && pattern.occurs(in: entry.key)
            if !isMatch, parts.contains("value") {
                isMatch = try occurs(pattern, in: entry.value, of: entry.key)
            }
            if isMatch {
                matches.append(Match(suite: source.name, key: entry.key, value: entry.value))
            }
        }
        return matches
    }

    /// Whether a text occurs in a value or inside it: in a dictionary's keys, or in the text that `list` would print.
    private func occurs(_ pattern: SearchText, in value: PropertyList, of key: String) throws(CommandError) -> Bool {
        var pending = [value]
        while let next = pending.popLast() {
            switch next {
            case .array(let elements):
                pending += elements
            case .dictionary(let entries):
                if entries.keys.contains(where: pattern.occurs) { return true }
                pending += entries.map(\.value)
            default:
                if pattern.occurs(in: try text(of: next, at: ValuePath(key))) { return true }
            }
        }
        return false
    }

    private func write(_ matches: [Match]) throws(CommandError) {
        if let style = jsonStyle {
            // Each value is converted separately first, so that an error names the key.
            for match in matches {
                _ = try json(match.value, style, at: ValuePath(match.key))
            }
        }
        if try writeIfJSON(.array(matches.map(\.object))) { return }
        for match in matches {
            try writeRecord([match.suite, match.key, try text(of: match.value, at: ValuePath(match.key))])
        }
    }
}

private struct Match {
    let suite: String
    let key: String
    let value: PropertyList

    var object: PropertyList { ["suite": .string(suite), "key": .string(key), "value": value] }
}
