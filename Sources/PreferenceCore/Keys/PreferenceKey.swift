import PreferenceSchemas
import PreferenceStore
import PropertyLists

/// The base class of preference keys, which applications extend with their own keys.
///
/// ```swift
/// extension PreferenceKeys {
///     static let launchCount = PreferenceKey<Int>("LaunchCount", default: 0)
/// }
///
/// Preferences[.launchCount] += 1
/// ```
///
/// Because a `PreferenceKey` of any type inherits the static members, `.launchCount` resolves. A static member can have
/// any name, such as `name` or `suite`. Two keys are equal if their names and suites are equal.
public class PreferenceKeys: PreferenceDeclaration, @unchecked Sendable {
    // Unchecked, since only a final class can be checked. The properties are constants of Sendable types.

    let lastReading = LastReading()

    // Every key is a PreferenceKey, which overrides these.

    /// Returns the schema rule of the key: the rule for its values, its default, its former names and its summary.
    ///
    /// - Throws: the reason if no file or no JSON document can contain the default.
    func schemaRule() throws(CodingFault) -> SchemaRule { .any }

    /// Returns the same key with a scope's prefix before its name.
    func prefixed(by prefix: String) -> PreferenceKeys { self }
}

extension PreferenceKeys: Hashable {
    public static func == (left: PreferenceKeys, right: PreferenceKeys) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8) && left.suite == right.suite
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Array(name.utf8))
        hasher.combine(suite)
    }
}

/// The key of one preference: its name, the type of its values and its default.
///
/// Declare keys as static members of ``PreferenceKeys``. Modifiers return the same key with more to say:
///
/// ```swift
/// static let fontSize = PreferenceKey<Int>("fontSize", default: 12)
///     .limited(to: 6...72).formerly("size").summary("the size of text, in points")
/// ```
///
/// A key is immutable and can be shared between threads. In a file that also imports a framework with a protocol of this
/// name, as SwiftUI has, write `PreferenceKit.PreferenceKey`.
public final class PreferenceKey<Value: Sendable>: PreferenceKeys, @unchecked Sendable {
    // Unchecked, since its superclass is: every property is a constant of a Sendable type.

    private let defaultProvider: @Sendable () -> Value
    let bridge: PreferenceBridge<Value>

    init(
        name: String,
        suite: SuiteName?,
        options: KeyOptions = KeyOptions(),
        bridge: PreferenceBridge<Value>,
        default defaultProvider: @escaping @Sendable () -> Value
    ) {
        self.bridge = bridge
        self.defaultProvider = defaultProvider
        super.init(name: name, suite: suite, options: options)
    }

    /// The default of the key, which ``default(_:)`` computes at each access.
    public var defaultValue: Value { defaultProvider() }

    /// The type of the value.
    public var valueType: Value.Type { Value.self }

    /// Decodes a value from a property list in the file at a path.
    ///
    /// - Throws: `wrongType` if the property list does not match the key's type.
    func value(of propertyList: PropertyList, at path: String) throws(PreferenceError) -> Value {
        do {
            return try bridge.decode(propertyList)
        } catch {
            throw wrongType(of: propertyList, at: path, error.caused(byDecoding: propertyList, bridge))
        }
    }

    /// Returns the error for a property list that does not match the key's type.
    func wrongType(of propertyList: PropertyList, at path: String, _ fault: CodingFault) -> PreferenceError {
        .wrongType(
            key: name,
            expected: ["\(Value.self)", bridge.restriction].compactMap(\.self).joined(separator: " "),
            found: propertyList.kind,
            path: path,
            reason: fault.reason.isEmpty || isSecret ? nil : fault.reason
        )
    }

    /// Encodes a value for a file; nil if the value represents an unset key.
    ///
    /// - Throws: `unwritable` if no property list can contain the value.
    func propertyList(of value: Value) throws(PreferenceError) -> PropertyList? {
        do {
            return try ConversionFault.rethrowing { try bridge.encode(value) }
        } catch {
            let reason = isSecret ? "the value is refused; it is secret" : CodingFault(error).reason
            throw .unwritable(key: name, type: "\(Value.self)", reason: reason)
        }
    }

    override func schemaRule() throws(CodingFault) -> SchemaRule {
        let form = try bridge.encode(defaultValue)
        _ = try rethrowing(try form?.json(.plain), as: CodingFault.init)
        var rule = bridge.schema(form)
        rule.description = options.summary.isEmpty ? rule.description : options.summary
        rule.defaultValue = form
        rule.formerNames = formerNames
        rule.isVolatile = isVolatile
        rule.isSecret = isSecret
        return rule
    }

    /// Returns whether the type reads a stored property list as the value of another one, from which only numbers
    /// differ: the older form of a type is not kept.
    func reads(_ stored: PropertyList, as form: PropertyList?) -> Bool {
        guard let form, stored.hasShape(of: form), let value = try? (bridge.unmigrated ?? bridge.decode)(stored) else {
            return false
        }
        return (try? bridge.encode(value)) == form
    }

    /// Returns whether two values are stored as equal property lists: NaN equals itself, and the order of a set is
    /// ignored.
    func areEqual(_ left: Value, _ right: Value) -> Bool {
        do {
            return try propertyList(of: left) == propertyList(of: right)
        } catch {
            return false
        }
    }

    override func prefixed(by prefix: String) -> PreferenceKey { copy(named: declared(prefix + name)) }

    /// Returns the same key with another name, other options, another conversion or another default, and without a last
    /// reading.
    func copy(
        named name: String? = nil,
        options: KeyOptions? = nil,
        bridge: PreferenceBridge<Value>? = nil,
        default defaultProvider: (@Sendable () -> Value)? = nil
    ) -> PreferenceKey {
        PreferenceKey(
            name: name ?? self.name,
            suite: suite,
            options: options ?? self.options,
            bridge: bridge ?? self.bridge,
            default: defaultProvider ?? self.defaultProvider
        )
    }
}

extension PropertyList {
    /// Whether this is equal to another property list except for numbers, of which one can be an integer for a real.
    fileprivate func hasShape(of other: PropertyList) -> Bool {
        switch (self, other) {
        case (.integer, .integer), (.integer, .real), (.real, .integer), (.real, .real): true
        case (.array(let own), .array(let others)):
            own.count == others.count && zip(own, others).allSatisfy { $0.hasShape(of: $1) }
        case (.dictionary(let own), .dictionary(let others)):
            own.count == others.count && own.allSatisfy { others[$0.key].map($0.value.hasShape) ?? false }
        default: self == other
        }
    }
}
