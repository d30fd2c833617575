import PreferenceCore
import PreferenceStore
import PropertyLists

/// What is found in a place.
struct FoundValue {
    let place: ValuePlace
    /// The value; nil where there is none.
    var value: PropertyList?
    /// Whether the schema can say nothing else: the file that a write goes to has the key.
    let isCertain: Bool
}

extension CommandContext {
    /// The values in some places of what is selected.
    ///
    /// The schema is looked at for those keys alone that the file lacks which a write goes to: each of the files behind that
    /// may hold the key, where a file before it has it under a former name.
    ///
    /// - Parameter takesDefaults: whether the schema's default stands for a key that is unset.
    func values(
        at places: [ValuePlace],
        of selection: Selection,
        takesDefaults: Bool = false
    ) throws(CommandError) -> [FoundValue] {
        let keys = places.map(\.key)
        var values = try read(selection, keys: .named(keys)) { snapshot throws(CommandError) in
            var values: [FoundValue] = []
            for place in places {
                let entry = try snapshot.entry(of: place.key)
                let isCertain = entry?.file.path == selection.file.path
                values.append(FoundValue(place: place, value: place.value(in: entry?.value), isCertain: isCertain))
            }
            return values
        }
        guard !values.allSatisfy(\.isCertain), let schema = try schemaBehindFiles(of: selection, keys: keys) else {
            return values
        }
        let uncertain = values.indices.filter { !values[$0].isCertain }
        var names: [String] = []
        for position in uncertain {
            names += try key(named: places[position].key, in: schema).names
        }
        try read(selection, keys: .named(names)) { snapshot throws(CommandError) in
            for position in uncertain {
                let place = places[position]
                let entry = try snapshot.entry(of: place.key, schema)
                let standard = takesDefaults ? schema.schema.defaultValue(of: place.key) : nil
                values[position].value = place.value(in: entry?.value ?? standard)
            }
        }
        return values
    }
}
