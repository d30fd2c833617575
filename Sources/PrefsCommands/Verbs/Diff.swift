import PropertyLists

extension CommandContext {
    /// `prefs diff`: what turns one suite or file into another; the exit code says whether they differ.
    mutating func diff() throws(CommandError) -> ExitCode {
        try checkStandardInput()
        let old: PropertyListDictionary
        if let name = arguments.argument(of: .against) {
            old = try contents(of: try Selection(ofSuite: name, in: environment))
        } else {
            old = try document(arguments.operands[0]).dictionary
        }
        let new: PropertyListDictionary
        if arguments.operands.count > 1 {
            try checkNoSelection()
            new = try document(arguments.operands[1]).dictionary
        } else {
            new = try contents(of: try selection())
        }
        let changes = old.keyChanges(to: new)
        write(try records(of: changes).utf8)
        return changes.isEmpty ? .done : .absent
    }
}
