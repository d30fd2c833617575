import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let suites = Verb(
        "suites",
        summary: "print the names of the suites there are",
        groups: [
            .output(
                .long(summary: "add the number of keys, the format and the size"),
                .json(summary: "a JSON array"),
                .null
            ),
            .messages,
        ],
        examples: ["suites -l": "print the suites with their sizes"],
        exits: .reading(),
        run: CommandContext.suites
    )
}

extension CommandContext {
    fileprivate func suites() throws(CommandError) -> ExitCode {
        let suites = try suiteFiles()
        if let style = jsonStyle {
            try writeJSON(suites.map(\.name.rawValue).propertyList, style)
        } else {
            var records: [[Field]] = []
            for (name, file) in suites {
                progress(records.count, of: suites.count)
                let summary = arguments.has(.long) ? file.summary : []
                records.append([Field(name.rawValue, .name)] + summary.map { Field($0, .detail) })
            }
            try writeRecords(records)
        }
        return .done
    }

    /// The suites that have a file in the configuration folder, and the file of each, in the byte order of their names.
    func suiteFiles() throws(CommandError) -> [(name: SuiteName, file: SuiteFile)] {
        do throws(PreferenceStoreError) {
            let folders = try PreferenceFolders(environment: environment.variable)
            return try folders.suites().map { ($0, PreferenceLayer().file(of: $0, in: folders)) }
        } catch {
            throw .store(error)
        }
    }
}

extension SuiteFile {
    /// The number of keys, the format and the size in bytes; `-` for what cannot be told of a file that cannot be read.
    fileprivate var summary: [String] {
        do {
            guard let keys = try readKeys() else { return ["-", "-", "-"] }
            return [String(keys.names.count), keys.format.rawValue, String(keys.size)]
        } catch {
            return ["-", "unreadable", "-"]
        }
    }
}
