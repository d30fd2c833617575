import CommandGrammar
import PreferenceStore
import PropertyLists

extension Operand {
    static let configuration = Operand(
        .configuration,
        "A document of suites by name ('-' is standard input), or a directory of SUITE.json and SUITE.plist"
    )
}

/// The whole configuration: the suites of the configuration directory, and `.GlobalPreferences` among them.
///
/// The files in `ByHost` and the system's files are not part of it.
extension SuiteReader {
    /// Returns the suites of the configuration directory, in the byte order of their names, and whether they are all
    /// that it has: prints a note about files whose names are not those of suites.
    func suitesOfUser() throws -> (suites: [Selection], areAll: Bool) {
        let suites = try sources.directories().suites(in: .user).map { try selection(of: $0) }
        return (suites, areAll: try !noteFilesOfNoSuite(in: [PreferenceLayer()]))
    }

    /// Prints a note about the files of some layers whose names are not those of suites, and returns whether there are
    /// any.
    func noteFilesOfNoSuite(in layers: [PreferenceLayer]) throws -> Bool {
        let directories = try sources.directories()
        var paths: [String] = []
        for layer in layers {
            paths += try layer.filesOfNoSuite(in: directories)
        }
        if !paths.isEmpty { messages.note(.filesOfNoSuite(paths)) }
        return !paths.isEmpty
    }

    /// Returns what a closure returns for each suite, in their order.
    ///
    /// With `--keep-going`, the error of a suite is printed, and `exitCodeOfSkipped` is at least its exit code.
    func forEach<Suite, Value>(
        _ suites: [Suite],
        _ body: (Suite) throws -> Value
    ) throws -> [Value] {
        var values: [Value] = []
        for (position, suite) in suites.enumerated() {
            messages.progressLine.show(position, of: suites.count)
            do {
                values.append(try body(suite))
            } catch  where options.selection.keepsGoing {
                messages.complain(error)
                exitCodeOfSkipped = max(exitCodeOfSkipped, CommandError(error).exitCode)
            }
        }
        return values
    }

    /// Reads the document of each suite in a whole configuration, in the byte order of the suites' names.
    ///
    /// - Parameter path: The path of a document of suites by name, or `-` for standard input; or the path of a
    ///   directory with files `SUITE.json` and `SUITE.plist`. Other files in it are ignored, as are schemas:
    ///   `SUITE.schema.json`.
    /// - Throws: An error of exit code 4 if a document is malformed, or contains something other than suites; a usage
    ///   error if a suite has two files.
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
        if all.isEmpty {
            messages.note(.noSuites(path: path))
        }
        return try forEach(all) { suite, path in
            (suite, try documents.read(path, readsStreams: false))
        }
    }
}

extension CommandError {
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

    /// Returns an error with the suites that were written before it, and those that were not.
    func stopped(written: [String], unwritten: [String]) -> CommandError {
        let done = written.isEmpty ? "no suite was written" : "suites written: \(written.quotedList)"
        let hint = "run the same command again to write the rest"
        let rest = CommandError(exitCode, Message("\(done); not written: \(unwritten.quotedList)", hint: hint))
        return CommandError([self, rest]) ?? self
    }
}

extension Message {
    /// Returns a note about a directory without files of suites.
    static func noSuites(path: String) -> Message { "\(path) contains no file SUITE.json or SUITE.plist" }

    /// Returns a note about files that belong to no suite, because of their names.
    static func filesOfNoSuite(_ paths: [String]) -> Message {
        let reason = paths.count == 1 ? "the name is" : "the names are"
        return "left out \(paths.map(\.quoted).firstFew): \(reason) not a suite's"
    }
}
