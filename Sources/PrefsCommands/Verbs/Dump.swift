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
            """,
        groups: [
            .readFile,
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
        ],
        exits: .writing([.invalidValue: "the format cannot represent a value; nothing is written"]),
        run: CommandContext.dump
    )
}

extension CommandContext {
    fileprivate func dump() throws(CommandError) -> ExitCode {
        let selection = try selection()
        if selection.isStandardInput {
            // Read it before other programs wait for the output's directory.
            _ = try inputDocument()
        }
        let isCommands = arguments.argument(of: .format) == DocumentForm.commandsName
        let form = isCommands ? nil : documentForm ?? .xml
        noteIfMissing(selection)
        try writeDocument(as: form, hiding: schema(of: selection)) { () throws(CommandError) in
            let contents = try contents(of: selection)
            guard let form else { return Array(try setCommands(for: contents).utf8) }
            return try document(of: .dictionary(contents), as: form)
        }
        return .done
    }
}
