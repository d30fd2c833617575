public import PreferenceSchemas
public import PropertyLists

/// The conversion of a key's values to and from property lists.
///
/// Give a key a bridge if its type is neither ``PreferenceValue`` nor `Codable`, or if the file must contain another
/// form. A bridge can be a static member of a constrained extension:
///
/// ```swift
/// extension PreferenceBridge<Color> {
///     static var hex: PreferenceBridge { PreferenceBridge(decode: { Color(hex: $0) }, encode: { $0.hex }) }
/// }
///
/// extension PreferenceKeys {
///     static let accent = PreferenceKey("accent", default: Color.blue, bridge: .hex)
///     static let background = PreferenceKey<Color?>("background", default: nil, bridge: .optional(.hex))
/// }
/// ```
public struct PreferenceBridge<Value: Sendable>: Sendable {
    // Inlinable where a declaration of a `PreferenceValue` key uses it: a program's compiler then knows the type, and
    // need not allocate closures that contain it.

    /// Decodes a value from its property list.
    @usableFromInline var decode: @Sendable (PropertyList) throws(CodingFault) -> Value
    /// Decodes a value without the key's migration; nil if it has none.
    @usableFromInline var unmigrated: (@Sendable (PropertyList) throws(CodingFault) -> Value)?
    /// Encodes a value as a property list; nil if the value represents an unset key.
    @usableFromInline var encode: @Sendable (Value) throws(CodingFault) -> PropertyList?
    /// Returns the schema rule for the property lists, computed on demand; an example of one may be given.
    @usableFromInline var schema: @Sendable (_ example: PropertyList?) -> SchemaRule
    /// The limits on the values of the type, in words for use after its name; nil if all values are allowed.
    @usableFromInline var restriction: String?

    @inlinable
    init(
        decode: @escaping @Sendable (PropertyList) throws(CodingFault) -> Value,
        unmigrated: (@Sendable (PropertyList) throws(CodingFault) -> Value)? = nil,
        encode: @escaping @Sendable (Value) throws(CodingFault) -> PropertyList?,
        schema: @escaping @Sendable (_ example: PropertyList?) -> SchemaRule,
        restriction: String? = nil
    ) {
        self.decode = decode
        self.unmigrated = unmigrated
        self.encode = encode
        self.schema = schema
        self.restriction = restriction
    }
}

extension PreferenceBridge {
    /// Creates a conversion to and from a ``PreferenceValue`` type, such as `String`, or `PropertyList` for any form.
    ///
    /// - Parameters:
    ///   - decode: converts a stored value. If it returns nil or throws, the stored value is a wrong type, with the
    ///     error as the reason.
    ///   - encode: converts a value for the file. If it throws, nothing is written, and the error is the reason of
    ///     `unwritable`. For a key that is limited to a range, it must keep the order of values that it converts to
    ///     numbers.
    ///   - schema: the rule for the stored values; nil, the default, is the rule of their type.
    public init<Stored: PreferenceValue>(
        decode: @escaping @Sendable (Stored) throws -> Value?,
        encode: @escaping @Sendable (Value) throws -> Stored,
        schema: SchemaRule? = nil
    ) {
        self.init(
            decode: { form throws(CodingFault) in
                guard let stored = Stored(propertyList: form),
                    let value = try rethrowing(try decode(stored), as: CodingFault.init)
                else { throw CodingFault() }
                return value
            },
            encode: { value throws(CodingFault) in
                try rethrowing(try encode(value), as: CodingFault.init).propertyList
            },
            schema: { _ in schema ?? Stored.schema }
        )
    }
}

extension PreferenceBridge {
    /// Returns a conversion of arrays, whose elements are converted by another bridge.
    ///
    ///     static let visits = PreferenceKey<[Date]>("visits", default: [], bridge: .array(of: .timestamp))
    ///
    /// An array is a wrong type if one of its elements is.
    public static func array<Element>(of bridge: PreferenceBridge<Element>) -> PreferenceBridge
    where Value == [Element] {
        PreferenceBridge(
            decode: { form throws(CodingFault) in
                guard case .array(let forms) = form else { throw CodingFault() }
                return try forms.map { form throws(CodingFault) in try bridge.decode(form) }
            },
            encode: { elements throws(CodingFault) in
                .array(
                    try elements.map { element throws(CodingFault) in try bridge.encode(element) }.compactMap(\.self)
                )
            },
            schema: { example in
                let first: PropertyList? = if case .array(let forms)? = example { forms.first } else { nil }
                return .array(of: bridge.schema(first))
            }
        )
    }
}

