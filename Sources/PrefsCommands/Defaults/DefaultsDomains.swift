import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceCore
import PreferenceStore
import PropertyLists

/// The verbs of defaults(1) for all domains of the user.
extension DefaultsCommand {
    /// Prints the names of the domains; an empty domain is none.
    func listDomains() throws {
        let names = try domains().filter { domain in
            guard domain.suite != .global else { return false }
            do {
                return try domain.file.readKeys()?.names.isEmpty == false
            } catch {
                // It has a name, even if it cannot be read.
                return true
            }
        }
        .map { printer.shown($0.domainName) }
        printer.writeLine(names.joined(separator: ", "))
    }

    /// Prints the contents of all domains.
    func readDomains() throws {
        var entries: [PropertyListDictionary.Entry] = []
        let failure = try readEachDomain { domain, contents in
            entries.append(PropertyListDictionary.Entry(key: domain.domainName, value: .dictionary(contents)))
        }
        printer.writeLine(DefaultsDescription(.dictionary(PropertyListDictionary(uniqueEntries: entries))).text)
        if let failure { throw failure }
    }

    /// Prints the entries that contain a word, in their keys, their strings, or the names of their domains.
    ///
    /// A value that is not shown is not searched either.
    func find(_ word: String) throws {
        let pattern = SearchText(word, ignoresCase: true)
        var isFound = false
        let failure = try readEachDomain { domain, contents in
            let rules = domain.rules
            _ = try rules.schema()
            let found = contents.filter { entry in
                pattern.occurs(in: domain.domainName) || pattern.occurs(in: entry.key)
                    || rules.disclosure.shown(entry.value, at: ValuePointer(entry.key), as: "").contains(pattern)
            }
            .map {
                PropertyListDictionary.Entry(
                    key: $0.key,
                    value: rules.disclosure.shown($0.value, at: ValuePointer($0.key))
                )
            }
            guard !found.isEmpty else { return }
            isFound = true
            let description = DefaultsDescription(.dictionary(PropertyListDictionary(uniqueEntries: found))).text
            printer.writeLine(
                "Found \(found.count) keys in domain '\(printer.shown(domain.domainName))': \(description)"
            )
        }
        if let failure { throw failure }
        // As in the real one, this is no error.
        if !isFound { verb.messages.complainAsDefaults("No domain, key, nor value containing '\(word)'") }
    }

    /// Returns the domains that have a file, in byte order of their names.
    private func domains() throws -> [Selection] {
        let directories = try reader.sources.directories()
        let layer = PreferenceLayer(.user, isByHost: line.isByHost)
        return try directories.suiteFiles().filter { $0.file.path == layer.file(of: $0.suite, in: directories).path }
            .map { reader.selection(of: $0.file, $0.suite) }
            .sorted(byBytesOf: \.domainName)
    }

    /// Runs a closure on the contents of each domain that has a key.
    ///
    /// - Returns: The errors of the domains that cannot be read, and of the closure; they do not stop the others.
    private func readEachDomain(
        _ body: (Selection, PropertyListDictionary) throws -> Void
    ) throws -> CommandError? {
        var errors: [CommandError] = []
        for domain in try domains() {
            do {
                guard let contents = try contents(ofDomain: domain) else { continue }
                try body(domain, contents)
            } catch {
                errors.append(CommandError(error))
            }
        }
        return CommandError(errors)
    }
}

extension Selection {
    /// The name of the domain in messages.
    fileprivate var domainName: String { suite == .global ? DefaultsLine.Domain.global.name : name }
}

extension PropertyList {
    /// Whether a string or the key of an entry contains a text, at any depth.
    fileprivate func contains(_ pattern: SearchText) -> Bool {
        switch self {
        case .string(let text): pattern.occurs(in: text)
        case .array(let elements): elements.contains { $0.contains(pattern) }
        case .dictionary(let entries): entries.contains { pattern.occurs(in: $0.key) || $0.value.contains(pattern) }
        default: false
        }
    }
}

extension SuiteReader {
    /// Returns the one file of a domain: defaults(1) reads no other.
    func selection(of domain: DefaultsLine.Domain, isByHost: Bool) throws -> Selection {
        let suite: SuiteName
        switch domain {
        case .file(let path): return try selection(ofFile: pathInHome(path))
        case .nested(let path):
            guard !path.split(separator: "/").contains("..") else {
                throw PreferenceStoreError.invalidSuiteName("..", .directory)
            }
            return try selection(ofFile: "\(sources.directories().user)/\(path)")
        case .suite(let name): suite = try SuiteName(name.withoutExtension)
        case .global: suite = .global
        }
        return try selection(of: suite, PreferenceLayer(.user, isByHost: isByHost))
    }

    /// Returns the file at a path that can lack its extension.
    ///
    /// The schema of a suite applies to its file under any path, even if neither the file nor its directory exists.
    private func selection(ofFile path: String) throws -> Selection {
        let file = SuiteFile(path: path.withExtension)
        guard let directories = try? sources.directories() else { return selection(of: file) }
        let path = file.recordedPath
        var candidates = try directories.suiteFiles()
        if let suite = SuiteFile(path: path).suite {
            candidates.append((suite, PreferenceLayer().file(of: suite, in: directories)))
        }
        let suite = candidates.first { $0.file.recordedPath.hasSameBytes(as: path) }?.suite
        return selection(of: file, suite, in: suite == nil ? nil : directories)
    }

    /// Returns a path with the home directory for `~`, which a shell does not replace within quotation marks.
    private func pathInHome(_ path: String) throws -> String {
        guard path.hasPrefix("~/") else { return path }
        guard case .text(let home) = environment.variable("HOME"), home.hasPrefix("/") else {
            throw PreferenceStoreError.noConfigurationDirectory(.noHome)
        }
        return home + path.dropFirst()
    }
}
