import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs path`: the file that a write would go to, whether it is there or not.
    mutating func path() throws(CommandError) -> ExitCode {
        let path = try selection().file.path
        if let style = jsonStyle {
            try writeJSON(.string(path), style)
        } else {
            try writeVerbatim(path)
        }
        return .done
    }
}
