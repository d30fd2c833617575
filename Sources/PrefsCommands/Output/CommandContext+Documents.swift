import PreferenceCore
import PreferenceStore
import PropertyLists

/// How whole documents are written.
extension CommandContext {
    /// The form of a document that the options name; nil where they name none.
    var documentForm: DocumentForm? {
        switch jsonStyle {
        case .plain: .json
        case .typed: .typedJSON
        case nil: arguments.argument(of: .format).flatMap(DocumentForm.init(rawValue:))
        }
    }

    /// A value as a document.
    ///
    /// - Throws: `notRepresentable`, with the key whose value the form cannot hold.
    func document(of value: PropertyList, as form: DocumentForm) throws(CommandError) -> [UInt8] {
        try representing(value) { value throws(PropertyListError) in try value.document(as: form) }
    }

    /// Writes a document to the file of `--output`, whole or not at all; without one, or to `-`, it is the data.
    ///
    /// The document is made while other writers of the file's directory wait: it may be made from that very file.
    mutating func writeDocument(
        _ makeDocument: () throws(CommandError) -> [UInt8]
    ) throws(CommandError) {
        guard let path = arguments.argument(of: .output), path != "-" else { return write(try makeDocument()) }
        let options = ChangeOptions(breaksHardLinks: arguments.has(.breakHardLinks))
        try rethrowing(as: CommandError.outputFile) { () throws(PreferenceStoreError) in
            try AtomicFile(path: path).write(options, makingBytes: makeDocument)
        }.get()
        report("wrote \(path)")
    }
}

extension PropertyList {
    /// This value as a document.
    func document(as form: DocumentForm) throws(PropertyListError) -> [UInt8] {
        switch form {
        case .xml: try serialized(as: .xml)
        case .binary: try serialized(as: .binary)
        case .openStep: try serialized(as: .openStep)
        case .json: Array("\(try json(.plain))\n".utf8)
        case .typedJSON: Array("\(try json(.typed))\n".utf8)
        }
    }
}
