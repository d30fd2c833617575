import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs list`: a line a key, with its value, and under `--long` its type and the file that holds it.
    mutating func list() throws(CommandError) -> ExitCode {
        let keys = Glob.onlyKeys(of: arguments.operands)
        let entries = try read(try selection(), keys: keys) { snapshot throws(CommandError) in
            try snapshot.entries(matching: arguments.operands)
        }
        if let style = jsonStyle {
            try writeJSON(.dictionary(PropertyListDictionary(entries)), style)
        } else {
            var records: [[Field]] = []
            for entry in entries {
                records.append(try fields(of: entry))
            }
            try writeRecords(records)
        }
        return .done
    }

    private func fields(of entry: PreferenceEntry) throws(CommandError) -> [Field] {
        let kind = entry.value.kind
        let value = try text(of: entry.value, at: ValuePlace(entry.key))
        let details = arguments.has(.long) ? [kind.rawValue, entry.file.path] : []
        return [Field(entry.key, .name), Field(value, .value(of: kind))] + details.map { Field($0, .detail) }
    }
}
