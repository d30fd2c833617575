import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs check`: what is wrong with files, all of it; the worst of it is the exit code.
    mutating func check() throws(CommandError) -> ExitCode {
        var worst = ExitCode.done
        var findings: [CheckFinding] = []
        if !arguments.operands.isEmpty {
            try checkNoSelection()
            try checkStandardInput()
        }
        let paths = try arguments.operands.isEmpty ? selectedPaths() : arguments.operands
        for (position, path) in paths.enumerated() {
            progress(position, of: paths.count)
            do throws(CommandError) {
                findings += try check(path)
            } catch {
                // The other files are looked at all the same.
                complain(error.message)
                worst = worst.worse(than: error.exitCode)
            }
        }
        worst = findings.reduce(worst) { $0.worse(than: $1.exitCode) }
        try write(findings)
        return worst
    }

    /// A line for each finding, or one JSON array.
    mutating func write(_ findings: [CheckFinding]) throws(CommandError) {
        if let style = jsonStyle {
            try writeJSON(.array(findings.map(\.object)), style)
        } else {
            for finding in findings {
                try writeRecord([finding.line])
            }
        }
    }

    /// The selected file; none where it is not there, as an empty suite has nothing wrong with it.
    private func selectedPaths() throws(CommandError) -> [String] {
        if arguments.argument(of: .file) == "-" { return ["-"] }
        let file = try selection().file
        let isThere = try rethrowing(as: { CommandError.preferences(.store($0)) }) { () throws(PreferenceStoreError) in
            try file.exists
        }
        return isThere ? [file.path] : []
    }

    private func check(_ path: String) throws(CommandError) -> [CheckFinding] {
        let document: NamedDocument
        do {
            // An operand may be a pipe of the shell's, a suite is a file.
            document = try self.document(path, readsStreams: !arguments.operands.isEmpty)
        } catch {
            guard let malformed = CheckFinding(path: path, error) else { throw error }
            return [malformed]
        }
        do {
            _ = try document.dictionary
        } catch {
            return [CheckFinding(path: path, notDictionary: document.value.kind)]
        }
        let hazards = try rethrowing(as: CommandError.standardInputMalformed) { () throws(PropertyListError) in
            try PropertyList.findings(
                in: document.bytes.span,
                as: document.format,
                isSuite: path.utf8.suffix(6).elementsEqual(".plist".utf8)
            )
        }
        if hazards.isEmpty {
            report("\(path): nothing is wrong with it")
        }
        return hazards.map { CheckFinding(path: path, $0) }
    }
}

extension ExitCode {
    fileprivate func worse(than other: ExitCode) -> ExitCode {
        rawValue < other.rawValue ? other : self
    }
}
