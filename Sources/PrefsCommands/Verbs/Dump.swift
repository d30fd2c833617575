import PreferenceStore
import PropertyLists

extension Verb {
    static let dump = Verb(
        "dump",
        summary: "print a whole suite as a document",
        discussion: ["A suite that is not there is an empty document."],
        groups: [
            .readFile,
            .output(
                Option(
                    .format,
                    ["--format"],
                    arguments: [.word(.format)],
                    summary: "the format of the document, xml unless it is named",
                    excludes: [.json, .typed]
                ),
                .json,
                .typed,
                .outputFile,
                .breakHardLinks
            ),
            .messages,
        ],
        examples: [
            Example(["dump", "-s", "group.x"], summary: "print a suite as XML"),
            Example(["dump", "--format", "binary", "-o", "copy.plist"], summary: "write a binary copy"),
            Example(["dump", "--format", "openstep"], summary: "print a suite in the format of GNUstep"),
        ],
        exits: .writing([.invalidValue: "the format cannot hold a value"]),
        run: CommandContext.dump
    )
}

extension CommandContext {
    fileprivate func dump() throws(CommandError) -> ExitCode {
        let selection = try selection()
        if selection.file.path == "-" {
            // Before anybody waits for the output's directory.
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
