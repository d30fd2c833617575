import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs schema check`: what is wrong with schemas themselves; the worst of it is the exit code.
    mutating func checkSchemas(at paths: [String]) throws(CommandError) -> ExitCode {
        var findings: [CheckFinding] = []
        var worst = ExitCode.done
        if paths.isEmpty {
            let (path, document) = try schemaOfSelectedSuite()
            findings = checkedFindings(in: document, at: path)
        } else {
            try checkNoSelection()
            try checkStandardInput()
            for path in paths {
                do throws(CommandError) {
                    findings += checkedFindings(in: try schemaDocument(at: path), at: path)
                } catch {
                    // The other files are looked at all the same.
                    complain(error.message)
                    worst = worst.worse(than: error.exitCode)
                }
            }
        }
        try write(findings)
        return worst.worse(than: findings.worstExitCode)
    }

    private func checkedFindings(in document: [UInt8], at path: String) -> [CheckFinding] {
        let findings = findings(inSchema: document, at: path)
        if findings.isEmpty {
            report("\(CheckFinding.place(of: nil, in: path)): nothing is wrong with it")
        }
        return findings
    }

    /// What is wrong with a schema, with a note for each keyword that is not heeded.
    func findings(inSchema document: [UInt8], at path: String) -> [CheckFinding] {
        do throws(PreferenceSchemaError) {
            let schema = try PreferenceSchema(parsing: document)
            for warning in schema.warnings {
                note("\(CheckFinding.place(of: warning.position, in: path)): \(warning)")
            }
            return schema.invalidDeclarations.map { CheckFinding(path: path, $0) }
        } catch {
            return [CheckFinding(path: path, error)]
        }
    }

    /// The bytes of a schema that the line names; standard input for the path `-`.
    func schemaDocument(at path: String) throws(CommandError) -> [UInt8] {
        if path == "-" {
            return try rethrowing(as: CommandError.standardInput) { () throws(SystemError) in
                try environment.readInput()
            }
        }
        return try rethrowing(as: { CommandError.schemaDocument(path: path, $0) }) { () throws(SystemError) in
            try PlainFile.read(path)
        }
    }
}

extension [CheckFinding] {
    /// The exit code of the worst of them; `done` where there are none.
    var worstExitCode: ExitCode {
        map(\.exitCode).max { $0.rawValue < $1.rawValue } ?? .done
    }
}
