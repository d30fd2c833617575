import PropertyLists

/// How the values of a key become property lists, and are read from them.
struct PreferenceBridge<Value: Sendable>: Sendable {
    /// The value that a form stands for; nil where it stands for none.
    let decode: @Sendable (PropertyList) -> Value?
    /// The form of a value; nil where the value stands for an unset key.
    let encode: @Sendable (Value) throws(CodingFault) -> PropertyList?
    /// What a schema says of the forms, worked out when it is asked; one of them may be given as an example.
    let schema: @Sendable (_ example: PropertyList?) -> SchemaRule
    /// What of its type the values are, in words that stand behind it; nil for all of them.
    var restriction: String?
    /// What is wrong with a form that stands for no value, and where in it; nil where there is no more to say.
    var fault: @Sendable (PropertyList) -> String? = { _ in nil }
}

extension PreferenceBridge where Value: PreferenceValue {
    static var direct: PreferenceBridge {
        PreferenceBridge(
            decode: { Value(propertyList: $0) },
            encode: { $0.propertyList },
            schema: { _ in Value.schema }
        )
    }
}

extension PreferenceBridge where Value: RawRepresentable, Value.RawValue: PreferenceValue {
    static var raw: PreferenceBridge {
        PreferenceBridge(
            decode: { Value.RawValue(propertyList: $0).flatMap(Value.init(rawValue:)) },
            encode: { $0.rawValue.propertyList },
            schema: { _ in .rawValue(of: Value.self) }
        )
    }
}

extension PreferenceBridge where Value: Codable {
    /// What the type's coding makes, or the form that the type is known to have, though not here.
    static var coded: PreferenceBridge {
        @Sendable func decode(_ form: PropertyList) throws(CodingFault) -> Value {
            try rethrowing(as: CodingFault.init) { try PropertyListValueDecoder().decode(Value.self, from: form) }
        }
        return PreferenceBridge(
            decode: { try? decode($0) },
            encode: { value throws(CodingFault) in
                try rethrowing(as: CodingFault.init) { try PropertyListValueEncoder().encode(value) }
            },
            schema: { StructureProbe.rule(of: Value.self, like: $0) },
            fault: { form in
                do throws(CodingFault) {
                    _ = try decode(form)
                    return nil
                } catch {
                    return error.reason
                }
            }
        )
    }
}

extension PreferenceBridge {
    /// The same forms, and nil for an unset key.
    var optional: PreferenceBridge<Value?> {
        PreferenceBridge<Value?>(
            decode: { decode($0).map(Optional.some) },
            encode: { value throws(CodingFault) in
                guard let value else { return nil }
                return try encode(value)
            },
            schema: schema,
            restriction: restriction,
            fault: fault
        )
    }

    /// The same forms, and where none of them is read, what a migration makes of an older one.
    func migrating(by migrate: (@Sendable (PropertyList) -> Value?)?) -> PreferenceBridge {
        guard let migrate else { return self }
        return PreferenceBridge(
            decode: { decode($0) ?? migrate($0) },
            encode: encode,
            schema: schema,
            restriction: restriction,
            fault: fault
        )
    }
}

/// Why a value cannot be encoded or decoded.
struct CodingFault: Error {
    /// What is wrong, behind the place in the value: `created: expected a date, found a string`.
    let reason: String

    init(reason: String) {
        self.reason = reason
    }

    init(_ error: any Error) {
        let context: (path: [any CodingKey], description: String)? =
            switch error {
            case EncodingError.invalidValue(_, let context): (context.codingPath, context.debugDescription)
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
                DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
                (context.codingPath, context.debugDescription)
            default: nil
            }
        guard let (path, description) = context else {
            reason = "\(error)"
            return
        }
        let place = path.map(\.stringValue).joined(separator: ".")
        reason = place.isEmpty ? description : "\(place): \(description)"
    }
}
