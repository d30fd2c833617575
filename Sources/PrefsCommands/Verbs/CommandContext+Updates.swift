import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// Replaces a value by another that is made of it, in one transaction, and prints the new one.
    ///
    /// While the file does not hold the key, the value that the layers below it give is what counts.
    ///
    /// - Parameter make: makes the new value of the old one; it gets nil where no file holds the key.
    mutating func update(
        _ make: (PropertyList?, ValuePlace) throws(CommandError) -> PropertyList
    ) throws(CommandError) -> ExitCode {
        let selection = try selection()
        let place = try place(arguments.operands[0])
        let schema = try schemaOfChange(to: selection, keys: [place.key])
        let key = try key(named: place.key, in: schema)
        var lowerLayers = PreferenceSnapshot(of: selection.lowerLayers, keys: key.names)
        let standard = schema?.schema.defaultValue(of: place.key)
        let change = try change(selection, keys: [place.key], by: schema) { transaction throws(CommandError) in
            let whole = try transaction.isSet(key) ? transaction[key] : lowerLayers.value(of: key) ?? standard
            let new = try make(place.value(in: whole), place)
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
