import PreferenceStore
import PropertyLists

/// The typed name of one preference: what it is called in the file, what type it has, what holds while it is unset.
///
/// Declare keys as static members of ``PreferenceKeys``. A key is immutable and can be shared between threads.
public final class PreferenceKey<Value: Sendable>: PreferenceKeys, @unchecked Sendable {
    // Unchecked, since its superclass is: every property is a constant of a Sendable type.

    /// What the preference is for, in one line; empty where the declaration does not say.
    public let summary: String

    private let defaultProvider: @Sendable () -> Value
    private let bridge: PreferenceBridge<Value>

    init(
        name: String,
        suite: SuiteName?,
        summary: String,
        bridge: PreferenceBridge<Value>,
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.summary = summary
        self.bridge = bridge
        self.defaultProvider = defaultProvider
        super.init(name: name, suite: suite)
    }

    /// The value that holds while the key is unset, evaluated now.
    public var defaultValue: Value { defaultProvider() }

    /// The type of the value.
    public var valueType: Value.Type { Value.self }

    /// The value that a form in the file at a path stands for.
    ///
    /// - Throws: `wrongType` where it stands for none of this type.
    func value(of propertyList: PropertyList, at path: String) throws(PreferenceError) -> Value {
        guard let value = bridge.decode(propertyList) else {
            throw .wrongType(key: name, expected: "\(Value.self)", found: propertyList.kind, path: path)
        }
        return value
    }

    /// The form of a value in a file; nil where the value stands for an unset key.
    func propertyList(of value: Value) -> PropertyList? {
        bridge.encode(value)
    }
}

/// How the values of a key become property lists, and are read from them.
struct PreferenceBridge<Value>: Sendable {
    let decode: @Sendable (PropertyList) -> Value?
    let encode: @Sendable (Value) -> PropertyList?
}

extension PreferenceBridge where Value: PreferenceValue {
    /// The type's own form.
    static var direct: PreferenceBridge {
        PreferenceBridge(decode: { Value(propertyList: $0) }, encode: { $0.propertyList })
    }
}

extension PreferenceBridge {
    /// The wrapped type's own form; nil is an unset key.
    static func optional<Wrapped: PreferenceValue>() -> PreferenceBridge where Value == Wrapped? {
        PreferenceBridge(
            decode: { propertyList in Wrapped(propertyList: propertyList).map(Optional.some) },
            encode: { $0?.propertyList }
        )
    }
}
