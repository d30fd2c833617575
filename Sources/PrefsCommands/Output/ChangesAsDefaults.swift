import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceCore
import PreferenceStore
import PropertyLists

extension ChangePrinter {
    /// Returns the lines of defaults(1) that make the changes of a suite; comments in place of hidden values.
    ///
    /// `prefs defaults` reads each line as that change. A float that has more digits than `-float` stores on macOS is
    /// an XML element, as are arrays and dictionaries.
    ///
    /// - Throws: The error of the first change that no such line makes.
    func defaultsLines(making suite: SuiteChanges) throws -> String {
        let (options, domain) = try defaultsDomain(of: suite)
        // First what goes: a line that writes a key also removes the value under a former name, and defaults(1) fails
        // to remove it again.
        let changes = suite.changes.filter { $0.new == nil } + suite.changes.filter { $0.new != nil }
        return try changes.map { change in
            if let comment = try comment(hiding: change, in: suite) { return comment }
            guard let line = DefaultsLine.words(giving: change.key, of: domain, change.new) else {
                throw CommandError.notInDefaults(change.key)
            }
            let words = options + line
            return (["defaults"] + words.map(bareShellWord)).joined(separator: " ") + "\n"
        }
        .joined()
    }

    /// Returns the domain of a suite in defaults(1), else the path of its file, and the options before the verb.
    private func defaultsDomain(of changes: SuiteChanges) throws -> (options: [String], domain: String) {
        if let name = changes.suite?.nameInDefaults { return ([], name) }
        let path = changes.rules.file.path
        guard path != "-" else { throw CommandError.standardInputNotWritable }
        if let name = suite(of: changes.rules)?.nameInDefaults {
            return (options.selection.isByHost ? ["-currentHost"] : [], name)
        }
        guard path == path.withExtension else { throw CommandError.noDomain(path: path) }
        if case .file = DefaultsLine.Domain(path) { return ([], path) }
        return ([], "./" + path)
    }
}

extension CommandError {
    /// Returns the error of a change of a key that no line of defaults(1) makes.
    fileprivate static func notInDefaults(_ key: String) -> CommandError {
        let text = "cannot print the change of \(key.quoted) as a line of defaults(1)"
        return CommandError(.invalidValue, Message(text, hint: "use --format seed"))
    }

    /// Returns the error of a file that defaults(1) does not open.
    static func noDomain(path: String) -> CommandError {
        let text = "defaults(1) cannot open \(path): its name does not end with .plist"
        return CommandError(.invalidValue, Message(text, hint: "use --format commands"))
    }
}
