import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The verbs of defaults(1) that read or write another file.
extension DefaultsCommand {
    /// Sets the keys of a file; other keys stay.
    func importFile(_ domain: DefaultsLine.Domain) throws {
        let path = line.words[0]
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        let document: NamedDocument
        do {
            document = try reader.documents.read(path.isStandardStream ? "-" : path)
        } catch {
            let reason = verb.messages.of(error)[0].text
            guard case PreferenceStoreError.corrupt = error else {
                throw DefaultsError.message("Could not read data from \(path): \(reason)")
            }
            throw DefaultsError.message("Could not parse property list from \(path) due to \(reason)")
        }
        guard let entries = try? document.seed else {
            throw DefaultsError.message(
                "\nProperty list \(path) was not a dictionary\nDefaults have not been changed.\n"
            )
        }
        try writer.change(selection, keys: entries.keys) { transaction in
            for entry in entries { transaction.root[named: try selection.rules.names(of: entry.key)] = entry.value }
        }
    }

    /// Writes a domain to standard output as XML, or to a file in the binary format.
    ///
    /// The file can be that of the domain, so it is read while other writers wait.
    func export(_ domain: DefaultsLine.Domain) throws {
        let path = line.words[0]
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        func document(_ format: PropertyListFormat) throws -> [UInt8] {
            guard let contents = try contents(ofDomain: selection) else {
                throw DefaultsError.message("\nThe domain \(domain.name) does not exist\n")
            }
            return try printer.representing(.dictionary(contents)) { try $0.serialized(as: format) }
        }
        guard !path.isStandardStream else {
            let bytes = try document(.xml)
            return printer.write(try printer.documents.shown(bytes, as: .xml))
        }
        _ = try selection.rules.schema()
        let showsEverything = selection.rules.disclosure.showsEverything
        let options = ChangeOptions(access: showsEverything ? .byUmask : .owner)
        let writing = try rethrowing(
            AtomicFile(path: path).write(
                options,
                makingBytes: {
                    let bytes = try document(.binary)
                    try reader.sources.check(bytes, writtenTo: path)
                    return bytes
                }
            ),
            as: CommandError.outputFile
        )
        verb.messages.warn(try writing.get())
        printer.documents.notePrivacy(ofFileAt: path, isPrivate: !showsEverything, showsEverything: showsEverything)
    }
}

extension String {
    /// Whether the text is a hyphen; defaults(1) ignores blanks around it.
    fileprivate var isStandardStream: Bool { filter { $0 != " " } == "-" }
}
