import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs convert`: writes a property list in another format, if that loses nothing.
    mutating func convert() throws(CommandError) -> ExitCode {
        guard let form = documentForm else {
            let synopsis = VerbName.convert.specification.synopsis()
            throw .usage(.missingOption("--format FORMAT", verb: .convert, synopsis: synopsis))
        }
        let path = arguments.operands[0]
        // A stream is read once, and before anybody waits for the output's directory.
        let stream = path == "-" || !PlainFile.isRegular(path) ? try document(path).value : nil
        let context = self
        progress(0, of: 3)
        try writeDocument(as: form) { () throws(CommandError) in
            guard let stream else { return try context.converted(try context.document(path).value, to: form) }
            return try context.converted(stream, to: form)
        }
        return .done
    }

    /// A value as a document in another form.
    private func converted(_ original: PropertyList, to form: DocumentForm) throws(CommandError) -> [UInt8] {
        var value = original
        progress(1, of: 3)
        let losses = value.losses(in: form)
        if let first = losses.first {
            guard arguments.has(.lossy) else { throw .lossy(first, others: losses.count - 1) }
            for loss in losses {
                note(loss.description)
            }
            value = try rethrowing(as: { CommandError.notRepresentable($0.problem, at: nil) }) {
                () throws(PropertyListError) in try value.replacingUnwritable(losses)
            }
        }
        progress(2, of: 3)
        return try document(of: value, as: form)
    }
}
