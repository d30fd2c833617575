import PreferenceCore
import PropertyLists

extension CommandContext {
    /// `prefs keys`: the keys that are set, in byte order.
    mutating func keys() throws(CommandError) -> ExitCode {
        let keys = try read(try selection()) { snapshot throws(CommandError) in
            try snapshot.entries(matching: []).map(\.key)
        }
        if let style = jsonStyle {
            try writeJSON(keys.propertyList, style)
        } else {
            for key in keys {
                try writeRecord([key])
            }
        }
        return .done
    }
}
