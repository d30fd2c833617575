import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let check = Verb(
        "check",
        summary: "Check files for errors",
        discussion: """
            Prints one line per problem: the file, the line and column or the byte, the key, and a description. Of a
            file with more than 100 problems, the first 100 and their number are printed; --json prints all. Without a
            FILE, the command checks the selected suite. It checks every file, and exits with the code of the worst
            problem.

            A valid property list can still differ from what UserDefaults or a strict XML parser reads. For example,
            UserDefaults reads the whole suite as empty if it contains a reference of a keyed archive, or whitespace
            around a number, and of a duplicate key it reads one value. It also reads a suite as empty if it does not
            know the format. That is a problem only if the file name ends in .plist.

            The suite is also checked against its schema, if one is installed. A FILE is checked only against the schema
            that --schema names, or that of the suite that --suite names. A missing required key is reported at the
            dictionary that lacks it.
            """,
        operands: [Operand(.document, "A file to check; '-' is standard input", .zeroOrMore)],
        groups: [
            .readFile,
            .output(.json(summary: "Print a JSON array of all problems"), .null),
            .messages,
        ],
        examples: [
            "check": "Check the suite",
            "check seed.json app.plist": "Check two files",
            "check seed.json -s group.x": "Check a seed against the schema of the suite group.x",
        ],
        exits: .reading([
            .done: "no problem was found",
            .invalidValue: "a file breaks the schema, or UserDefaults or a strict parser would misread it",
            .unreadableFile: "a file is not a suite, the schema is malformed, or one of them cannot be read",
        ]),
        action: VerbAction(VerbRun.check, firstOperand: .document)
    )
}

extension VerbRun {
    fileprivate func check() throws -> ExitCode {
        let (paths, selection) = try checkedFiles()
        var worst = ExitCode.done
        var schema: SuiteSchema?
        do {
            let named = try reader.sources.namedSchema()
            schema = try selection.map { try $0.rules.schema() } ?? named.map { try SuiteSchema($0, keys: nil) }
        } catch {
            // The files are checked nevertheless.
            messages.complain(error)
            worst = CommandError(error).exitCode
        }
        return try check(paths, worst: worst) { position, path in
            messages.progressLine.show(position, of: paths.count)
            let file = reader.selection(of: SuiteFile(path: path), selection?.suite)
            return try messages.during("checking", path) { try findings(inFile: path, by: schema, shownBy: file.rules) }
        }
    }

    /// Checks files and prints the findings; a file that cannot be read does not stop the check.
    ///
    /// - Parameter worst: The worst exit code so far.
    func check(
        _ paths: [String],
        worst: ExitCode = .done,
        _ findings: (Int, String) throws -> [CheckFinding]
    ) throws -> ExitCode {
        var worst = worst
        var found: [CheckFinding] = []
        for (position, path) in paths.enumerated() {
            do {
                found += try findings(position, path)
            } catch {
                let error = CommandError(error)
                // In JSON, a file that cannot be read is an element like the others.
                if printer.jsonStyle == nil {
                    messages.complain(error)
                } else {
                    let message = messages.of(error)[0].text
                    found.append(CheckFinding(path: path, message: message, exitCode: error.exitCode))
                }
                worst = max(worst, error.exitCode)
            }
        }
        return try write(found, worst: worst)
    }

    /// Prints one line for each finding, but not too many of a file, or a JSON array; returns the worst exit code.
    func write(_ findings: [CheckFinding], worst: ExitCode = .done) throws -> ExitCode {
        if try !printer.writeIfJSON(.array(findings.map(\.object))) {
            for finding in findings.printed {
                // A message quotes what it names, so that a backslash in it is an escape already.
                try printer.writeVerbatim(finding.line.escapingControlCharacters)
            }
        }
        return findings.map(\.exitCode).reduce(worst, max)
    }

    /// Returns the files that the operands name, or else the selected file, after those with the suite's managed
    /// settings; and the suite whose schema applies.
    private func checkedFiles() throws -> (paths: [String], selection: Selection?) {
        guard operands.isEmpty else {
            try options.checkNoSelection(but: ["--suite", "--global"])
            try options.checkStandardInput(operands)
            return (
                operands, options.selection.suite != nil || options.selection.isGlobal ? try reader.selection() : nil
            )
        }
        let selection = try reader.selection()
        suggestions.noteIfMissing(selection)
        let managed = try selection.searchList.filter { try $0.isManaged && $0.exists }
        return ((managed + [selection.file]).map(\.path), selection)
    }

