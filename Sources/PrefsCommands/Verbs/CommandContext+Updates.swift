import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// Replaces the value that the line names by another that is made of it, in one transaction, and prints the new one.
    ///
    /// - Parameter make: makes the new value of the old one; it gets nil where that is unset and has no default.
    mutating func update(
        _ make: (PropertyList?, ValuePlace) throws(CommandError) -> PropertyList
    ) throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = try place(arguments.operands[0])
        return try update(place, of: selection, by: try schemaOfChange(to: selection, keys: [place.key]), make)
    }

    /// Replaces a value by another that is made of it, in one transaction, and prints the new one.
    ///
    /// While the file does not hold the key, the value that the layers below it give is what counts.
    ///
    /// - Parameters:
    ///   - schema: what the change must not break, and what has a default below all layers.
    ///   - make: makes the new value of the old one; it gets nil where that is unset and has no default.
    mutating func update(
        _ place: ValuePlace,
        of selection: Selection,
        by schema: SuiteSchema?,
        _ make: (PropertyList?, ValuePlace) throws(CommandError) -> PropertyList
    ) throws(CommandError) -> ExitCode {
        let key = try key(named: place.key, in: schema)
        var lowerLayers = PreferenceSnapshot(of: selection.lowerLayers, keys: .named(key.names))
        let standard = schema?.schema.defaultValue(of: place.key)
        let change = try change(selection, keys: [place.key], by: schema) { transaction throws(CommandError) in
            let whole =
                try transaction.isSet(key)
                ? transaction[key] : lowerLayers.entry(of: place.key, schema)?.value ?? standard
            let old = place.value(in: whole)
            let made = try make(old, place)
            let new = old == nil ? schema?.storedForm(of: made, at: place) ?? made : made
            transaction[key] = try place.whole(whole, holding: new, makingParents: arguments.has(.parents))
            // What cannot be printed as it is asked for is not stored either.
            return try record(of: new, at: place)
        }
        warn(lowerLayers.warnings)
        report(outcome(of: change, at: [place]))
        write(ofChange: change.value)
        return .done
    }
}
