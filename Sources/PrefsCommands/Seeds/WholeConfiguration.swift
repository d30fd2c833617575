import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists

extension Operand {
    static let configuration = Operand(
        .configuration,
        "A document of suites by name ('-' is standard input), or a directory of SUITE.json and SUITE.plist"
    )
}

extension SuiteReader {
    /// Reads the document of each suite in a whole configuration, in the byte order of the suites' names.
    ///
    /// - Parameter path: The path of a document of suites by name, or `-` for standard input; or the path of a
    ///   directory with files `SUITE.json` and `SUITE.plist`. Other files in it are ignored, as are schemas:
    ///   `SUITE.schema.json`. A note names those that look like seeds.
    /// - Throws: An error of exit code 4 if a document is malformed, or contains something other than suites; a usage
    ///   error if a suite has two files, or a directory has none.
    func configuration(_ path: String) throws -> [(suite: SuiteName, document: NamedDocument)] {
        let suites: [(suite: SuiteName, document: NamedDocument)] = try withoutQuoting {
            try PlainFile.isDirectory(path) ? self.suites(inDirectory: path) : self.suites(in: documents.read(path))
        }
        return suites.sorted(byBytesOf: \.suite.rawValue)
    }

    private func suites(
        in document: NamedDocument
    ) throws -> [(suite: SuiteName, document: NamedDocument)] {
        try document.seed.map { entry in
            let name = entry.key
            let suite = try rethrowing(
                SuiteName(name),
                as: { CommandError.suiteName($0).located(at: [name], in: document) }
            )
            guard case .dictionary = entry.value, !entry.value.isRemoval else {
                throw CommandError.suiteNotDictionary(name, entry.value).located(at: [name], in: document)
            }
            return (suite, document.part(at: [name]))
        }
    }

    private func suites(
        inDirectory path: String
    ) throws -> [(suite: SuiteName, document: NamedDocument)] {
        let directory = path.hasSuffix("/") ? path : path + "/"
        func files(_ suffix: String) throws -> [(suite: SuiteName, path: String)] {
            try SuiteName.ofFiles(in: path, suffix: suffix)
                .filter { SchemaDirectories.suite(ofSchema: $0.rawValue + suffix) == nil }
                .map { ($0, directory + $0.rawValue + suffix) }
        }
        let json = try files(".json")
        let all = try json + files(".plist")
        let names = Set(json.map(\.suite))
        if let other = all.dropFirst(json.count).first(where: { names.contains($0.suite) }) {
            throw CommandError.suiteInTwoFiles(other.suite.rawValue, directory: path)
        }
        for name in try SuiteName.ofFiles(in: path, suffix: "").map(\.rawValue) where name.looksLikeSeed {
            messages.note(.notSeed(path: directory + name))
        }
        guard !all.isEmpty else { throw CommandError.noSuites(path: path) }
        return try forEach(all) { suite, path in
            (suite, try documents.read(path, readsStreams: false))
        }
    }
}

extension String {
    /// Whether a file of this name is no seed, but its author may believe so.
    fileprivate var looksLikeSeed: Bool {
        let end = split(separator: ".").dropFirst().last ?? ""
        return ["json", "json5", "jsonc", "plist", "toml", "yaml", "yml"].contains(end.lowercased())
            && end != "json" && end != "plist"
    }
}

extension CommandError {
    /// Returns the error of a directory without files of suites.
    fileprivate static func noSuites(path: String) -> CommandError {
        CommandError(usage: "\(path) contains no file SUITE.json or SUITE.plist")
    }

    /// Returns the error of a directory that contains the suite as `SUITE.json` and as `SUITE.plist`.
    fileprivate static func suiteInTwoFiles(_ suite: String, directory: String) -> CommandError {
        let text = "suite \(suite.quoted) has two files in \(directory): \(suite).json and \(suite).plist"
        return CommandError(usage: text, hint: "remove one of them")
    }

    /// Returns the error of a key in a document of suites that is not the name of a suite.
    fileprivate static func suiteName(_ error: PreferenceStoreError) -> CommandError {
        CommandError(.unreadableFile, Message("\(error)"))
    }

    /// Returns the error of a suite in a document of suites, whose value has another type.
    fileprivate static func suiteNotDictionary(_ suite: String, _ value: PropertyList) -> CommandError {
        let kind = value.isRemoval ? "a removal" : "of type \(value.kind.rawValue)"
        let text = "suite \(suite.quoted) is \(kind), not dictionary"
        let hint = "leave out --all-suites if the document is one suite"
        return CommandError(.unreadableFile, Message(text, hint: hint))
    }
}

extension Message {
    /// Returns a note about a file in a directory of seeds that is none.
    static func notSeed(path: String) -> Message { "\(path) is passed over: a seed is SUITE.json or SUITE.plist" }
}
