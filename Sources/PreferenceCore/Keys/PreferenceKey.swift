public import PreferenceStore
import PropertyLists

/// The base class of preference keys, to be extended with an application's own.
///
/// ```swift
/// extension PreferenceKeys {
///     static let launchCount = PreferenceKey<Int>("LaunchCount", default: 0)
/// }
///
/// Preferences[.launchCount] += 1
/// ```
///
/// It is what makes `.launchCount` resolve: a `PreferenceKey` of any type inherits the static members. Keys are equal
/// when name and suite are.
public class PreferenceKeys: @unchecked Sendable {
    // Unchecked, since only a final class can be checked: its properties are constants of Sendable types, and the
    // initialiser is the module's own, so that no other subclass than the final PreferenceKey can be.

    /// The key as it stands in the file: one top-level key, dots and all.
    public let name: String
    /// The suite that static access goes to; nil is the standard one, and an instance of `Preferences` uses its own.
    public let suite: SuiteName?

    /// What the preference is for, in one line; empty where the declaration does not say.
    public let summary: String
    /// The names that the key had before, which are read while no file holds its name, the latest first.
    public let formerNames: [String]

    let lastReading = LastReading()

    init(name: String, suite: SuiteName?, summary: String, formerNames: [String]) {
        self.name = name
        self.suite = suite
        self.summary = summary
        self.formerNames = formerNames
    }

    // Every key is a PreferenceKey, which overrides these.

    /// What a schema says of the key: the rule of its values, its default, its former names, what it is for.
    ///
    /// - Throws: what is wrong with the default, if no file or no JSON can hold it.
    func schemaRule() throws(CodingFault) -> SchemaRule { .any }

    /// The same key with a scope's prefix before its name.
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
        do {
            return try bridge.decode(propertyList)
        } catch {
            throw .wrongType(
                key: name,
                expected: ["\(Value.self)", bridge.restriction].compactMap(\.self).joined(separator: " "),
                found: propertyList.kind,
                path: path,
                reason: error.reason.isEmpty ? nil : error.reason
            )
        }
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

    override func schemaRule() throws(CodingFault) -> SchemaRule {
        let form = try bridge.encode(defaultValue)
        _ = try rethrowing(try form?.json(.plain), as: CodingFault.init)
        var rule = bridge.schema(form)
        rule.description = summary.isEmpty ? rule.description : summary
        rule.defaultValue = form
        rule.formerNames = formerNames
        return rule
    }

    /// Whether two values are one to a file: a not-a-number equals itself, and the order of a set is none.
    func areEqual(_ left: Value, _ right: Value) -> Bool {
        do {
            return try propertyList(of: left) == propertyList(of: right)
        } catch {
            return false
        }
    }

    override func prefixed(by prefix: String) -> PreferenceKey { copy(named: declared(prefix + name)) }

    /// The same key with another name or other forms, and no reading in its memory.
    func copy(named name: String? = nil, bridge: PreferenceBridge<Value>? = nil) -> PreferenceKey {
        PreferenceKey(
            name: name ?? self.name,
            suite: suite,
            summary: summary,
            formerNames: formerNames,
            bridge: bridge ?? self.bridge,
            default: defaultProvider
        )
    }
}