    private func findings(inFile path: String, by schema: SuiteSchema?, shownBy rules: SuiteRules)
        throws -> [CheckFinding]
    {
        let document: NamedDocument
        do {
            // The line may name a pipe; a suite is always a file.
            let readsStreams = !operands.isEmpty || options.selection.path != nil
            document = try reader.documents.read(path, readsStreams: readsStreams)
        } catch PreferenceStoreError.corrupt(_, let error) {
            let quoting = CommandError(.unreadableFile, quoting: [.problem(error.problem)])
            let message = messages.of(quoting)[0].text
            return [CheckFinding(path: path, position: error.position, message: message, exitCode: .unreadableFile)]
        }
        guard case .dictionary(let contents) = document.value else {
            let message = document.value.kind.notSuiteReason
            return [CheckFinding(path: path, message: message, exitCode: .unreadableFile)]
        }
        let findings = try rethrowing(
            findings(in: document, by: schema, shownBy: rules),
            as: { CommandError(PreferenceStoreError.corrupt(path: path.documentName, $0)) }
        )
        if let (version, newest) = schema?.olderVersion(of: contents, path: path) {
            messages.note(.olderVersion(version, newest: newest, path: path))
        }
        if findings.isEmpty {
            messages.answer(.noProblems(path: path, hasSchema: schema != nil))
        }
        return findings
    }

    /// Returns the findings of `UserDefaults` and the schema in a document, by position; those without a position are
    /// last.
    private func findings(
        in document: NamedDocument,
        by schema: SuiteSchema?,
        shownBy rules: SuiteRules
    ) throws(PropertyListError) -> [CheckFinding] {
        let (path, bytes) = (document.path, document.bytes)
        let isSuite = SuiteFile(path: path).suite != nil
        let inspection = try PropertyListInspection(of: bytes.span, as: document.format, isSuite: isSuite)
        var findings = inspection.findings.map { CheckFinding(path: path, $0) }
        if let schema, case .dictionary(let contents) = schema.storedForm(of: document) {
            let (current, storedNames) = schema.withCurrentNames(contents)
            let violations = schema.schema.violations(in: current)
            let pointers = violations.map { violation in
                violation.pointer.prefix(1).map { storedNames[ByteKey($0)] ?? $0 } + violation.pointer.dropFirst()
            }
            let positions = try inspection.positions(of: pointers, in: bytes.span)
            findings += violations.indices.map { index in
                CheckFinding(
                    path: path,
                    position: positions[index],
                    pointer: pointers[index],
                    message: rules.disclosure.shown(violations[index]).description,
                    rule: (violations[index], schema.path)
                )
            }
        }
        let order = findings.indices.sorted { left, right in
            let offsets = [left, right].map { findings[$0].position?.offset ?? .max }
            return offsets[0] == offsets[1] ? left < right : offsets[0] < offsets[1]
        }
        return order.map { findings[$0] }
    }
}

extension SuiteSchema {
    /// Returns the value to store for a document, since JSON has fewer types, and strings for dates and data.
    fileprivate func storedForm(of document: NamedDocument) -> PropertyList {
        let contents = (try? document.seed).map(PropertyList.dictionary) ?? document.value
        return document.format == .json ? schema.storedForm(of: contents, by: schema.root) : contents
    }
}

extension Message {
    /// Returns a note about a suite that the program will migrate when it starts.
    fileprivate static func olderVersion(_ version: Int, newest: Int, path: String) -> Message {
        "\(path.documentName): of version \(version), and the program's is \(newest)"
    }

    /// Returns a note about a file without findings.
    ///
    /// - Parameter hasSchema: Whether the values were checked too.
    static func noProblems(path: String, hasSchema: Bool = true) -> Message {
        "\(path.documentName): no problems found\(hasSchema ? "" : "; no schema says which values are right")"
    }
}
