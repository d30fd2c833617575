import PropertyLists
import Synchronization

/// The overrides of one instance of ``Preferences``, and what they contain for the keys that it has read.
///
/// The layers do not change, so each key's text is parsed once. A name has one remembered reading, that of the last
/// key: a program that creates a key for each read does not fill the memory.
final class PreferenceOverrides: Sendable {
    private struct State {
        var readings: [ByteKey: (key: PreferenceKeys, reading: any AnyObject & Sendable)] = [:]
        /// The first key that each environment variable was read for.
        var keys: [String: String] = [:]

        func known<Value>(_ key: PreferenceKey<Value>) -> OverrideReading<Value>? {
            guard let known = readings[ByteKey(key.name)], known.key === key else { return nil }
            // Safe, since a reading has the type of its key.
            return unsafe unsafeDowncast(known.reading, to: OverrideReading<Value>.self)
        }
    }

    private let layers: [PreferenceOverride]
    private let state = Mutex(State())

    /// Creates overrides from layers, in order of precedence; returns nil if they contain no values.
    init?(_ layers: [PreferenceOverride]) {
        self.layers = layers.filter { !$0.isEmpty }
        guard !self.layers.isEmpty else { return nil }
    }

    /// Returns whether a layer has the key, whatever the type of its value.
    func contains(_ key: PreferenceKeys) -> Bool {
        let names = key.names
        return layers.contains { $0.value(underFirstOf: names) != nil }
    }

    /// Returns what the layers contain for a key; nil if no layer has it.
    func reading<Value>(of key: PreferenceKey<Value>) -> OverrideReading<Value>? {
        if let known = state.withLock({ $0.known(key) }) {
            return known
        }
        let names = key.names
        let values = layers.compactMap { $0.value(underFirstOf: names) }
        guard !values.isEmpty else { return nil }
        // Decoding calls code of the program, so the lock must not be taken.
        let reading = OverrideReading(of: key, from: values, shared: shared(values.map(\.origin), by: key.name))
        return state.withLock { state in
            // If two threads decode at the same time, both use the first reading, so a problem is reported once.
            if let first = state.known(key) {
                return first
            }
            state.readings[ByteKey(key.name)] = (key, reading)
            return reading
        }
    }

    /// Returns the problems of variables that were also read for another key.
    private func shared(_ origins: [PreferenceOrigin], by key: String) -> [PreferenceError] {
        state.withLock { state in
            origins.compactMap { origin in
                guard case .variable(let variable) = origin else { return nil }
                let first = state.keys[variable, default: key]
                state.keys[variable] = first
                return first.hasSameBytes(as: key) ? nil : .sharedVariable(variable, keys: [first, key])
            }
        }
    }
}

/// What overrides contain for one key.
final class OverrideReading<Value: Sendable>: Sendable {
    /// The first value that the key's type accepts; nil if there is none.
    let found: (value: Value, origin: PreferenceOrigin)?
    /// The reason why the first value that was tried cannot be used; nil if it is the one that was found.
    let failure: PreferenceError?

    private let unreported: Mutex<[PreferenceError]>

    fileprivate init(
        of key: PreferenceKey<Value>,
        from values: [(form: PropertyList, origin: PreferenceOrigin)],
        shared: [PreferenceError]
    ) {
        var found: (Value, PreferenceOrigin)?
        var failures: [PreferenceError] = []
        for (form, origin) in values where found == nil {
            do throws(PreferenceError) {
                let place = origin.description
                let value =
                    origin.isText ? try key.value(ofArgument: form, at: place) : try key.value(of: form, at: place)
                found = (value, origin)
            } catch {
                failures.append(error)
            }
        }
        self.found = found
        failure = failures.first
        unreported = Mutex(failures + shared)
    }

    /// Returns the problems that have not been returned before.
    func takeProblems() -> [PreferenceError] {
        unreported.withLock { problems in
            defer { problems = [] }
            return problems
        }
    }
}
