import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists

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
    func forEach<Element, Value>(
        _ suites: [Element],
        _ body: (Element) throws -> Value
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
}

extension CommandError {
    /// Returns an error with the suites that were written before it, and those that were not.
    func stopped(written: [String], unwritten: [String]) -> CommandError {
        let done = written.isEmpty ? "no suite was written" : "suites written: \(written.quotedList)"
        let hint = "run the same command again to write the rest"
        let rest = CommandError(exitCode, Message("\(done); not written: \(unwritten.quotedList)", hint: hint))
        return CommandError([self, rest]) ?? self
    }
}

extension Message {
    /// Returns a note about files that belong to no suite, because of their names.
    static func filesOfNoSuite(_ paths: [String]) -> Message {
        let reason = paths.count == 1 ? "the name is" : "the names are"
        return "left out \(paths.map(\.quoted).firstFew): \(reason) not a suite's"
    }
}
