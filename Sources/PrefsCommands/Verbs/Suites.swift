import PreferenceStore
import PropertyLists

extension Verb {
    static let suites = Verb(
        "suites",
        summary: "List suites",
        discussion: """
            Prints the suites that have a file in the user's configuration directory or in /usr/local/etc, for all hosts
            or for this one. --long prints one line per file: the suite, the number of keys, the format, the size in
            bytes, and the path.
            """,
        groups: [
            .output(
                .long(summary: "Add the number of keys, the format, the size and the path of each file"),
                .json(summary: "Print a JSON array: of names, or with --long of objects"),
                .null
            ),
            .messages,
        ],
        examples: ["suites -l": "List the suites with their sizes"],
        exits: .reading([.unreadableFile: "there is no configuration directory, or it cannot be read"]),
        run: VerbRun.suites
    )
}

extension VerbRun {
    fileprivate func suites() throws -> ExitCode {
        _ = try reader.noteFilesOfNoSuite(in: PreferenceLayer.searchOrder.filter { !$0.isGlobal })
        guard options.output.isLong else {
            let names = try reader.suiteNames()
            if try !printer.writeIfJSON(names.propertyList) {
                try printer.writeRecords(names.map { [Field($0, .name)] })
            }
            return .done
        }
        let files = try reader.suiteFiles()
        let rows = files.enumerated().map { position, element in
            printer.progressLine.show(position, of: files.count)
            return (element.suite.rawValue, element.file.summary, element.file.path)
        }
        if try printer.writeIfJSON(.array(rows.map { suiteObject($0, $1, path: $2) })) { return .done }
        try printer.writeRecords(
            rows.map { name, summary, path in
                [Field(name, .name)] + summary.texts.map { Field($0, .detail) } + [Field(path, .path)]
            }
        )
        return .done
    }

    private func suiteObject(_ name: String, _ summary: FileSummary, path: String) -> PropertyList {
        var object: PropertyListDictionary = ["suite": .string(name), "file": .string(path)]
        if case .readable(let keys, let format, let size) = summary {
            object["keys"] = .integer(PropertyListInteger(Int64(keys)))
            object["format"] = .string(format.rawValue)
            object["size"] = .integer(PropertyListInteger(Int64(size)))
        }
        return .dictionary(object)
    }
}

/// The facts about a suite file that a long list shows; the size is in bytes.
private enum FileSummary {
    case readable(keys: Int, PropertyListFormat, size: Int)
    case unreadable
    case missing

    /// The texts of the list, with `-` for what is unknown.
    var texts: [String] {
        switch self {
        case .readable(let keys, let format, let size): [String(keys), format.rawValue, String(size)]
        case .unreadable: ["-", "unreadable", "-"]
        case .missing: ["-", "-", "-"]
        }
    }
}

extension SuiteFile {
    fileprivate var summary: FileSummary {
        do {
            guard let keys = try readKeys() else { return .missing }
            return .readable(keys: keys.names.count, keys.format, size: keys.size)
        } catch {
            return .unreadable
        }
    }
}
