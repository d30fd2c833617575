import PreferenceStore
import PropertyLists
import Synchronization

/// The typed name of one preference: what it is called in the file, what type it has, what holds while it is unset.
///
/// Declare keys as static members of ``PreferenceKeys``. A key is immutable and can be shared between threads.
public final class PreferenceKey<Value: Sendable>: PreferenceKeys, @unchecked Sendable {
    // Unchecked, since its superclass is: every property is a constant of a Sendable type.

    /// The last reading, in whatever suite it was.
    private let lastReading = Mutex<PreferenceReading<Value>?>(nil)
    /// The last problem that was reported.
    private let lastProblem = Mutex<PreferenceError?>(nil)
    private let defaultProvider: @Sendable () -> Value
    private let bridge: PreferenceBridge<Value>

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
                expected: "\(Value.self)",
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

    /// The last reading, where it was of this version; nil for any other.
    func cachedReading(of version: UInt64) -> PreferenceReading<Value>? {
        guard version != 0 else { return nil }
        return lastReading.withLock { $0?.version == version ? $0 : nil }
    }

    /// Keeps a reading until the next one.
    func cache(_ reading: PreferenceReading<Value>) {
        lastReading.withLock { $0 = reading }
    }

    /// Takes note of a problem that is reported; false where it is the last one that was.
    func isNew(_ problem: PreferenceError) -> Bool {
        lastProblem.withLock { last in
            defer { last = problem }
            return last != problem
        }
    }

    /// The same key under a longer name, as it has it in a scope.
    func prefixed(by prefix: String) -> PreferenceKey {
        PreferenceKey(
            name: declared(prefix + name),
            suite: suite,
            summary: summary,
            formerNames: formerNames,
            bridge: bridge,
            default: defaultProvider
        )
    }
}
