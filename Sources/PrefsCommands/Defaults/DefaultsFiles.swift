import PreferenceCore
import PreferenceStore
import PropertyLists

/// The verbs of defaults(1) that read or write another file.
extension CommandContext {
    /// Sets the keys of a file; other keys stay.
    func importFile(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let path = line.words[0]
        let document: NamedDocument
        do throws(CommandError) {
            document = try self.document(path.isStandardStream ? "-" : path)
        } catch {
            throw .message(
                error.isMalformed
                    ? "Could not parse property list from \(path) due to \(error.message.text)"
                    : "Could not read data from \(path): \(error.message.text)"
            )
        }
        guard let entries = try? document.seed else {
            throw .message("\nProperty list \(path) was not a dictionary\nDefaults have not been changed.\n")
        }
        let (selection, schema) = try selected(domain, line, keys: entries.keys)
        try change(selection, keys: entries.keys, by: schema) { contents throws(DefaultsError) in
            for entry in entries { contents[try namedKey(entry.key, in: schema)] = entry.value }
        }
    }

    /// Writes a domain to standard output as XML, or to a file in the binary format.
    ///
    /// The file can be that of the domain, so it is read while other writers wait.
    func export(_ domain: DefaultsLine.Domain, _ line: DefaultsLine) throws(DefaultsError) {
        let path = line.words[0]
        let selection = try rethrowing(selection(of: domain, isByHost: line.isByHost), as: DefaultsError.command)
        func document(_ format: PropertyListFormat) throws(DefaultsError) -> [UInt8] {
            let bytes = try asDefaults { () throws(CommandError) -> [UInt8]? in
                guard let contents = try contents(ofDomain: selection) else { return nil }
                return try representing(.dictionary(contents)) { value throws(PropertyListError) in
                    try value.serialized(as: format)
                }
            }
            guard let bytes else { throw .message("\nThe domain \(domain.name) does not exist\n") }
            return bytes
        }
        guard !path.isStandardStream else {
            let bytes = try document(.xml)
            return write(try rethrowing(shown(bytes, as: .xml), as: DefaultsError.command))
        }
        let holdsSecrets = try !rethrowing(secrets(of: selection), as: DefaultsError.command).isEmpty
        let options = ChangeOptions(access: holdsSecrets ? .owner : .byUmask)
        try rethrowing(
            AtomicFile(path: path).write(options, makingBytes: { () throws(DefaultsError) in try document(.binary) }),
            as: { DefaultsError.command(.outputFile($0)) }
        )
        .get()
        notePrivacy(ofFileAt: path, holdsSecrets: holdsSecrets)
    }
}

extension CommandError {
    /// Whether a document was read, but is no property list.
    fileprivate var isMalformed: Bool {
        switch self {
        case .standardInputMalformed, .preferences(.store(.corrupt)): true
        default: false
        }
    }
}

extension String {
    /// Whether the text is a hyphen; defaults(1) ignores blanks around it.
    fileprivate var isStandardStream: Bool { filter { $0 != " " } == "-" }
}
