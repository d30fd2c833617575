import PreferenceStore
import PropertyLists

extension Verb {
    static let dump = Verb(
        "dump",
        summary: "print a whole suite as a document",
        discussion: "A suite that is not there is an empty document.",
        groups: [
            .readFile,
            .output(
                .format(.format, summary: "the format of the document, xml unless it is named"),
                .json,
                .typed,
                .outputFile,
                .breakHardLinks
            ),
            .messages,
        ],
        examples: [
            "dump -s group.x": "print a suite as XML",
            "dump --format binary -o copy.plist": "write a binary copy",
            "dump --format openstep": "print a suite in the format of GNUstep",
        ],
        exits: .writing([.invalidValue: "the format cannot hold a value"]),
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
        try writeDocument(as: form) { () throws(CommandError) in
            let contents = try contents(of: selection)
            guard let form else { return Array(try setCommands(for: contents).utf8) }
            return try document(of: .dictionary(contents), as: form)
        }
        return .done
    }
}
