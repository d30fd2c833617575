import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let check = Verb(
        "check",
        summary: "find what is wrong with files",
        discussion: """
            Prints a line for each finding: the file, the line and column or the byte, the key, and what is wrong.
            Without a FILE it checks the selected suite. All files are looked at, and the worst finding is the exit
            code.

            A file can be sound and still not be what UserDefaults reads: for a keyed archive's reference, say, or white
            space around a number, it takes the whole suite for empty. For a format that it does not read it does so
            too, which counts in a file whose name ends in .plist.

            The suite is checked against its schema, too, if one is installed for it. A FILE that is named has no schema
            but the one that --schema names. What is required and missing is found at the root.
            """,
        operands: [Operand(.document, "a file to check; '-' is standard input", .zeroOrMore)],
        groups: [
            .readFile,
            .output(.json(summary: "a JSON array of findings"), .null),
            .messages,
        ],
        examples: [
            "check": "check the suite",
            "check seed.json app.plist": "check two files",
        ],
        exits: .reading([
            .done: "nothing is wrong",
            .invalidValue: "a file breaks the schema, or holds what UserDefaults or a strict parser misreads",
            .unreadableFile: "a file is no suite, the schema is malformed, or one of them cannot be read",
        ]),
        run: CommandContext.check
    )
}

extension CommandContext {
    fileprivate func check() throws(CommandError) -> ExitCode {
        let checked = try checkedFiles()
        var worst = ExitCode.done
        var schema: SuiteSchema?
        do throws(CommandError) {
            if let selection = checked.selection {
                schema = try self.schema(of: selection)
            } else {
                schema = try namedSchema()
            }
            noteUnheededKeywords(of: schema)
        } catch {
            // The files are looked at all the same.
            complain(error.message)
            worst = error.exitCode
        }
        var findings: [CheckFinding] = []
        for (position, path) in checked.paths.enumerated() {
            progress(position, of: checked.paths.count)
            do throws(CommandError) {
                findings += try check(path, by: schema)
            } catch {
                // The other files are looked at all the same.
                complain(error.message)
                worst = worst.worse(than: error.exitCode)
            }
        }
        if let selection = checked.selection, let schema, checked.paths.isEmpty {
            // An empty suite lacks what is required, and nothing else can be wrong with it.
            findings = schema.schema.violations(in: [:]).map {
                CheckFinding(path: selection.file.path, $0, at: nil, schema: schema)
            }
        }
        try write(findings)
        return worst.worse(than: findings.worstExitCode)
    }

    /// A line for each finding, or one JSON array.
    func write(_ findings: [CheckFinding]) throws(CommandError) {
        if let style = jsonStyle {
            try writeJSON(.array(findings.map(\.object)), style)
        } else {
            for finding in findings {
                try writeRecord([finding.line])
            }
        }
    }

    /// The files that the operands name, else the selected one: none where it is not there.
    private func checkedFiles() throws(CommandError) -> (paths: [String], selection: Selection?) {
        guard arguments.operands.isEmpty else {
            try checkNoSelection()
            try checkStandardInput()
            return (arguments.operands, nil)
        }
        let selection = try selection()
        if selection.file.path == "-" { return (["-"], selection) }
        let isThere = try rethrowing(as: CommandError.store) { () throws(PreferenceStoreError) in
            try selection.file.exists
        }
        return (isThere ? [selection.file.path] : [], selection)
    }

    private func check(_ path: String, by schema: SuiteSchema?) throws(CommandError) -> [CheckFinding] {
        let document: NamedDocument
        do {
            // An operand may be a pipe of the shell's, a suite is a file.
            document = try self.document(path, readsStreams: !arguments.operands.isEmpty)
        } catch {
            guard let malformed = CheckFinding(path: path, error) else { throw error }
            return [malformed]
        }
        guard case .dictionary = document.value else {
            return [CheckFinding(path: path, notDictionary: document.value.kind)]
        }
        let bytes = document.bytes
        let findings = try rethrowing(as: CommandError.standardInputMalformed) { () throws(PropertyListError) in
            let inspection = try PropertyListInspection(
                of: bytes.span,
                as: document.format,
                isSuite: document.path.utf8.suffix(6).elementsEqual(".plist".utf8)
            )
            let hazards = inspection.findings.map { CheckFinding(path: document.path, $0) }
            return try (hazards + violations(in: document, inspection, of: schema)).inOrderOfFile
        }
        if findings.isEmpty {
            report("\(path): nothing is wrong with it")
        }
        return findings
    }

    private func violations(
        in document: NamedDocument,
        _ inspection: PropertyListInspection,
        of schema: SuiteSchema?
    ) throws(PropertyListError) -> [CheckFinding] {
        guard let schema, case .dictionary(let contents) = schema.storedForm(of: document) else { return [] }
        let violations = schema.schema.violations(in: contents)
        let positions = try inspection.positions(of: violations.map(\.path), in: document.bytes.span)
        return zip(violations, positions).map { CheckFinding(path: document.path, $0, at: $1, schema: schema) }
    }
}

extension SuiteSchema {
    /// What a suite holds that a document stands for: JSON has fewer types, and dates and data are strings there.
    fileprivate func storedForm(of document: NamedDocument) -> PropertyList {
        document.format == .json ? schema.storedForm(of: document.value, by: schema.root) : document.value
    }
}

extension [CheckFinding] {
    /// The findings by their places, those without one last.
    fileprivate var inOrderOfFile: [CheckFinding] {
        let end = Int.max
        let order = indices.sorted { left, right in
            let offsets = (self[left].position?.offset ?? end, self[right].position?.offset ?? end)
            return offsets.0 == offsets.1 ? left < right : offsets.0 < offsets.1
        }
        return order.map { self[$0] }
    }
}
