import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists
import ValueDifferences

extension Printer {
    var documents: DocumentOutput { DocumentOutput(printer: self) }
}

/// Writes whole documents to standard output, or to the file of `--output`.
struct DocumentOutput {
    let printer: Printer
    var options: Options { printer.options }

    /// The document form that the options name, or else the extension of the output file; nil if neither does.
    var form: DocumentForm? {
        switch printer.jsonStyle {
        case .plain: .json
        case .typed: .typedJSON
        case nil:
            if let format = options.output.format {
                DocumentForm(rawValue: format)
            } else {
                path.flatMap(DocumentForm.init(extensionOf:))
            }
        }
    }

    /// Returns a document that represents a value without loss; with `--lossy`, prints a note for each loss.
    ///
    /// A document on standard output can be of plain JSON, or of XML without fractions of seconds; a note says so.
    ///
    /// - Parameter isStrict: Whether a loss is an error on standard output too.
    func document(
        of value: PropertyList,
        as form: DocumentForm,
        isStrict: Bool = false
    ) throws -> [UInt8] {
        try printer.messages.during("writing", path ?? "standard output") {
            try encoded(value, as: form, isStrict: isStrict)
        }
    }

    private func encoded(_ value: PropertyList, as form: DocumentForm, isStrict: Bool) throws -> [UInt8] {
        var value = value
        if isStrict || path != nil || options.output.isLossy {
            let losses = value.losses(in: form)
            if let first = losses.first {
                guard options.output.isLossy else { throw CommandError.lossy(first, others: losses.count - 1) }
                for loss in losses {
                    printer.messages.note(.lost(loss))
                }
                value = try rethrowing(
                    value.replacingUnwritable(losses),
                    as: { (error: PropertyListError) in .notRepresentable(error.problem, at: nil) }
                )
            }
        } else if form == .json {
            printer.messages.noteTypesLost(by: .plain, in: value)
        } else if value.stored(in: form.format) != value, let loss = value.losses(in: form).first {
            printer.messages.note(.lost(loss))
        }
        noteHazards(of: value, as: form.format)
        let isPretty = printer.isPretty(onTerminal: printer.isTerminal || path != nil)
        return try printer.representing(value) { try $0.document(as: form, isPretty: isPretty) }
    }

    /// The path of the file to which the document is written; nil for standard output.
    var path: String? {
        options.output.path == "-" ? nil : options.output.path
    }

    /// Whether the document is printed on a terminal.
    var isOnTerminal: Bool { path == nil && printer.isTerminal }

    /// Writes a document to the file of `--output`, whole or not at all, or to standard output.
    ///
    /// The document is made while other writers of the file's directory wait, since its source may be that very file.
    /// Others may read a new file, as far as the umask allows, unless the document is private.
    ///
    /// - Parameters:
    ///   - path: The path of the file; nil for that of `--output`.
    ///   - form: The form of the document; nil for text that is safe to print on a terminal.
    ///   - suites: What holds for the values that it can contain; with one that is not shown, it is private.
    ///   - isPrivate: Whether others may not read a new file in any case.
    func write(
        to path: String? = nil,
        as form: DocumentForm?,
        with suites: [SuiteRules] = [],
        isPrivate: Bool = false,
        _ makeDocument: () throws -> [UInt8]
    ) throws {
        guard let path = path ?? self.path else { return printer.write(try shown(try makeDocument(), as: form)) }
        let showsEverything = suites.allSatisfy(\.disclosure.showsEverything)
        let isPrivate = isPrivate || !showsEverything
        func makeChecked() throws -> [UInt8] {
            let document = try makeDocument()
            try printer.sources?.check(document, writtenTo: path)
            suites.forEach { $0.disclosure.renew() }
            // The values were read before a key was marked.
            guard isPrivate || suites.allSatisfy(\.disclosure.showsEverything) else {
                throw PreferenceStoreError.changedTooOften(path: path)
            }
            return document
        }
        guard !options.writing.isDryRun else {
            _ = try makeChecked()
            return printer.messages.note(.nothingWritten)
        }
        guard !PlainFile.isStream(path) else {
            let document = try makeChecked()
            return try rethrowing(
                PlainFile.write(document, toStreamAt: path),
                as: { .outputFile(.system(.write, path: path, $0)) }
            )
        }
        let changeOptions = ChangeOptions(
            breaksHardLinks: options.writing.breaksHardLinks,
            access: isPrivate ? .owner : .byUmask
        )
        let writing = try rethrowing(
            AtomicFile(path: path).write(changeOptions, makingBytes: makeChecked),
            as: CommandError.outputFile
        )
        printer.messages.warn(try writing.get())
        notePrivacy(ofFileAt: path, isPrivate: isPrivate, showsEverything: showsEverything)
        printer.messages.answer(.wrote(path: path))
    }

