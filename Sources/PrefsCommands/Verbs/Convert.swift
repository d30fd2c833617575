import PreferenceCore
import PropertyLists

extension CommandContext {
    /// `prefs convert`: writes a property list in another format, if that loses nothing.
    mutating func convert() throws(CommandError) -> ExitCode {
        guard let form = documentForm else {
            let synopsis = VerbName.convert.specification.synopsis()
            throw .usage(.missingOption("--format FORMAT", verb: .convert, synopsis: synopsis))
        }
        let path = arguments.operands[0]
        if path == "-" {
            // Before anybody waits for the output's directory.
            _ = try document(path)
        }
        let context = self
        try writeDocument(as: form) { () throws(CommandError) in try context.converted(path, to: form) }
        return .done
    }

    /// The document at a path in another form.
    private func converted(_ path: String, to form: DocumentForm) throws(CommandError) -> [UInt8] {
        progress(0, of: 3)
        var value = try document(path).value
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
