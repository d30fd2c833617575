public import PreferenceStore
import Synchronization

extension Preferences {
    /// Calls a handler with the old and the new value after each change of a key, by this program or any other.
    ///
    /// Writing an equal value is not a change; a removal is a change to the default. If a file cannot be read for a
    /// while, that is not a change: its next readable contents are compared with the last ones. A transaction is one
    /// change of each key. The value of a key does not change while a ``PreferenceOverride`` has one.
    ///
    /// - Parameters:
    ///   - key: the key, in these preferences, whichever suite it names.
    ///   - isInitial: whether to call the handler now too, with the present value as the old and the new one.
    ///   - handler: the closure to call. The handlers of a suite are called one after another, in the order of the
    ///     changes. For a write by this process, the call follows the outermost statement or transaction, in the
    ///     writing thread. For a write by another program, the call follows within 100 ms, in a thread of this package,
    ///     or after the statement of a thread that is writing the suite. A handler may read, write and observe
    ///     preferences. It is notified of its own writes after it returns. If it takes five seconds, its thread also
    ///     makes the calls for which another thread waits.
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value>(
        _ key: PreferenceKey<Value>,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        let observed = observed(key)
        let observation = PreferenceObservation(of: [domain]) { change in
            if change.isInitial {
                let value = observed.value(in: [change.domain: change.new])
                handler(value, value)
            } else if let (old, new) = observed.values(of: change) {
                handler(old, new)
            }
        }
        observation.begin(notifyingNow: isInitial)
        return observation
    }

    /// Calls a handler with the value of a key, now if that is asked for, and after each change.
    ///
    /// ```swift
    /// let observation = preferences.observe(.theme, initial: true) { theme in redraw(theme) }
    /// ```
    ///
    /// The first call comes before this method returns, and before those for later changes; within a statement or a
    /// transaction, or in a handler, it comes at its end. The rest is as in `observe(_:initial:_:)`.
    ///
    /// - Parameters:
    ///   - key: the key, which is observed in these preferences even if it names another suite.
    ///   - isInitial: whether to call the handler with the present value too.
    ///   - handler: the closure to call.
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<Value>(
        _ key: PreferenceKey<Value>,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable (_ value: Value) -> Void
    ) -> PreferenceObservation {
        Self.observation(observed(key), initial: isInitial, handler)
    }

    /// Calls a handler without a value after each change of the stored value of any of some keys, whatever their types.
    ///
    /// ```swift
    /// let observation = preferences.observe(.theme, .fontSize, initial: true) { redraw() }
    /// ```
    ///
    /// A transaction that changes several of the keys is one change. The rest is as for one key with `initial:`.
    ///
    /// - Parameters:
    ///   - first: a key, which is observed in these preferences even if it names another suite.
    ///   - others: further keys.
    ///   - isInitial: whether to call the handler now too.
    ///   - handler: the closure to call.
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe(
        _ first: PreferenceKeys,
        _ others: PreferenceKeys...,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable () -> Void
    ) -> PreferenceObservation {
        observe([first] + others, initial: isInitial, handler)
    }

    /// Calls a handler after each change of the stored value of any of some keys, whatever their types.
    ///
    /// A transaction that changes several of the keys is one change. The rest is as for one key with `initial:`.
    ///
    /// - Parameters:
    ///   - keys: the keys, which are observed in these preferences even if they name other suites.
    ///   - isInitial: whether to call the handler now too.
    ///   - handler: the closure to call.
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe(
        _ keys: [PreferenceKeys],
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable () -> Void
    ) -> PreferenceObservation {
        Self.observation(of: keys.map { (self, $0) }, isInitial, handler)
    }

    private static func observation(
        of keys: [(preferences: Preferences, key: PreferenceKeys)],
        _ isInitial: Bool,
        _ handler: @escaping @Sendable () -> Void
    ) -> PreferenceObservation {
        let observation = PreferenceObservation(of: keys.map(\.preferences.domain)) { change in
            let isChanged = keys.contains { preferences, key in
                change.domain == ObjectIdentifier(preferences.domain) && preferences.overrides?.contains(key) != true
                    && key.form(in: change.old) != key.form(in: change.new)
            }
            if change.isInitial || isChanged { handler() }
        }
        observation.begin(notifyingNow: isInitial)
        return observation
    }

