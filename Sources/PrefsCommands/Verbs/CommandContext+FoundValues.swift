import PreferenceCore
import PreferenceStore
import PropertyLists

/// What is found in a place.
struct FoundValue {
    let place: ValuePlace
    /// The value; nil where there is none.
    var value: PropertyList?
    /// Whether a file holds the key.
    let isKeySet: Bool
}

extension CommandContext {
    /// The values in some places of what is selected.
    ///
    /// The schema is looked at for those keys alone that no file holds. A key that has had another name is read under that,
    /// as an app would.
    ///
    /// - Parameter takesDefaults: whether the schema's default stands for a key that is unset.
    func values(
        at places: [ValuePlace],
        of selection: Selection,
        takesDefaults: Bool = false
    ) throws(CommandError) -> [FoundValue] {
        let keys = places.map(\.key)
        // Standard input is read once.
        let input = selection.file.path == "-" ? try snapshot(of: selection) : nil
        var values = try read(selection, keys: keys, in: input) { snapshot throws(CommandError) in
            var values: [FoundValue] = []
            for place in places {
                let whole = try snapshot.value(of: place.key)
                values.append(FoundValue(place: place, value: place.value(in: whole), isKeySet: whole != nil))
            }
            return values
        }
        guard !values.allSatisfy(\.isKeySet), let schema = try schemaBehindFiles(of: selection, keys: keys) else {
            return values
        }
        for position in values.indices where !values[position].isKeySet {
            let place = values[position].place
            let renamed = try formerValue(of: place.key, in: selection, input, schema)
            values[position].value = place.value(
                in: renamed ?? (takesDefaults ? schema.schema.defaultValue(of: place.key) : nil)
            )
        }
        return values
    }

    /// The value that files hold for a key under a name that it had before; nil where they hold none.
    private func formerValue(
        of name: String,
        in selection: Selection,
        _ input: PreferenceSnapshot?,
        _ schema: SuiteSchema
    ) throws(CommandError) -> PropertyList? {
        let key = try key(named: name, in: schema)
        guard key.names.count > 1 else { return nil }
        return try read(selection, keys: key.names, in: input) { snapshot throws(CommandError) in
            try snapshot.value(of: key)
        }
    }
}
