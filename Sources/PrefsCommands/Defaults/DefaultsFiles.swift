import CommandGrammar
import OtherTools
import PreferenceCore
import PreferenceStore
import PropertyLists
import ValueDifferences

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
        let path = line.words[0].isStandardStream ? nil : line.words[0]
        let selection = try reader.selection(of: domain, isByHost: line.isByHost)
        let form: DocumentForm = path == nil ? .xml : .binary
        _ = try selection.rules.schema()
        try printer.documents.write(to: path, as: form, with: [selection.rules]) {
            guard let contents = try contents(ofDomain: selection) else {
                throw DefaultsError.message("\nThe domain \(domain.name) does not exist\n")
            }
            return try printer.representing(.dictionary(contents)) { try $0.serialized(as: form.format) }
        }
    }
}

extension String {
    /// Whether the text is a hyphen; defaults(1) ignores blanks around it.
    fileprivate var isStandardStream: Bool { filter { $0 != " " } == "-" }
}
