import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceSchemas
import PreferenceStore
import PropertyLists
import ValueDifferences

extension Verb {
    static let dump = Verb(
        "dump",
        summary: "Print a whole suite as a document",
        discussion: """
            A missing suite is an empty document. The format is that of --format, else the one that the extension of
            --output implies: .plist for xml, .json or .strings for openstep; else xml.

            If the format of --output cannot represent a value or its type, prefs names the key and writes nothing. With
            --lossy it writes the document nevertheless.

            With --changed, the document leaves out the values that make no difference: what a program would read
            without the file, from /usr/local/etc or as the default of the schema. It also leaves out what the schema
            calls volatile. With --all-suites, it leaves out suites that are then empty.

            With --all-suites, the document is a dictionary of the suites in the user's configuration directory, by
            name, including .GlobalPreferences. The files in ByHost and those of the system are not part of it.
            'prefs apply --all-suites' takes the document. A new file of it is readable by its owner alone. If a suite
            cannot be read, prefs writes nothing. If the name of a file cannot be that of a suite, prefs leaves it out,
            and exits with 1.

            With --keep-going, prefs reports what it cannot read or leaves out, and writes the other suites. The exit
            code is that of the worst error.
            """,
        groups: [
            .readFile,
            OptionGroup("Suites", .allSuites("Print one document of all suites, by name"), .keepGoing),
            .output(
                .changed,
                .ignore,
                .volatile(needs: ["--changed"]),
                .noVolatile,
                .format(.format, summary: "Use this format"),
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
            "dump -s editor --changed --typed -o editor.json": "Write a seed of what differs from the defaults",
            "dump --all-suites --typed -o backup.json": "Back up all suites",
        ],
        exits: .writing([
            .absent: "the document is written without the files that are left out because of their names",
            .invalidValue: "the format cannot represent a value; nothing is written",
        ]),
        action: VerbAction(VerbRun.dump)
    )
}

extension VerbRun {
    fileprivate func dump() throws -> ExitCode {
        let isWhole = options.selection.isOfAllSuites
        let (suites, areAll) = try isWhole ? reader.suitesOfUser() : ([reader.selection()], true)
        if !isWhole {
            suites.forEach(suggestions.noteIfMissing)
        }
        if let stream = suites.first(where: \.isStream) {
            // Read it before other programs wait for the output's directory.
            _ = try reader.documents.stream(at: stream.file.path)
        }
        let isCommands = options.output.format == DocumentForm.commandsName
        let form = isCommands ? nil : printer.documents.form ?? .xml
        let readable = try reader.forEach(suites) { suite in
            _ = try suite.rules.schema()
            return suite
        }
        try printer.documents.write(
            as: form,
            with: readable.map(\.rules),
            isPrivate: options.selection.isOfAllSuites
        ) {
            var dumped = try reader.forEach(readable) { suite in
                (suite, contents: try options.output.isOfChanged ? changed(in: suite) : contents(of: suite))
            }
            if isWhole, options.output.isOfChanged { dumped.removeAll { $0.contents.isEmpty } }
            guard let form else {
                let commands = try dumped.map { suite, contents in
                    try printer.changes.setCommands(for: contents, of: isWhole ? suite.suite : nil)
                }
                return Array(commands.joined().utf8)
            }
            if form.format == .json, !isWhole, suites[0].suite != nil,
                case .string = dumped[0].contents[DocumentForm.schemaName]
            {
                messages.note(.namesSchema)
            }
            let entries = dumped.map { suite, contents in
                PropertyListDictionary.Entry(key: suite.name, value: .dictionary(contents))
            }
            let whole = PropertyList.dictionary(PropertyListDictionary(uniqueEntries: entries))
            return try printer.documents.document(of: isWhole ? whole : entries[0].value, as: form)
        }
        return areAll || options.selection.keepsGoing ? reader.exitCodeOfSkipped : .absent
    }

    /// Returns the entries of a file, without those that options leave out.
    private func contents(of selection: Selection) throws -> PropertyListDictionary {
        var contents = try reader.contents(of: selection)
        let includesVolatile = !options.keys.excludesVolatile
        let ignored = try IgnoredKeys(options.keys, by: selection.rules, includingVolatile: includesVolatile)
        if !ignored.isEmpty { contents.removeAll { ignored.contains($0.key) } }
        return contents
    }

    /// Returns the entries of a file that make a difference.
    ///
    /// A key that a file of the user has too is one of them: without it, a program would read that value.
    private func changed(in selection: Selection) throws -> PropertyListDictionary {
        let schema = try selection.rules.schema()
        let layers = try selection.laterLayers.map { element in
            (domain: element.layer.domain, contents: try reader.contents(of: reader.selection(of: element.file)))
        }
        var changed = try reader.contents(of: selection)
        let ignored = try IgnoredKeys(options.keys, by: selection.rules)
        changed.removeAll { entry in
            if ignored.contains(entry.key) { return true }
            if let layer = layers.first(where: { $0.contents[entry.key] != nil }) {
                return layer.domain == .system && layer.contents[entry.key] == entry.value
            }
            return PreferenceState(of: entry.value, default: schema?.schema.defaultValue(of: entry.key)) == .same
        }
        return changed
    }
}

extension Selection {
    /// The layers that a search looks at after the selected file.
    fileprivate var laterLayers: [SearchList.Element] {
        guard let suite, let directories else { return [] }
        return Array(SearchList(of: suite, in: directories).drop { $0.file.path != file.path }.dropFirst())
    }
}

extension Message {
    /// Returns a note about a key of a suite that has another meaning in a seed in JSON.
    fileprivate static var namesSchema: Message {
        let text = "'apply' does not set \(DocumentForm.schemaName.quoted) from JSON: there it names the schema"
        return Message(text, hint: "--format xml keeps it")
    }
}
