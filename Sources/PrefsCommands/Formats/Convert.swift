import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists
import ValueDifferences

extension Verb {
    static let convert = Verb(
        "convert",
        summary: "Convert a property list to another format",
        discussion: """
            The format is that of --format, else the one that the extension of --output implies: .plist for xml, .json,
            or .strings for openstep. The conversion is lossless. If FORMAT cannot represent a value or its type, such
            as a date in plain JSON, prefs names the key and writes nothing. With --lossy it writes the document
            nevertheless. A value that FORMAT cannot represent at all then becomes a string.

            Comments are not values, and are dropped. If the file can contain secrets, a new file of --output is
            readable by its owner alone.
            """,
        operands: [Operand(.document, "The file to read, in any format; '-' is standard input")],
        groups: [
            .output(
                .format(.documentFormat, summary: "Use this format"),
                .outputFile,
                .lossy,
                .breakHardLinks,
                .dryRun
            ),
            .messages,
        ],
        examples: [
            "convert seed.json -o seed.plist --format binary": "Convert JSON to a binary property list",
            "convert app.plist --format typed": "Print JSON that keeps types",
        ],
        exits: .writing([.invalidValue: "the conversion would lose something; nothing is written"]),
        action: VerbAction(VerbRun.convert)
    )
}

extension VerbRun {
    fileprivate func convert() throws -> ExitCode {
        guard let form = printer.documents.form else {
            throw CommandError.usage(.missingOption("--format FORMAT", synopsis: Verb.convert.syntax.synopsis()))
        }
        let path = operands[0]
        // A stream is read only once, before other programs wait for the output's directory.
        let stream = path == "-" || !PlainFile.isRegular(path) ? try reader.documents.read(path).value : nil
        let isHidden = printer.documents.path != nil && path != "-"
        let rules = isHidden ? [try reader.selection(ofCopyAt: path).rules] : []
        try printer.documents.write(as: form, with: rules) {
            if let stream { return try converted(stream, to: form) }
            return try converted(try reader.documents.read(path).value, to: form)
        }
        return .done
    }

    private func converted(_ value: PropertyList, to form: DocumentForm) throws -> [UInt8] {
        try printer.documents.document(of: value, as: form, isStrict: true)
    }
}
