import PropertyLists

extension CommandContext {
    /// `prefs dump`: the whole of one file as a document or as commands, on standard output or in a file, whole.
    mutating func dump() throws(CommandError) -> ExitCode {
        let contents = try contents(of: try selection())
        if arguments.argument(of: .format) == DocumentForm.commandsName {
            try writeDocument(Array(try setCommands(for: contents).utf8), as: nil)
        } else {
            let form = documentForm ?? .xml
            try writeDocument(try document(of: .dictionary(contents), as: form), as: form)
        }
        return .done
    }
}
