import PreferenceCore
import PropertyLists

extension SuiteSchema {
    /// The value that a text stands for by what the schema says of a place; nil where it says nothing of the type.
    ///
    /// Of several types the text has the one that its spelling says, else the first that it can be read as.
    ///
    /// - Parameter encoding: the option that says how data is spelled, if one is given.
    func value(
        of text: String,
        encoding: OptionOccurrence?,
        at place: ValuePlace
    ) throws(CommandError) -> PropertyList? {
        guard let rule = schema.rule(for: place.key, at: place.pointer.tokens), let first = rule.kinds.first else {
            return nil
        }
        if let encoding {
            guard rule.kinds.contains(.data) else { throw .usage(.encodingWithoutData(option: encoding.spelling)) }
            return try value(
                of: text,
                as: encoding.name == .hexadecimal ? .hexadecimal : .kind(.data),
                .data,
                at: place
            )
        }
        let inferred = PropertyList(inferring: text)
        if rule.kinds.count > 1 {
            guard !rule.kinds.contains(inferred.kind) else { return inferred }
            // A whole number is a number.
            let isNumber = inferred.kind == .integer && rule.kinds.contains(.real)
            for kind in isNumber ? [.real] : rule.kinds {
                if let value = try? PropertyList(text: text, as: .kind(kind)) {
                    return schema.storedForm(of: value, by: rule)
                }
            }
        }
        return schema.storedForm(of: try value(of: text, as: .kind(first), first, at: place), by: rule)
    }

    /// A value in the form that the schema has it in, in its place.
    func storedForm(of value: PropertyList, at place: ValuePlace) -> PropertyList {
        let rule = schema.rule(for: place.key, at: place.pointer.tokens)
        return rule.map { schema.storedForm(of: value, by: $0) } ?? value
    }

    private func value(
        of text: String,
        as type: ValueType,
        _ kind: PropertyListKind,
        at place: ValuePlace
    ) throws(CommandError) -> PropertyList {
        try rethrowing(as: { CommandError.valueOfSchema($0, at: place, kind, path: path) }) { () throws(ValueError) in
            try PropertyList(text: text, as: type)
        }
    }
}
