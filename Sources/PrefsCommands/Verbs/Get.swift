import PreferenceCore
import PropertyLists

extension CommandContext {
    /// `prefs get`: the values of keys, or nothing at all where one of them is unset.
    mutating func get() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let places = try places()
        let values = try values(at: places, of: selection, takesDefaults: true)
        let unset = values.filter { $0.value == nil }.map(\.place)
        guard unset.isEmpty || arguments.has(.defaultValue) else {
            throw .unset(unset, in: selection.place)
        }
        try checkExpectedType(of: values)
        if values.count > 1, let style = jsonStyle {
            try writeJSONObject(of: values, style)
        } else {
            for found in values {
                try write(found)
            }
        }
        return .done
    }

    /// Checks the values that are set against `--expect`.
    private func checkExpectedType(of values: [FoundValue]) throws(CommandError) {
        guard let expected = arguments.argument(of: .expect).flatMap(PropertyListKind.init(typeName:)) else { return }
        for found in values {
            if let value = found.value, value.kind != expected {
                throw .wrongType(at: found.place, found: value.kind, expected: [expected])
            }
        }
    }

    /// A value on its line, or the default verbatim; under `--raw` the bytes of data, with nothing after them.
    private mutating func write(_ found: FoundValue) throws(CommandError) {
        switch found.value {
        case .data(let bytes) where arguments.has(.raw) && terminal.isThere:
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw .binaryOnTerminal(hasOutputOption: false)
            }
            write(shown(text).utf8)
        case .data(let bytes) where arguments.has(.raw):
            write(bytes)
        case let value? where arguments.has(.raw):
            throw .wrongType(at: found.place, found: value.kind, expected: [.data])
        case let value?:
            write(try record(of: value, at: found.place).utf8)
        case nil where jsonStyle != nil:
            write(try record(of: defaultValue, at: found.place).utf8)
        case nil:
            try writeVerbatim(arguments.argument(of: .defaultValue) ?? "")
        }
    }

    /// Several values as one JSON object.
    private mutating func writeJSONObject(of values: [FoundValue], _ style: JSONStyle) throws(CommandError) {
        var object = PropertyListDictionary()
        for found in values {
            object[found.place.key] = found.value ?? defaultValue
        }
        try writeJSON(.dictionary(object), style)
    }

    /// The default as a value of JSON: what its spelling says.
    private var defaultValue: PropertyList {
        PropertyList(inferring: arguments.argument(of: .defaultValue) ?? "")
    }
}
