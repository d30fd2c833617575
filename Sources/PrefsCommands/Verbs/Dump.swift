import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs dump`: the whole of one file as a document, on standard output or in a file that is written whole.
    mutating func dump() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let entries = try read(selection, isOneFile: true) { snapshot throws(CommandError) in
            try rethrowing(as: CommandError.preferences) { () throws(PreferenceError) in try snapshot.entries() }
        }
        let document = try document(of: PropertyListDictionary(entries), as: documentForm)
        guard let path = arguments.argument(of: .output) else {
            write(document)
            return .done
        }
        try rethrowing(as: CommandError.outputFile) { () throws(PreferenceStoreError) in
            try AtomicFile(path: path).write(document.span, breaksHardLinks: arguments.has(.breakHardLinks))
        }
        report("wrote \(path)")
        return .done
    }

    /// The form that the options name, XML where they name none.
    private var documentForm: DocumentForm {
        switch jsonStyle {
        case .plain: .json
        case .typed: .typedJSON
        case nil: arguments.argument(of: .format).flatMap(DocumentForm.init(rawValue:)) ?? .xml
        }
    }

    private func document(
        of contents: PropertyListDictionary,
        as form: DocumentForm
    ) throws(CommandError) -> [UInt8] {
        switch form {
        case .xml: try document(of: contents, in: .xml)
        case .binary: try document(of: contents, in: .binary)
        case .openStep: try document(of: contents, in: .openStep)
        case .json: try json(of: contents, .plain)
        case .typedJSON: try json(of: contents, .typed)
        case .commands: Array(try setCommands(for: contents).utf8)
        }
    }

    private func document(
        of contents: PropertyListDictionary,
        in format: PropertyListFormat
    ) throws(CommandError) -> [UInt8] {
        try representing(.dictionary(contents)) { value throws(PropertyListError) in
            try value.serialized(as: format)
        }
    }

    private func json(of contents: PropertyListDictionary, _ style: JSONStyle) throws(CommandError) -> [UInt8] {
        try representing(.dictionary(contents)) { value throws(PropertyListError) in
            Array("\(try value.json(style))\n".utf8)
        }
    }
}

/// The forms in which a suite can be dumped.
enum DocumentForm: String, CaseIterable {
    case xml
    case binary
    case openStep = "openstep"
    case json
    case typedJSON = "typed-json"
    /// Lines of `prefs set` that make the same suite in a shell.
    case commands
}
