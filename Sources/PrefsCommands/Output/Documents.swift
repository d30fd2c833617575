import PreferenceStore
import PropertyLists

/// The forms in which a whole property list is written and read.
enum DocumentForm: String, CaseIterable {
    case xml
    case binary
    case openStep = "openstep"
    case json
    case typedJSON = "typed-json"

    /// The format name of `dump` for `prefs set` commands, which recreate the suite in a shell but are not a document.
    static let commandsName = "commands"

    var format: PropertyListFormat {
        switch self {
        case .xml: .xml
        case .binary: .binary
        case .openStep: .openStep
        case .json, .typedJSON: .json
        }
    }
}

extension CommandContext {
    /// The document form that the options name; nil if they name none.
    var documentForm: DocumentForm? {
        switch jsonStyle {
        case .plain: .json
        case .typed: .typedJSON
        case nil: arguments.argument(of: .format).flatMap(DocumentForm.init(rawValue:))
        }
    }

    func document(of value: PropertyList, as form: DocumentForm) throws(CommandError) -> [UInt8] {
        try representing(value) { value throws(PropertyListError) in try value.document(as: form) }
    }

    /// The path of the file to which the document is written; nil for standard output.
    private var outputPath: String? {
        arguments.argument(of: .output).flatMap { $0 == "-" ? nil : $0 }
    }

    /// Whether the document is printed on a terminal.
    var showsDocument: Bool { outputPath == nil && isTerminal }

    /// Writes a document to the file of `--output`, whole or not at all, or to standard output.
    ///
    /// The document is made while other writers of the file's directory wait, since its source may be that very file.
    ///
    /// - Parameter form: The form of the document; nil for text that is safe to print on a terminal.
    func writeDocument(
        as form: DocumentForm?,
        _ makeDocument: () throws(CommandError) -> [UInt8]
    ) throws(CommandError) {
        guard let path = outputPath else { return write(try shown(try makeDocument(), as: form)) }
        let options = ChangeOptions(breaksHardLinks: arguments.has(.breakHardLinks))
        let writing = try rethrowing(
            AtomicFile(path: path).write(options, makingBytes: makeDocument),
            as: CommandError.outputFile
        )
        try writing.get()
        report(.wrote(path: path))
    }

    /// Returns a document for standard output.
    ///
    /// On a terminal, control characters are escaped in the syntax of the form, so that the document keeps its meaning.
    func shown(_ document: [UInt8], as form: DocumentForm?) throws(CommandError) -> [UInt8] {
        guard isTerminal else { return document }
        let text = String(decoding: document, as: UTF8.self)
        switch form {
        case .xml: return Array(text.escapingControlCharactersOfXML.utf8)
        case .json, .typedJSON: return Array(text.escapingControlCharactersOfJSON.utf8)
        case .binary: throw .binaryOnTerminal(hasOutputOption: true)
        // OpenStep text is ASCII and has its own escapes.
        case .openStep, nil: return document
        }
    }
}

extension PropertyList {
    func document(as form: DocumentForm) throws(PropertyListError) -> [UInt8] {
        switch form {
        case .xml, .binary, .openStep: try serialized(as: form.format)
        case .json: Array("\(try json(.plain))\n".utf8)
        case .typedJSON: Array("\(try json(.typed))\n".utf8)
        }
    }
}
