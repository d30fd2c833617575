import PreferenceStore
import PropertyLists

extension Verb {
    static let convert = Verb(
        "convert",
        summary: "write a property list in another format",
        discussion: """
            Loses nothing: where FORMAT cannot hold a value or its type, as plain JSON a date, nothing is written, and
            the key is named. --lossy writes it all the same; what FORMAT cannot spell at all becomes a string then.

            Comments are no values, and stay behind.
            """,
        operands: [Operand(.document, "the file to read, in any format; '-' is standard input")],
        groups: [
            .output(
                .format(.documentFormat, summary: "the format to write"),
                .json(summary: "the same as --format json"),
                Option(.typed, ["--typed"], "the same as --format typed-json", excludes: [.json]),
                .outputFile,
                Option(.lossy, ["--lossy"], "write what FORMAT can hold, and note the rest"),
                .breakHardLinks
            ),
            .messages,
        ],
        examples: [
            "convert seed.json -o seed.plist --format binary": "make a binary property list of JSON",
            "convert app.plist --format typed-json": "print JSON that keeps types",
        ],
        exits: .writing([.invalidValue: "something would be lost; nothing is written"]),
        run: CommandContext.convert
    )
}

extension CommandContext {
    fileprivate func convert() throws(CommandError) -> ExitCode {
        guard let form = documentForm else {
            throw .usage(.missingOption("--format FORMAT", verb: .convert, synopsis: Verb.convert.syntax.synopsis()))
        }
        let path = arguments.operands[0]
        // A stream is read only once, before other programs wait for the output's directory.
        let stream = path == "-" || !PlainFile.isRegular(path) ? try document(path).value : nil
        progressLine.show(0, of: 3)
        try writeDocument(as: form) { () throws(CommandError) in
            if let stream { return try converted(stream, to: form) }
            return try converted(try document(path).value, to: form)
        }
        return .done
    }

    private func converted(_ original: PropertyList, to form: DocumentForm) throws(CommandError) -> [UInt8] {
        var value = original
        progressLine.show(1, of: 3)
        let losses = value.losses(in: form)
        if let first = losses.first {
            guard arguments.has(.lossy) else { throw .lossy(first, others: losses.count - 1) }
            for loss in losses {
                note(.lost(loss))
            }
            value = try rethrowing(
                value.replacingUnwritable(losses),
                as: { (error: PropertyListError) in .notRepresentable(error.problem, at: nil) }
            )
        }
        progressLine.show(2, of: 3)
        return try document(of: value, as: form)
    }
}
