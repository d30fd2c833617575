import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let dump = Verb(
        "dump",
        summary: "Print a whole suite as a document",
        discussion: """
            A missing suite is an empty document. The format is that of --format, else the one that the extension of
            --output implies: .plist for xml, .json or .strings for openstep; else xml.

            If the format of --output cannot represent a value or its type, prefs names the key and writes nothing. With
            --lossy it writes the document nevertheless.

            With --all-suites, the document is a dictionary of the suites in the user's configuration directory, by
            name, including .GlobalPreferences. The files in ByHost and those of the system are not part of it.
            'prefs apply --all-suites' takes the document.
            """,
        groups: [
            .readFile,
            OptionGroup("Suites", .allSuites("Print one document of all suites, by name")),
            .output(
                .format(.format, summary: "Use this format"),
                .json,
                .typed,
                .outputFile,
                .lossy,
                .breakHardLinks,
                .dryRun
            ),
            .messages,
        ],
        examples: [
            "dump -s group.x": "Print a suite as XML",
            "dump --format binary -o copy.plist": "Write a binary copy",
            "dump --format openstep": "Print a suite in the format of GNUstep",
            "dump --all-suites --typed -o backup.json": "Back up all suites",
        ],
        exits: .writing([.invalidValue: "the format cannot represent a value; nothing is written"]),
        run: CommandContext.dump
    )
}

extension CommandContext {
    fileprivate func dump() throws(CommandError) -> ExitCode {
        let isWhole = arguments.has(.allSuites)
        let suites = try isWhole ? suitesOfUser() : [selection()]
        if !isWhole {
            suites.forEach(noteIfMissing)
        }
        if suites.contains(where: \.isStandardInput) {
            // Read it before other programs wait for the output's directory.
            _ = try inputDocument()
        }
        let isCommands = arguments.argument(of: .format) == DocumentForm.commandsName
        let form = isCommands ? nil : documentForm ?? .xml
        let secrets = try suites.map { suite throws(CommandError) in
            try schema(of: suite)?.schema.hasSecrets ?? false
        }
        try writeDocument(as: form, holdsSecrets: secrets.contains(true)) { () throws(CommandError) in
            let dumped = try suites.enumerated().map { position, suite throws(CommandError) in
                progressLine.show(position, of: suites.count)
                return (suite, contents: try contents(of: suite))
            }
            guard let form else {
                let commands = try dumped.map { suite, contents throws(CommandError) in
                    try setCommands(for: contents, of: isWhole ? suite.suite : nil)
                }
                return Array(commands.joined().utf8)
            }
            let entries = dumped.map { suite, contents in
                PropertyListDictionary.Entry(key: suite.name, value: .dictionary(contents))
            }
            let whole = PropertyList.dictionary(PropertyListDictionary(uniqueEntries: entries))
            return try document(of: isWhole ? whole : entries[0].value, as: form)
        }
        return .done
    }
}
