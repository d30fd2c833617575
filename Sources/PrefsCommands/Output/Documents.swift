import PreferenceStore
import PropertyLists

/// The forms in which a property list is written whole, and read back.
enum DocumentForm: String, CaseIterable {
    case xml
    case binary
    case openStep = "openstep"
    case json
    case typedJSON = "typed-json"

    /// What `dump` calls lines of `prefs set`, which make the same suite in a shell but are no document.
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
    /// The form of a document that the options name; nil where they name none.
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

    /// The file that a document goes to, whole; nil for standard output.
    private var outputPath: String? {
        arguments.argument(of: .output).flatMap { $0 == "-" ? nil : $0 }
    }

    /// Whether a document goes to a terminal.
    var showsDocument: Bool { outputPath == nil && isTerminal }

    /// Writes a document to the file of `--output`, whole or not at all; without one, or to `-`, it is the data.
    ///
    /// The document is made while other writers of the file's directory wait: it may be made from that very file.
    ///
    /// - Parameter form: the form of the document; nil for a text that a terminal can be given as it is.
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

    /// A document as standard output gets it: on a terminal, control characters are escaped as the form has them, so that
    /// it is the same document.
    func shown(_ document: [UInt8], as form: DocumentForm?) throws(CommandError) -> [UInt8] {
        guard isTerminal else { return document }
        let text = String(decoding: document, as: UTF8.self)
        switch form {
        case .xml: return Array(text.escapingControlCharactersOfXML.utf8)
        case .json, .typedJSON: return Array(text.escapingControlCharactersOfJSON.utf8)
        case .binary: throw .binaryOnTerminal(hasOutputOption: true)
        // OpenStep text is ASCII, with escapes of its own.
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
