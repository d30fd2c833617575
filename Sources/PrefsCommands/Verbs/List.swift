import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs list`: a line a key, with its value, and under `--long` its type and the file that holds it.
    mutating func list() throws(CommandError) -> ExitCode {
        let entries = try read(try selection()) { snapshot throws(CommandError) in
            try snapshot.entries(matching: arguments.operands)
        }
        if let style = jsonStyle {
            try writeJSON(.dictionary(PropertyListDictionary(entries)), style)
        } else {
            for entry in entries {
                let details = arguments.has(.long) ? [entry.value.kind.rawValue, entry.file.path] : []
                try writeRecord([entry.key, try text(of: entry.value, at: ValuePlace(entry.key))] + details)
            }
        }
        return .done
    }
}