    /// Returns a stream of a key's current value and its value after each change, by this program or any other.
    ///
    /// The stream begins with the value at the call: the first iteration does not wait. It observes from the call on,
    /// as `observe(_:initial:_:)` does, and buffers values until they are read. It ends when the reading task is
    /// cancelled, or when the stream and its iterators are released.
    ///
    /// - Parameter key: the key, in these preferences, whichever suite it names.
    /// - Returns: a stream for one task to read; it never returns two equal values in succession.
    public func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        Self.stream(observed(key))
    }

    /// Returns a stream of all changes of any key from now on, by this program or any other.
    ///
    /// If one write changes several keys, they are in the byte order of their names. The stream observes from the call
    /// on, and ends as that of ``values(of:)-method`` does.
    ///
    /// - Returns: a stream for one task to read. It does not know defaults: an unset key is nil.
    public func changes() -> AsyncStream<PreferenceChange> {
        AsyncStream { continuation in
            let observation = PreferenceObservation(of: [domain]) { change in
                for change in change.changes ?? [] {
                    continuation.yield(change)
                }
            }
            continuation.onTermination = { _ in observation.cancel() }
            observation.begin()
        }
    }

    /// Returns a stream of snapshots, now and after each change of any key, by this program or any other.
    ///
    /// A snapshot has the values of all files at one time, as reads have them from memory: if a file cannot be read,
    /// its last values stay. The stream has only the latest snapshot that was not read yet. It observes from the call
    /// on, and ends as that of ``values(of:)-method`` does.
    ///
    /// - Returns: a stream for one task to read; its snapshots have no values of overrides.
    public func snapshots() -> AsyncStream<PreferenceSnapshot> {
        let identifier = ObjectIdentifier(domain)
        return Self.stream(of: [domain], .bufferingNewest(1)) { snapshots in
            snapshots[identifier] ?? PreferenceSnapshot(of: [])
        } isChanged: { _ in
            true
        }
    }

    /// Returns a stream of the values in domains, now and after each change of them.
    private static func stream<Values: Sendable>(
        of domains: [PreferenceDomain],
        _ bufferingPolicy: AsyncStream<[ObjectIdentifier: PreferenceSnapshot]>.Continuation.BufferingPolicy =
            .unbounded,
        values: @escaping @Sendable ([ObjectIdentifier: PreferenceSnapshot]) -> Values,
        isChanged: @escaping @Sendable (ChangeNotification) -> Bool
    ) -> AsyncStream<Values> {
        // Not later, under the lock of the stream: the handler of a problem may write one of the keys.
        for domain in domains {
            domain.startObserving()
        }
        let snapshots = AsyncStream(bufferingPolicy: bufferingPolicy) { continuation in
            // Locked until the first snapshots are in the stream: changes follow them, whichever thread reports them.
            let latest = Mutex<[ObjectIdentifier: PreferenceSnapshot]>([:])
            latest.withLock { snapshots in
                let observation = PreferenceObservation(of: domains) { change in
                    guard isChanged(change) else { return }
                    latest.withLock { snapshots in
                        snapshots[change.domain] = change.new
                        _ = continuation.yield(snapshots)
                    }
                }
                continuation.onTermination = { _ in observation.cancel() }
                snapshots = observation.begin()
                continuation.yield(snapshots)
            }
        }
        // A default or a conversion is a closure of the program, which may change a preference: it runs under no lock,
        // when the reading task asks for the value.
        return AsyncStream {
            var iterator = snapshots.makeAsyncIterator()
            return await iterator.next().map(values)
        }
    }
}

extension Preferences {
    /// Calls a handler after each change of a key's value in its own suite, as `observe(_:initial:_:)` does.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public static func observe<Value>(
        _ key: PreferenceKey<Value>,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
    ) -> PreferenceObservation {
        preferences(for: key).observe(key, initial: isInitial, handler)
    }

    /// Calls a handler with the value of a key in its own suite, now if that is asked for, and after each change, as an
    /// instance does.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public static func observe<Value>(
        _ key: PreferenceKey<Value>,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable (_ value: Value) -> Void
    ) -> PreferenceObservation {
        preferences(for: key).observe(key, initial: isInitial, handler)
    }

    /// Calls a handler without a value after each change of any of some keys, each in its own suite.
    ///
    /// If the keys are in several suites, the handler may run for changes of two suites at the same time.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public static func observe(
        _ first: PreferenceKeys,
        _ others: PreferenceKeys...,
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable () -> Void
    ) -> PreferenceObservation {
        observe([first] + others, initial: isInitial, handler)
    }

    /// Calls a handler after each change of any of some keys, each in its own suite.
    ///
    /// If the keys are in several suites, the handler may run for changes of two suites at the same time.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public static func observe(
        _ keys: [PreferenceKeys],
        initial isInitial: Bool = false,
        _ handler: @escaping @Sendable () -> Void
    ) -> PreferenceObservation {
        observation(of: keys.map { (preferences(for: $0), $0) }, isInitial, handler)
    }

    /// Returns a stream of a key's current value and its changes in its own suite, as ``values(of:)-method`` does.
    public static func values<Value>(of key: PreferenceKey<Value>) -> AsyncStream<Value> {
        preferences(for: key).values(of: key)
    }

    /// Returns a stream of all changes of any key of the standard suite, as ``changes()-method`` does.
    public static func changes() -> AsyncStream<PreferenceChange> {
        standard.changes()
    }

    /// Returns a stream of snapshots of the standard suite, as ``snapshots()-method`` does.
    public static func snapshots() -> AsyncStream<PreferenceSnapshot> {
        standard.snapshots()
    }
}

// MARK: Several keys

