import PreferenceSchemas
import PropertyLists

/// The form of a type that is known to have a raw value, or a form of its own, only at run time.
///
/// The compiler ranks the initialisers of ``PreferenceKey``, and in a generic context it knows only a part of what a type
/// conforms to. What is stored must not depend on that: a ``PreferenceValue`` type has its own form, any other type with
/// a raw value has the form of that, and only the rest is stored by its `Codable` implementation.
struct RawForm: @unchecked Sendable {
    // Unchecked, since the closures contain nothing but types.

    /// Returns the value of a form; nil if there is none.
    let decode: (PropertyList) -> Any?
    let encode: (Any) -> PropertyList?
    let schema: () -> SchemaRule

    /// Finds the form of a type, or of what is inside an optional, by its raw value; nil if it has none, or a form of its
    /// own.
    init?(of type: Any.Type) {
        if let optional = type as? any OptionalValue.Type {
            self.init(ofOptional: optional)
        } else if let value = type as? any RawRepresentable.Type, !(type is any PropertyListConvertible.Type) {
            self.init(ofRawRepresentable: value)
        } else {
            return nil
        }
    }

    init(ofValue type: (some PreferenceValue).Type) {
        decode = { type.init(propertyList: $0) }
        encode = { ($0 as? any PreferenceValue)?.propertyList }
        schema = { type.schema }
    }

    private init?<Value: RawRepresentable>(ofRawRepresentable type: Value.Type) {
        guard let rawType = Value.RawValue.self as? any PreferenceValue.Type else { return nil }
        let raw = RawForm(ofValue: rawType)
        decode = { form in (raw.decode(form) as? Value.RawValue).flatMap(Value.init(rawValue:)) }
        encode = { ($0 as? Value).flatMap { raw.encode($0.rawValue) } }
        schema = { .cases(of: type, with: raw.schema()) { raw.encode($0.rawValue) } }
    }

    private init?<Value: OptionalValue>(ofOptional type: Value.Type) {
        guard let wrapped = RawForm(of: Value.Wrapped.self) else { return nil }
        decode = { form in (wrapped.decode(form) as? Value.Wrapped).map { Value($0) } }
        encode = { ($0 as? Value)?.map { wrapped.encode($0) } ?? nil }
        schema = wrapped.schema
    }
}

extension PreferenceBridge {
    /// Creates the conversion of a form that is found at run time.
    init(_ form: RawForm) {
        self.init(
            decode: { stored throws(CodingFault) in
                guard let value = form.decode(stored) as? Value else { throw CodingFault() }
                return value
            },
            encode: { form.encode($0) },
            schema: { _ in form.schema() }
        )
    }
}