    /// Throws the errors that would keep the output file from being written, before what it is to contain is made.
    func checkFile(as form: DocumentForm?) throws {
        guard let path, !PlainFile.isStream(path) else { return }
        if let form, let other = DocumentForm(extensionOf: path), other.format != form.format {
            throw CommandError.otherExtension(path: path, form)
        }
        let options = ChangeOptions(breaksHardLinks: options.writing.breaksHardLinks)
        try rethrowing(AtomicFile(path: path).rehearse(options), as: CommandError.outputFile)
    }

    /// Prints a note about a file with values that are not shown to everybody, or that others can read although it is
    /// private, since it existed before.
    func notePrivacy(ofFileAt path: String, isPrivate: Bool, showsEverything: Bool) {
        if isPrivate, PlainFile.isOpenToOthers(path) {
            printer.messages.note(.openToOthers(path: path))
        } else if !showsEverything {
            printer.messages.note(.isPrivate(path: path))
        }
    }

    /// Returns a document for standard output.
    ///
    /// On a terminal, control characters are escaped in the syntax of the form, so that the document keeps its meaning.
    func shown(_ document: [UInt8], as form: DocumentForm?) throws -> [UInt8] {
        guard printer.isTerminal || printer.isColoured && form?.format == .json else { return document }
        let text = String(decoding: document, as: UTF8.self)
        switch form {
        case .xml: return Array(text.escapingControlCharactersOfXML.utf8)
        case .json, .typedJSON:
            let shown = printer.isTerminal ? text.escapingControlCharactersOfJSON : text
            return Array(printer.colouredJSON(shown).utf8)
        case .binary: throw CommandError.binaryOnTerminal(hasOutputOption: true)
        // OpenStep text is ASCII and has its own escapes.
        case .openStep, nil: return document
        }
    }

    /// Prints notes about a document that is written to a file with the name of a suite.
    private func noteHazards(of value: PropertyList, as format: PropertyListFormat) {
        guard let path, case .dictionary(let contents) = value else { return }
        let file = SuiteFile(path: path)
        guard file.suite != nil else { return }
        if format == .json { printer.messages.note(.hazard(.format(.json), ofFileAt: path)) }
        let changes = PropertyListDictionary().keyChanges(to: contents)
        let hazards = ChangeHazards(
            of: changes,
            in: contents,
            writtenAs: format,
            to: file,
            by: nil
        )
        hazards.notes.forEach { printer.messages.note($0) }
    }
}

extension CommandError {
    /// Returns the error of a form that cannot represent a value without loss, nor this many others.
    fileprivate static func lossy(_ loss: ConversionLoss, others: Int) -> CommandError {
        let more = others == 0 ? "" : ", and \(counted(others, "more value"))"
        let format = if case .unwritable(.edit) = loss.fate { "typed" } else { "typed or binary" }
        let hint = "--format \(format) keeps everything; --lossy converts anyway"
        let text = "conversion would lose data: \(loss)\(more); nothing was written"
        return CommandError(.invalidValue, Message(text, hint: hint))
    }

    /// Returns the error of an output file whose extension names another format than it would have.
    fileprivate static func otherExtension(path: String, _ form: DocumentForm) -> CommandError {
        let text = "cannot write \(form.rawValue) to \(path.documentName)"
        return CommandError(.usage, Message(text, hint: "name it *.json, or add --format commands"))
    }

    static func binaryOnTerminal(hasOutputOption: Bool) -> CommandError {
        let hint = hasOutputOption ? "-o FILE writes it to a file" : "redirect standard output to a file"
        return CommandError(.usage, Message("cannot write binary data to a terminal", hint: hint))
    }
}

extension Message {
    static func wrote(path: String) -> Message { "wrote \(path)" }

    static func removedFile(path: String) -> Message { "removed \(path)" }

    fileprivate static func lost(_ loss: ConversionLoss) -> Message { "\(loss)" }

    /// Returns a note about a written file that can contain values which are not shown, or a whole configuration.
    fileprivate static func isPrivate(path: String) -> Message {
        "\(path) can contain secrets; a new file is readable by its owner alone"
    }

    /// Returns a note that others can read such a file, which existed before.
    fileprivate static func openToOthers(path: String) -> Message {
        Message("others can read \(path), which can contain secrets", hint: "'chmod 600' keeps them out")
    }
}