extension Preferences {
    /// Calls a handler with the values of several keys after each change of any of them, by this program or any other.
    ///
    /// ```swift
    /// let observation = preferences.observe(.theme, .fontSize) { theme, size in redraw(theme, size) }
    /// ```
    ///
    /// A transaction that changes several of the keys is one change. The rest is as in `observe(_:initial:_:)`.
    ///
    /// - Parameters:
    ///   - first: a key, in these preferences, whichever suite it names.
    ///   - second: another key.
    ///   - others: further keys.
    ///   - isInitial: whether to call the handler with the present values too, as for one key.
    ///   - handler: the closure to call with the values of the keys, in their order.
    /// - Returns: the observation, which ends when it is cancelled or released.
    public func observe<First, Second, each Other>(
        _ first: PreferenceKey<First>,
        _ second: PreferenceKey<Second>,
        _ others: repeat PreferenceKey<each Other>,
        initial isInitial: Bool = false,
        handler: @escaping @Sendable (First, Second, repeat each Other) -> Void
    ) -> PreferenceObservation {
        Self.observation(observed(first), observed(second), repeat observed(each others), initial: isInitial, handler)
    }

    /// Returns a stream of the current values of several keys, and their values after each change of any of them.
    ///
    /// ```swift
    /// for await (theme, size) in preferences.values(of: .theme, .fontSize) { redraw(theme, size) }
    /// ```
    ///
    /// A transaction that changes several of the keys is one change. The rest is as in ``values(of:)-method``.
    public func values<First, Second, each Other>(
        of first: PreferenceKey<First>,
        _ second: PreferenceKey<Second>,
        _ others: repeat PreferenceKey<each Other>
    ) -> AsyncStream<(First, Second, repeat each Other)> {
        Self.stream(observed(first), observed(second), repeat observed(each others))
    }

    /// Calls a handler with the values of several keys, each in its own suite, after each change of any of them.
    ///
    /// If the keys are in several suites, the handler may run for changes of two suites at the same time.
    ///
    /// - Returns: the observation, which ends when it is cancelled or released.
    public static func observe<First, Second, each Other>(
        _ first: PreferenceKey<First>,
        _ second: PreferenceKey<Second>,
        _ others: repeat PreferenceKey<each Other>,
        initial isInitial: Bool = false,
        handler: @escaping @Sendable (First, Second, repeat each Other) -> Void
    ) -> PreferenceObservation {
        observation(observed(first), observed(second), repeat observed(each others), initial: isInitial, handler)
    }

    /// Returns a stream of the values of several keys, each in its own suite, as ``values(of:_:_:)-method`` does.
    public static func values<First, Second, each Other>(
        of first: PreferenceKey<First>,
        _ second: PreferenceKey<Second>,
        _ others: repeat PreferenceKey<each Other>
    ) -> AsyncStream<(First, Second, repeat each Other)> {
        stream(observed(first), observed(second), repeat observed(each others))
    }

    private func observed<Value>(_ key: PreferenceKey<Value>) -> ObservedPreference<Value> {
        ObservedPreference(preferences: self, key: key)
    }

    private static func observed<Value>(_ key: PreferenceKey<Value>) -> ObservedPreference<Value> {
        preferences(for: key).observed(key)
    }

    private static func observation<each Value>(
        _ observed: repeat ObservedPreference<each Value>,
        initial isInitial: Bool,
        _ handler: @escaping @Sendable (repeat each Value) -> Void
    ) -> PreferenceObservation {
        // The latest contents of each domain, so that a change of one is not reported with a later one of another.
        let latest = Mutex<[ObjectIdentifier: PreferenceSnapshot]>([:])
        let observation = PreferenceObservation(of: domains(repeat each observed)) { change in
            guard change.isInitial || isChanged(repeat each observed, by: change) else { return }
            let snapshots = latest.withLock { snapshots in
                snapshots[change.domain] = change.new
                return snapshots
            }
            handler(repeat (each observed).value(in: snapshots))
        }
        // Not under the lock: the first read of a domain may call handlers.
        let snapshots = observation.begin(notifyingNow: isInitial)
        latest.withLock { $0.merge(snapshots) { known, _ in known } }
        return observation
    }

    private static func stream<each Value>(
        _ observed: repeat ObservedPreference<each Value>
    ) -> AsyncStream<(repeat each Value)> {
        // Not later, under the lock of the stream: the program's handler may write one of the keys.
        for observed in repeat each observed {
            observed.reportProblems()
        }
        return stream(of: domains(repeat each observed)) { snapshots in
            (repeat (each observed).value(in: snapshots))
        } isChanged: { change in
            isChanged(repeat each observed, by: change)
        }
    }

    private static func domains<each Value>(_ observed: repeat ObservedPreference<each Value>) -> [PreferenceDomain] {
        var domains: [PreferenceDomain] = []
        for observed in repeat each observed {
            domains.append(observed.preferences.domain)
        }
        return domains
    }

    /// Returns whether a change is one of any of the keys.
    private static func isChanged<each Value>(
        _ observed: repeat ObservedPreference<each Value>,
        by change: ChangeNotification
    ) -> Bool {
        for observed in repeat each observed {
            if observed.values(of: change) != nil {
                return true
            }
        }
        return false
    }
}
