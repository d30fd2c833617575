import PropertyLists

/// How the values of a key become property lists, and are read from them.
struct PreferenceBridge<Value: Sendable>: Sendable {
    /// The value that a form stands for.
    var decode: @Sendable (PropertyList) throws(CodingFault) -> Value
    /// The form of a value; nil if the value stands for an unset key.
    var encode: @Sendable (Value) throws(CodingFault) -> PropertyList?
    /// What a schema says of the forms, worked out when it is asked; one of them may be given as an example.
    var schema: @Sendable (_ example: PropertyList?) -> SchemaRule
    /// What of its type the values are, in words that stand behind it; nil for all of them.
    var restriction: String?
}

extension PreferenceBridge where Value: PreferenceValue {
    static var direct: PreferenceBridge {
        PreferenceBridge(
            decode: { form throws(CodingFault) in
                guard let value = Value(propertyList: form) else { throw CodingFault() }
                return value
            },
            encode: { $0.propertyList },
            schema: { _ in Value.schema }
        )
    }
}

extension PreferenceBridge where Value: RawRepresentable, Value.RawValue: PreferenceValue {
    static var raw: PreferenceBridge {
        PreferenceBridge(
            decode: { form throws(CodingFault) in
                let rawValue = Value.RawValue(propertyList: form)
                guard let value = rawValue.flatMap(Value.init(rawValue:)) else { throw CodingFault() }
                return value
            },
            encode: { $0.rawValue.propertyList },
            schema: { _ in .rawValue(of: Value.self) }
        )
    }
}

extension PreferenceBridge where Value: Codable {
    /// What the type's coding makes, or the form that the type is known to have, though not here.
    static var coded: PreferenceBridge {
        PreferenceBridge(
            decode: { form throws(CodingFault) in
                try rethrowing(try PropertyListValueDecoder().decode(Value.self, from: form), as: CodingFault.init)
            },
            encode: { value throws(CodingFault) in
                try rethrowing(try PropertyListValueEncoder().encode(value), as: CodingFault.init)
            },
            schema: { .structure(of: Value.self, like: $0) }
        )
    }
}

extension PreferenceBridge {
    /// The same forms, and nil for an unset key.
    var optional: PreferenceBridge<Value?> {
        PreferenceBridge<Value?>(
            decode: decode,
            encode: { value throws(CodingFault) in
                guard let value else { return nil }
                return try encode(value)
            },
            schema: schema,
            restriction: restriction
        )
    }

    /// The same forms, and if none of them is read, what a migration makes of an older one.
    func migrating(by migrate: (@Sendable (PropertyList) -> Value?)?) -> PreferenceBridge {
        guard let migrate else { return self }
        var bridge = self
        bridge.decode = { form throws(CodingFault) in
            do throws(CodingFault) {
                return try decode(form)
            } catch {
                guard let value = migrate(form) else { throw error }
                return value
            }
        }
        return bridge
    }
}

/// Why a value cannot be encoded or decoded.
struct CodingFault: Error {
    /// What is wrong, behind the place in the value: `created: expected a date, found a string`; empty if there is no more
    /// to say than that the type is wrong.
    let reason: String

    init(reason: String = "") {
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
