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
        try writeDocument(try document(of: value, as: form), as: form)
        return .done
    }
}
