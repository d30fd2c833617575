import PreferenceStore
import PropertyLists

/// The typed name of one preference: what it is called in the file, what type it has, what holds while it is unset.
///
/// Declare keys as static members of ``PreferenceKeys``. A key is immutable and can be shared between threads.
public final class PreferenceKey<Value: Sendable>: PreferenceKeys, @unchecked Sendable {
    // Unchecked, since its superclass is: every property is a constant of a Sendable type.

    private let defaultProvider: @Sendable () -> Value
    let bridge: PreferenceBridge<Value>

    init(
        name: String,
        suite: SuiteName?,
        summary: String,
        formerNames: [String],
        bridge: PreferenceBridge<Value>,
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.bridge = bridge
        self.defaultProvider = defaultProvider
        super.init(name: name, suite: suite, summary: summary, formerNames: formerNames)
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
            throw .wrongType(
                key: name,
                expected: ["\(Value.self)", bridge.restriction].compactMap(\.self).joined(separator: " "),
                found: propertyList.kind,
                path: path,
                reason: bridge.fault(propertyList)
            )
        }
        return value
    }

    /// The form of a value in a file; nil where the value stands for an unset key.
    ///
    /// - Throws: `unwritable` where no property list holds the value.
    func propertyList(of value: Value) throws(PreferenceError) -> PropertyList? {
        do {
            return try bridge.encode(value)
        } catch {
            throw .unwritable(key: name, type: "\(Value.self)", reason: error.reason)
        }
    }

    /// What a schema says of the key: the rule of its values, its default, its former names, what it is for.
    ///
    /// - Throws: what is wrong with the default, where no file can hold it.
    func schemaRule() throws(CodingFault) -> SchemaRule {
        let form = try bridge.encode(defaultValue)
        var rule = bridge.schema(form)
        rule.description = summary.isEmpty ? rule.description : summary
        rule.defaultValue = form
        rule.formerNames = formerNames
        return rule
    }

    /// The same key under a longer name, as it has it in a scope.
    func prefixed(by prefix: String) -> PreferenceKey {
        copy(named: declared(prefix + name))
    }

    /// The same key under a name, with nothing in its memory.
    func copy(named name: String) -> PreferenceKey {
        copy(named: name, with: bridge)
    }

    /// The same key with other forms.
    func replacing(_ bridge: PreferenceBridge<Value>) -> PreferenceKey {
        copy(named: name, with: bridge)
    }

    private func copy(named name: String, with bridge: PreferenceBridge<Value>) -> PreferenceKey {
        PreferenceKey(
            name: name,
            suite: suite,
            summary: summary,
            formerNames: formerNames,
            bridge: bridge,
            default: defaultProvider
        )
    }
}
