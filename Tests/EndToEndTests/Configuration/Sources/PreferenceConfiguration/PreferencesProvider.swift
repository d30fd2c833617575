public import Configuration
public import PreferenceCore
import Synchronization

/// A provider of the preferences of a suite, which reports their changes by `prefs` and by any other program.
///
/// ```swift
/// let config = ConfigReader(providers: [
///     EnvironmentVariablesProvider(),
///     PreferencesProvider(suite: "server"),
/// ])
/// let port = config.int(forKey: "http.port", default: 8080)
/// ```
///
/// The value of `http.port` is that of the preference with this name, which `prefs set --suite server http.port 80`
/// sets. As in any read of preferences, managed values come first, then the user's, then those of the system.
public struct PreferencesProvider: Sendable {
    /// The preferences, without overrides: arguments and the environment have providers of their own.
    private let preferences: Preferences
    private let secrets: SecretsSpecifier<String, ConfigContent>
    public let providerName: String

    /// Creates a provider of a suite in the directories that the environment of the process specifies.
    ///
    /// - Parameters:
    ///   - suite: the name of the suite; an invalid name stops the process.
    ///   - secretsSpecifier: the keys, such as `http.token`, whose values are not to be logged.
    public init(suite: String, secretsSpecifier: SecretsSpecifier<String, ConfigContent> = .none) {
        self.init(Preferences(suite: suite), suite, secretsSpecifier)
    }

    /// Creates a provider of a suite in a backend, such as a directory of a test, or memory.
    ///
    /// - Parameters:
    ///   - backend: the storage of the suite.
    ///   - suite: the name of the suite; an invalid name stops the process.
    ///   - secretsSpecifier: as in ``init(suite:secretsSpecifier:)``.
    public init(
        _ backend: PreferenceBackend,
        suite: String,
        secretsSpecifier: SecretsSpecifier<String, ConfigContent> = .none
    ) {
        self.init(Preferences(backend, suite: suite), suite, secretsSpecifier)
    }

    private init(_ preferences: Preferences, _ suite: String, _ secrets: SecretsSpecifier<String, ConfigContent>) {
        self.preferences = preferences
        self.secrets = secrets
        providerName = "PreferencesProvider[\(suite)]"
        // Each lookup has a key of its own, and would report a damaged file once more.
        let latest = Mutex<PreferenceError?>(nil)
        preferences.onProblem = { problem in
            let isNew = latest.withLock { latest in
                defer { latest = problem }
                return latest != problem
            }
            if isNew { Preferences.onProblem(problem) }
        }
    }
}

extension PreferencesProvider: ConfigProvider {
    /// Returns a value from memory, which lags behind a change by at most 100 ms.
    ///
    /// If a file cannot be read, that is reported to `Preferences.onProblem`. Its last values stay until it can be
    /// read; without any, its keys are unset, and other providers are asked.
    ///
    /// - Throws: `PreferenceError.wrongType` if the value has another type.
    public func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try PreferencesInMemory(preferences: preferences).lookup(key, type, secrets)
    }

    /// Returns a value from the files as they are now, which are read.
    ///
    /// - Throws: `PreferenceError.wrongType` if the value has another type; `PreferenceError.store` if a file cannot be
    ///   read.
    public func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try inSnapshot(Result { () throws(PreferenceError) in try preferences.snapshot() })
            .value(forKey: key, type: type)
    }

    public func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        let updates = PreferenceUpdates(of: preferences) { [preferences, secrets] in
            Result { () throws(PreferenceError) in
                try PreferencesInMemory(preferences: preferences).lookup(key, type, secrets)
            }
        }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(updates.map { $0.mapError { $0 } }))
    }

    /// Returns the values of the files as they are now, all of which are read.
    public func snapshot() -> any ConfigSnapshot {
        // If a file cannot be read, each lookup that needs it throws the error.
        inSnapshot(Result { () throws(PreferenceError) in try preferences.snapshot() })
    }

    public func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        let updates = preferences.snapshots().map { inSnapshot(.success($0)) as any ConfigSnapshot }
        return try await updatesHandler(ConfigUpdatesAsyncSequence(updates))
    }

    private func inSnapshot(_ snapshot: Result<PreferenceSnapshot, PreferenceError>) -> PreferencesInSnapshot {
        PreferencesInSnapshot(providerName: providerName, secrets: secrets, snapshot: snapshot)
    }
}
