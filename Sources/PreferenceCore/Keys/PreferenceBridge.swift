import PropertyLists

/// How the values of a key become property lists, and are read from them.
struct PreferenceBridge<Value: Sendable>: Sendable {
    /// The value that a form stands for; nil where it stands for none.
    let decode: @Sendable (PropertyList) -> Value?
    /// The form of a value; nil where the value stands for an unset key.
    let encode: @Sendable (Value) throws(UnwritableValue) -> PropertyList?
}

/// Why no property list holds a value.
struct UnwritableValue: Error {
    let reason: String

    init(_ error: any Error) {
        guard case EncodingError.invalidValue(_, let context) = error else {
            reason = "\(error)"
            return
        }
        let place = context.codingPath.map(\.stringValue).joined(separator: ".")
        reason = place.isEmpty ? context.debugDescription : "\(place): \(context.debugDescription)"
    }
}

extension PreferenceBridge where Value: PreferenceValue {
    /// The type's own form.
    static var direct: PreferenceBridge {
        PreferenceBridge(decode: { Value(propertyList: $0) }, encode: { $0.propertyList })
    }
}

extension PreferenceBridge where Value: RawRepresentable, Value.RawValue: PreferenceValue {
    /// The form of the raw value.
    static var raw: PreferenceBridge {
        PreferenceBridge(
            decode: { Value.RawValue(propertyList: $0).flatMap(Value.init(rawValue:)) },
            encode: { $0.rawValue.propertyList }
        )
    }
}

extension PreferenceBridge where Value: Codable {
    /// What the type's coding makes, or the form that the type is known to have, though not here.
    static var coded: PreferenceBridge {
        PreferenceBridge(
            decode: { try? PropertyListValueDecoder().decode(Value.self, from: $0) },
            encode: { value throws(UnwritableValue) in
                try rethrowing(as: UnwritableValue.init) { try PropertyListValueEncoder().encode(value) }
            }
        )
    }
}

extension PreferenceBridge {
    /// The same forms, and nil for an unset key.
    var optional: PreferenceBridge<Value?> {
        PreferenceBridge<Value?>(
            decode: { decode($0).map(Optional.some) },
            encode: { value throws(UnwritableValue) in
                guard let value else { return nil }
                return try encode(value)
            }
        )
    }

    /// The same forms, and where none of them is read, what a migration makes of an older one.
    func migrating(by migrate: (@Sendable (PropertyList) -> Value?)?) -> PreferenceBridge {
        guard let migrate else { return self }
        return PreferenceBridge(decode: { decode($0) ?? migrate($0) }, encode: encode)
    }
}
