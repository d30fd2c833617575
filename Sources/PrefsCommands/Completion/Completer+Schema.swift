import PreferenceCore
import PreferenceStore
import PropertyLists

/// What the schema says, for completion.
extension Completer {
    /// The keys that the schema has beside those which are set, each with what it is for.
    func describedKeys(_ line: CompletionLine, but present: Set<ByteKey>) -> [CompletionList.Candidate] {
        // What is unset can be neither removed nor renamed.
        guard ![.reset, .rename, .copy].contains(line.verb.name), let schema = schema(line) else { return [] }
        return schema.keys.filter { !present.contains(ByteKey($0)) }.map { key in
            let summary = schema.rule(for: key)?.summary ?? ""
            return .init(word: key, summary: summary.escaped(forTerminal: true).elided(toColumns: 60))
        }
    }

    /// The values that the schema allows in a place, none where they are many; nil where it says nothing of it.
    func describedValues(of key: String, at pointer: JSONPointer, _ line: CompletionLine) -> CompletionList? {
        // 'append' is given elements of the array.
        let path = pointer.tokens + (line.verb.name == .append ? ["0"] : [])
        guard let rule = schema(line, keys: [key])?.rule(for: key, at: path) else { return nil }
        if let allowed = rule.allowedValues {
            return CompletionList(
                allowed.compactMap { value in (try? value.text).map { .init(word: $0, summary: "") } }
            )
        }
        return rule.kinds.isEmpty ? nil : rule.kinds == [.boolean] ? .booleans : CompletionList.none
    }

    /// The schema of what the line selects, where it can be had at once.
    private func schema(_ line: CompletionLine, keys: [String]? = nil) -> PreferenceSchema? {
        // A pipe would have the person wait who types its name.
        if let path = line.arguments.argument(of: .schema), !PlainFile.isRegular(path) { return nil }
        guard let selection = try? Selection(line.arguments, in: environment) else { return nil }
        let context = CommandContext(line.arguments, in: environment)
        return (try? context.schema(of: selection, keys: keys))?.schema
    }
}
