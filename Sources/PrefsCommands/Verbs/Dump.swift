import PropertyLists

extension CommandContext {
    /// `prefs dump`: the whole of one file as a document, on standard output or in a file that is written whole.
    mutating func dump() throws(CommandError) -> ExitCode {
        let contents = try contents(of: try selection())
        switch documentForm ?? .xml {
        case .commands: try writeDocument(Array(try setCommands(for: contents).utf8))
        case let form: try writeDocument(try document(of: .dictionary(contents), as: form))
        }
        return .done
    }
}
