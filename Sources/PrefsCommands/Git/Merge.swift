import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceJournal
import PreferenceStore
import PropertyLists
import ValueDifferences

extension Verb {
    static let merge = Verb(
        "merge",
        summary: "Merge two versions of a property list",
        discussion: """
            Merges the changes from BASE to THEIRS into OURS, key by key, and writes the result to OURS. The files can
            be in any format, and one of them standard input, '-'; if OURS is, the result is printed. It keeps the
            format, the order and the comments of OURS. If BASE is empty or does not exist, it is an empty dictionary.

            The merge goes down into dictionaries, and merges arrays as sequences: an element is found by its id, name,
            key or identifier if all have another one, else by its value. If both sides change a value differently, or
            insert elements at one place, it is a conflict. OURS then keeps its value, the exit code is 1, and a line
            shows all versions: '! KEY BASE -> OURS (ours), THEIRS (theirs)'. A side that has removed the value has
            'removed' there; one that never had it, 'none'. --dry-run also prints a line per change, as 'prefs diff' does.

            'prefs git-setup' makes this command a merge driver of git, which --path is for. After a conflict, git keeps
            the file unmerged, with all three versions: 'git checkout --theirs' or '--merge' gets them. If the files
            cannot be merged key by key, 'git merge-file' merges their lines and marks conflicts; if that is impossible,
            THEIRS is written to PATH.theirs. The exit code is then 1.
            """,
        operands: [
            Operand(.base, "The version from which both others were made"),
            Operand(.ours, "The version to merge into, which is replaced"),
            Operand(.theirs, "The version with the changes to merge"),
        ],
        groups: [
            OptionGroup(
                "Git",
                Option(
                    ["--path"],
                    "Run as a merge driver of git for the file PATH",
                    takes: [.word(.path)],
                    excludes: ["--output", "--dry-run"]
                ) { $0.pathInGit = $1.argument }
            ),
            .schemaOfCopy,
            .output(
                .json(
                    summary: "Print a JSON array of conflicts, with key, pointer, base, ours and theirs, in typed JSON"
                ),
                .null,
                .outputFile,
                .breakHardLinks,
                .noHistory,
                .dryRun
            ),
            .messages,
        ],
        examples: [
            "merge base.plist ours.plist theirs.plist": "Merge two versions into ours.plist",
            "merge base.plist ours.plist theirs.plist -o -": "Print the result, and write nothing",
            "merge base.plist ours.plist theirs.plist --dry-run": "Show the changes of ours.plist and the conflicts",
        ],
        exits: .writing([
            .done: "the files are merged without a conflict",
            .absent: "there are conflicts, or git had to merge the lines",
            .invalidValue: "the format of OURS cannot represent the result; nothing is written",
            .unreadableFile: "a file cannot be read, or is not a property list; nothing is written",
        ]),
        action: VerbAction(VerbRun.merge)
    )
}

extension VerbRun {
    fileprivate func merge() throws -> ExitCode {
        let ours = operands[1]
        let pathInGit = options.pathInGit
        let copy = try reader.selection(ofCopyAt: pathInGit ?? ours)
        for path in pathInGit == nil ? [operands[0], operands[2]] : [] {
            copy.rules.disclosure.hide(as: reader.selection(of: SuiteFile(path: path)).rules)
        }
        let files = try mergedFiles()
        var merge: DocumentMerge?
        do {
            var merged = try DocumentMerge(files)
            merge = merged
            let document = try merged.document()
            if !printsResult { try reader.sources.check(document, writtenTo: options.output.path ?? ours) }
            if options.output.path != nil || printsResult, !options.writing.isDryRun {
                let form = DocumentForm(merged.ours.format)
                try printer.documents.write(as: form, with: [copy.rules]) { document }
            } else if document != files.ours, !options.writing.isDryRun {
                try replaceOurs(by: document, &merged, of: files, copy)
            }
            merged.notes(of: copy).forEach { messages.note($0) }
            try write(conflictsOf: merged, in: copy)
            let count = merged.conflicts.count
            guard count > 0 else { return .done }
            return messages.absent(
                .mergeConflicts(count: count, path: pathInGit ?? ours.documentName, isInGit: pathInGit != nil)
            )
        } catch {
            guard let pathInGit else { throw error }
            if let merge {
                try write(conflictsOf: merge, in: copy)
            }
            return try mergeLines(of: files, because: CommandError(error), at: pathInGit)
        }
    }

    /// Whether the result is printed: OURS on standard input can only be read.
    private var printsResult: Bool { (options.output.path ?? operands[1]) == "-" }

    /// Reads the files at once: a version control system is not in the middle of writing them.
    private func mergedFiles() throws -> MergedFiles {
        func read(_ path: String) throws -> [UInt8] {
            try reader.documents.bytes(ofFileAt: path) {
                CommandError(PreferenceStoreError.system(.read, path: path, $0))
            }
        }
        let paths = operands
        try options.checkStandardInput(paths)
        let hasBase = try paths[0] == "-" || SuiteFile(path: paths[0]).exists
        // git gives the files names of its own.
        let names = options.pathInGit != nil ? ["base", "ours", "theirs"] : paths.map(\.documentName)
        return MergedFiles(
            base: hasBase ? try read(paths[0]) : [],
            ours: try read(paths[1]),
            theirs: try read(paths[2]),
            names: names
        )
    }

    /// Replaces OURS while other writers wait; if another program has changed a file, merges again.
    private func replaceOurs(
        by document: [UInt8],
        _ merge: inout DocumentMerge,
        of files: MergedFiles,
        _ copy: Selection
    ) throws {
        let path = operands[1]
        let ours = reader.selection(of: SuiteFile(path: path))
        ours.rules.disclosure.hide(as: copy.rules)
        let changeOptions = ChangeOptions(
            // git reads the file at once and removes it.
            durability: options.pathInGit != nil ? .memory : .disk,
            breaksHardLinks: options.writing.breaksHardLinks
        )
        // The file of a merge in git is a temporary one.
        let journal = options.pathInGit != nil ? nil : writer.journal(of: ours)
        var merged = merge
        var warnings: [SuiteWarning] = []
        let writing = try rethrowing(
            AtomicFile(path: path).write(changeOptions) {
                let present = try mergedFiles()
                guard present != files else { return document }
                merged = try DocumentMerge(present)
                let document = try merged.document()
                try reader.sources.check(document, writtenTo: path)
                return document
            } committed: { path in
                warnings = journal?.record(merged.changes, of: merged.old, inFileAt: path) ?? []
            },
            as: CommandError.outputFile
        )
        warnings += try writing.get()
        merge = merged
        messages.warn(warnings)
        messages.answer(.wrote(path: path))
    }

    /// Prints the conflicts, on standard error if the merged document is on standard output.
    private func write(conflictsOf merge: DocumentMerge, in selection: Selection) throws {
        let text = try printer.changes.records(of: merge, in: selection)
        if printsResult, !options.writing.isDryRun {
            environment.writeError(Array(text.utf8))
        } else {
            printer.write(ofChange: text)
        }
    }
}

extension CommandError {
    /// Returns the error of a merge in which both sides have changed this many values of the file at a path.
    fileprivate static func mergeConflicts(count: Int, path: String, isInGit: Bool) -> CommandError {
        let hint = isInGit ? "change these values if necessary, then run 'git add'" : nil
        let text = "\(path): merged with \(counted(count, "conflict")); kept OURS there"
        return CommandError(.absent, Message(text, hint: hint))
    }
}
