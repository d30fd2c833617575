import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

/// A reader of the files that the screen shows; it never waits for another program.
struct ListingReader {
    private let reader: SuiteReader
    private let selection: Selection

    init(_ reader: SuiteReader, _ selection: Selection) {
        self.reader = reader
        self.selection = selection
    }

    /// The paths of the files, whose changes are to be watched.
    var paths: [String] { selection.searchList.map(\.path) }

    /// The options that select the file and its schema on a command line.
    var selectors: [String] {
        let name = selection.suite.map { "--suite=\($0.rawValue)" } ?? "--file=\(selection.file.path)"
        return [selection.suite == .global ? "--global" : name] + reader.options.selection.layerAndSchemaWords
    }

    /// Reads all files.
    ///
    /// - Parameters:
    ///   - old: An older listing; a file that another program is writing keeps its contents of then.
    ///   - waited: The time for which a file has been unfinished; after some seconds it counts as it is.
    func read(since old: Listing?, waited: Duration) -> Listing {
        var problems: [String] = []
        var isBeingWritten = false
        var sources: [Listing.Source] = []
        for (position, file) in selection.searchList.enumerated() {
            var source = Listing.Source(file: file)
            do throws(PreferenceStoreError) {
                let index = try file.readIndex(waited: waited)
                source.document = index?.document
                problems += (index?.warnings ?? []).map { Message.warning($0).text }
            } catch .changedTooOften {
                isBeingWritten = true
                if let old, old.selection.file.path == selection.file.path, old.sources.indices.contains(position) {
                    source = old.sources[position]
                }
            } catch {
                source.problem = CommandError(error).message.text
            }
            sources.append(source)
        }
        // They may have changed since.
        reader.schemas.forget()
        var schema: SuiteSchema?
        var secrets = PreferenceSecrets.everything
        var ownership = Ownership()
        do {
            schema = try reader.schema(of: selection)
            secrets = try reader.secrets(of: selection, isOneFile: false, by: schema)
            ownership = try reader.ownership(of: selection)
        } catch {
            problems.append(CommandError(error).message.text)
        }
        var listing = Listing(
            selection,
            sources: sources,
            schema: schema,
            secrets: secrets,
            ownership: ownership,
            problems: problems
        )
        listing.isBeingWritten = isBeingWritten
        return listing
    }
}