extension PreferenceBridge where Value: PreferenceValue {
    @inlinable static var direct: PreferenceBridge {
        PreferenceBridge(
            decode: { form throws(CodingFault) in
                guard let value = Value(propertyList: form) else { throw CodingFault(of: Value.self, in: form) }
                return value
            },
            encode: { $0.propertyList },
            schema: { _ in Value.schema }
        )
    }
}

extension PreferenceBridge where Value: RawRepresentable, Value.RawValue: PreferenceValue {
    /// A conversion of the raw value, or of the type's own form if it has one at run time.
    static var raw: PreferenceBridge {
        if let type = Value.self as? any PreferenceValue.Type { return PreferenceBridge(RawForm(ofValue: type)) }
        return PreferenceBridge(
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
    /// A conversion by the type's `Codable` implementation, or by its `PropertyListConvertible` conformance or its raw
    /// value if it has one at run time.
    static var coded: PreferenceBridge {
        if let raw = RawForm(of: Value.self) { return PreferenceBridge(raw) }
        return PreferenceBridge(
            decode: { form throws(CodingFault) in
                try rethrowing(try PropertyListValueDecoder().decode(Value.self, from: form), as: CodingFault.init)
            },
            encode: { value throws(CodingFault) in
                // An optional of a `Codable` type is one too, and the compiler can choose this bridge for it.
                if let optional = value as? any OptionalValue, optional.isNil { return nil }
                return try rethrowing(try PropertyListValueEncoder().encode(value), as: CodingFault.init)
            },
            schema: { .structure(of: Value.self, like: $0) }
        )
    }
}

extension OptionalValue {
    /// Whether there is no value, at any depth: in generic code, an optional can be inside another one.
    var isNil: Bool { map { ($0 as? any OptionalValue)?.isNil ?? false } ?? true }
}

extension PreferenceBridge where Value: OptionalValue, Value.Wrapped: Sendable {
    /// Returns the conversion of a bridge, with nil for an unset key.
    ///
    ///     static let background = PreferenceKey<Color?>("background", default: nil, bridge: .optional(.hex))
    @inlinable
    public static func optional(_ bridge: PreferenceBridge<Value.Wrapped>) -> PreferenceBridge {
        PreferenceBridge(
            decode: { form throws(CodingFault) in Value(try bridge.decode(form)) },
            encode: { value throws(CodingFault) in
                guard let value = value.map(\.self) else { return nil }
                return try bridge.encode(value)
            },
            schema: bridge.schema,
            restriction: bridge.restriction
        )
    }
}

extension PreferenceBridge {
    /// Returns the same conversion, with a migration for property lists that it cannot decode.
    ///
    /// If the migration returns nil, or a value that cannot be encoded, that fails.
    func migrating(by migrate: @escaping @Sendable (PropertyList) -> Value?) -> PreferenceBridge {
        var bridge = self
        bridge.unmigrated = decode
        bridge.decode = { form throws(CodingFault) in
            do throws(CodingFault) {
                return try decode(form)
            } catch {
                guard let value = migrate(form), (value as? any OptionalValue)?.isNil != true else { throw error }
                _ = try encode(value)
                return value
            }
        }
        return bridge
    }
}

/// The reason why a value cannot be encoded or decoded.
@usableFromInline
struct CodingFault: Error {
    /// The error and its place in the value, such as `created: expected a date, found a string`; empty if only the type
    /// is wrong.
    let reason: String

    @usableFromInline
    init(reason: String = "") {
        self.reason = reason
    }

    /// Creates the reason why a type rejects a property list: an element of the wrong type, or the type itself.
    @usableFromInline
    init(of type: any PropertyListConvertible.Type, in form: PropertyList) {
        let fault = (type as? any ElementwiseConvertible.Type)?.elementFault(in: form)
        reason =
            fault.map { fault in
                let place = JSONPointer(tokens: fault.path).text.quoted
                return "\(place) is of type \(fault.found.rawValue), not \(fault.expected)"
            } ?? ""
    }

    /// Returns the fault with the error of the type's coding, if that is the cause: a type with its own form has only nil
    /// for one that it rejects.
    func caused<Value>(byDecoding form: PropertyList, _ bridge: PreferenceBridge<Value>) -> CodingFault {
        do {
            _ = try ConversionFault.rethrowing { try? (bridge.unmigrated ?? bridge.decode)(form) }
            return self
        } catch {
            let cause = CodingFault(error).reason
            return CodingFault(reason: [reason, cause].filter { !$0.isEmpty }.joined(separator: ": "))
        }
    }

    init(_ error: any Error) {
        if let fault = error as? CodingFault {
            self = fault
            return
        }
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
