import PreferenceCore
import PropertyLists

extension CommandContext {
    /// `prefs append`: puts values at the end of an array.
    mutating func append() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = try place(arguments.operands[0])
        let schema = try schemaOfChange(to: selection, keys: [place.key])
        let elements = try newElements(at: place, by: schema)
        return try update(place, of: selection, by: schema) { old, place throws(CommandError) in
            try NewValue.addedElements(elements).value(at: place, replacing: old)
        }
    }
}
