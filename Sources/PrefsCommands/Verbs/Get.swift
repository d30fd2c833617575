import PreferenceCore
import PropertyLists

extension CommandContext {
    /// `prefs get`: the values of keys, or nothing at all where one of them is unset.
    mutating func get() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let values = try read(selection, keys: arguments.operands) { snapshot throws(CommandError) in
            var values: [(key: String, value: PropertyList?)] = []
            for key in arguments.operands {
                values.append((key, try snapshot.value(of: key)))
            }
            return values
        }
        let unset = values.filter { $0.value == nil }.map(\.key)
        guard unset.isEmpty || arguments.has(.defaultValue) else {
            throw .unset(unset, place: selection.place)
        }
        try checkExpectedType(of: values)
        if let style = jsonStyle {
            try writeJSON(of: values, style)
        } else {
            for (key, value) in values {
                try write(value, of: key)
            }
        }
        return .done
    }

    /// Checks the values that are set against `--expect`.
    private func checkExpectedType(of values: [(key: String, value: PropertyList?)]) throws(CommandError) {
        guard let expected = arguments.argument(of: .expect).flatMap(PropertyListKind.init(typeName:)) else { return }
        for (key, value) in values {
            if let value, value.kind != expected {
                throw .wrongType(key: key, found: value.kind, expected: expected)
            }
        }
    }

    /// A value on its line, or the default verbatim; under `--raw` the bytes of data, with nothing after them.
    private mutating func write(_ value: PropertyList?, of key: String) throws(CommandError) {
        switch value {
        case .data(let bytes) where arguments.has(.raw):
            write(bytes)
        case let value? where arguments.has(.raw):
            throw .wrongType(key: key, found: value.kind, expected: .data)
        case let value?:
            try writeVerbatim(try text(of: value, key: key))
        case nil:
            try writeVerbatim(arguments.argument(of: .defaultValue) ?? "")
        }
    }

    /// One value as JSON, or several as one object; a default is taken for what its spelling says.
    private mutating func writeJSON(
        of values: [(key: String, value: PropertyList?)],
        _ style: JSONStyle
    ) throws(CommandError) {
        let defaultValue = PropertyList(inferring: arguments.argument(of: .defaultValue) ?? "")
        if values.count == 1 {
            try writeJSON(values[0].value ?? defaultValue, style, key: values[0].key)
        } else {
            var object = PropertyListDictionary()
            for (key, value) in values {
                object[key] = value ?? defaultValue
            }
            try writeJSON(.dictionary(object), style)
        }
    }
}
