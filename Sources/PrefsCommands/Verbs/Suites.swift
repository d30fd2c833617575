import PreferenceStore
import PropertyLists

extension Verb {
    static let suites = Verb(
        "suites",
        summary: "List suites",
        groups: [
            .output(
                .long(summary: "Add the number of keys, the format and the size"),
                .json(summary: "Print a JSON array"),
                .null
            ),
            .messages,
        ],
        examples: ["suites -l": "List the suites with their sizes"],
        exits: .reading([.unreadableFile: "there is no configuration directory, or it cannot be read"]),
        run: CommandContext.suites
    )
}

extension CommandContext {
    fileprivate func suites() throws(CommandError) -> ExitCode {
        let suites = try suiteFiles()
        if try writeIfJSON(suites.map(\.name.rawValue).propertyList) { return .done }
        let records = suites.enumerated().map { position, suite in
            progressLine.show(position, of: suites.count)
            let summary = arguments.has(.long) ? suite.file.summary : []
            return [Field(suite.name.rawValue, .name)] + summary.map { Field($0, .detail) }
        }
        try writeRecords(records)
        return .done
    }

    /// Returns the suites that have a file in the configuration directory, and their files, in the byte order of names.
    func suiteFiles() throws(CommandError) -> [(name: SuiteName, file: SuiteFile)] {
        let directories = try rethrowing(
            PreferenceDirectories(environment: environment.variable),
            as: CommandError.store
        )
        return try rethrowing(directories.suites(), as: CommandError.store).map {
            ($0, PreferenceLayer().file(of: $0, in: directories))
        }
    }
}

extension SuiteFile {
    /// The number of keys, the format and the size in bytes; `-` for those that are unknown because the file is
    /// unreadable.
    fileprivate var summary: [String] {
        do {
            guard let keys = try readKeys() else { return ["-", "-", "-"] }
            return [String(keys.names.count), keys.format.rawValue, String(keys.size)]
        } catch {
            return ["-", "unreadable", "-"]
        }
    }
}
