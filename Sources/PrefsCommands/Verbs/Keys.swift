import PreferenceCore
import PropertyLists

extension Verb {
    static let keys = Verb(
        "keys",
        summary: "List the names of keys",
        discussion: """
            Prints one key per line, in byte order, escaped as in 'prefs list'. The list includes the preferences that
            all suites share, and the system's files; --only omits them.
            """,
        groups: [
            .searchedFiles,
            OptionGroup(
                "Keys",
                Option(
                    .glob,
                    ["--glob"],
                    "List only the keys that match a GLOB",
                    operands: [Operand(.glob, "A pattern of keys to list", .oneOrMore)]
                ) { $0.keys.areGlobs = true }
            ),
            .output(.json(summary: "Print a JSON array"), .null),
            .messages,
        ],
        examples: [
            "keys -s group.x": "List the keys of the suite group.x",
            "keys --glob 'window.*'": "List the keys of one scope",
        ],
        exits: .reading([
            .done: "success, even if there is no key",
            .invalidValue: "a key contains NUL, and --null is given",
        ]),
        run: VerbRun.keys
    )
}

extension VerbRun {
    fileprivate func keys() throws -> ExitCode {
        let selection = try reader.selection()
        let keys =
            try selection.isStandardInput
            ? StoredKeys(reader.inputKeys())
            : StoredKeys(of: selection.searchList)
        printer.warn(keys.warnings)
        reader.noteIfMissing(selection)
        let globs = operands.map(Glob.init)
        let names = keys.names.filter(globs.allow)
        if try printer.writeIfJSON(names.propertyList) { return .done }
        try printer.writeRecords(names.map { [Field($0, .name)] })
        return .done
    }
}
