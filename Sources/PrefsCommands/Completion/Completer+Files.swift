import PreferenceCore
import PreferenceStore
import PropertyLists

/// What the files hold, for completion.
extension Completer {
    /// The suites there are, the user's or the system's.
    func suites(_ line: CompletionLine) -> CompletionList {
        guard let folders = try? PreferenceFolders(environment: environment.variable),
            let suites = try? folders.suites(in: line.arguments.has(.system) ? .system : .user)
        else { return .none }
        return CompletionList(suites.map { .init(word: $0.rawValue, summary: "") })
    }

    /// The keys in the selected suite, each with its type and value.
    func keys(_ line: CompletionLine) -> [CompletionList.Candidate] {
        entries(line).map { entry in
            let text = (try? entry.value.text) ?? ""
            return .init(
                word: entry.key,
                summary: "\(entry.value.kind.rawValue) " + text.escaped(forTerminal: true).elided(toColumns: 40)
            )
        }
    }

    /// Whether the value of a key, or what `--at` leads to in it, is a bool.
    func isBoolean(_ key: String?, _ line: CompletionLine) -> Bool {
        guard let key, let pointer = JSONPointer(line.arguments.argument(of: .pointer) ?? ""),
            let whole = entries(line, keys: [key]).first(where: { ByteKey($0.key) == ByteKey(key) })?.value
        else { return false }
        return ValuePlace(key, at: pointer).value(in: whole)?.kind == .boolean
    }

    /// What the files hold that the verb looks into, in the byte order of the keys.
    private func entries(_ line: CompletionLine, keys: [String]? = nil) -> [PreferenceEntry] {
        guard let selection = try? Selection(line.arguments, in: environment) else { return [] }
        // A verb that looks through the search list is one that can be kept from it.
        let files = line.verb.option(named: .only) == nil ? [selection.file] : selection.searchList
        var snapshot = PreferenceSnapshot(of: files, keys: keys)
        return (try? snapshot.entries(matching: [])) ?? []
    }
}
