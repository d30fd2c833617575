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
            'prefs apply --all-suites' takes the document. A new file of it is readable by its owner alone. If a suite cannot
            be read, prefs writes nothing. If the name of a file cannot be that of a suite, prefs leaves it out, and
            exits with 1.

            With --keep-going, prefs reports what it cannot read or leaves out, and writes the other suites. The exit
            code is that of the worst error.
            """,
        groups: [
            .readFile,
            OptionGroup("Suites", .allSuites("Print one document of all suites, by name"), .keepGoing),
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
        exits: .writing([
            .absent: "the document is written without the files that are left out because of their names",
            .invalidValue: "the format cannot represent a value; nothing is written",
        ]),
        run: VerbRun.dump
    )
}

extension VerbRun {
    fileprivate func dump() throws -> ExitCode {
        let isWhole = options.selection.isOfAllSuites
        let (suites, areAll) = try isWhole ? reader.suitesOfUser() : ([reader.selection()], true)
        if !isWhole {
            suites.forEach(reader.noteIfMissing)
        }
        if suites.contains(where: \.isStandardInput) {
            // Read it before other programs wait for the output's directory.
            _ = try reader.inputDocument()
        }
        let isCommands = options.output.format == DocumentForm.commandsName
        let form = isCommands ? nil : printer.documentForm ?? .xml
        let readable = try reader.forEach(suites) { suite in
            (suite, hasSecrets: try !reader.secrets(of: suite).isEmpty)
        }
        try printer.writeDocument(as: form, holdsSecrets: readable.contains(where: \.hasSecrets)) {
            let dumped = try reader.forEach(readable) { suite, _ in
                (suite, contents: try reader.contents(of: suite))
            }
            guard let form else {
                let commands = try dumped.map { suite, contents in
                    try printer.setCommands(for: contents, of: isWhole ? suite.suite : nil)
                }
                return Array(commands.joined().utf8)
            }
            let entries = dumped.map { suite, contents in
                PropertyListDictionary.Entry(key: suite.name, value: .dictionary(contents))
            }
            let whole = PropertyList.dictionary(PropertyListDictionary(uniqueEntries: entries))
            return try printer.document(of: isWhole ? whole : entries[0].value, as: form)
        }
        return areAll || options.selection.keepsGoing ? reader.exitCodeOfSkipped : .absent
    }
}
