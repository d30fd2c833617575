import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs dump`: the whole of one file as a document or as commands, on standard output or in a file, whole.
    mutating func dump() throws(CommandError) -> ExitCode {
        let selection = try selection()
        if selection.file.path == "-" {
            // Before anybody waits for the output's directory.
            _ = try inputDocument()
        }
        let isCommands = arguments.argument(of: .format) == DocumentForm.commandsName
        let form = isCommands ? nil : documentForm ?? .xml
        let context = self
        try writeDocument(as: form) { () throws(CommandError) in
            let contents = try context.contents(of: selection)
            guard let form else { return Array(try context.setCommands(for: contents).utf8) }
            return try context.document(of: .dictionary(contents), as: form)
        }
        return .done
    }
}
