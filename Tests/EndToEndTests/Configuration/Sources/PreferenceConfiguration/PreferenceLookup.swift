import Configuration
import PreferenceCore

/// What can read preferences.
protocol PreferenceLookup {
    /// Returns the value of a key without a default.
    func value<Value>(for key: PreferenceKey<Value?>) throws(PreferenceError) -> Value?
}

/// The preferences in memory.
///
/// If a file cannot be read, its last values stay until it can. A file that was never read has none.
struct PreferencesInMemory: PreferenceLookup {
    let preferences: Preferences

    func value<Value>(for key: PreferenceKey<Value?>) throws(PreferenceError) -> Value? {
        do {
            return try preferences.value(for: key)
        } catch .store {
            return preferences[key]
        }
    }
}

/// A snapshot of the preferences, or the reason why there is none.
struct PreferencesInSnapshot: PreferenceLookup, ConfigSnapshot {
    let providerName: String
    let secrets: SecretsSpecifier<String, ConfigContent>
    let snapshot: Result<PreferenceSnapshot, PreferenceError>

    func value<Value>(for key: PreferenceKey<Value?>) throws(PreferenceError) -> Value? {
        var snapshot = try snapshot.get()
        return try snapshot.value(for: key)
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try lookup(key, type, secrets)
    }
}

extension PreferenceLookup {
    /// Returns the value of the preference whose name is the components of a key, separated by periods.
    func lookup(
        _ key: AbsoluteConfigKey,
        _ type: ConfigType,
        _ secrets: SecretsSpecifier<String, ConfigContent>
    ) throws(PreferenceError) -> LookupResult {
        let name = key.components.joined(separator: ".")
        let content = try content(name, type)
        return LookupResult(
            encodedKey: name,
            value: content.map { ConfigValue($0, isSecret: secrets.isSecret(key: name, value: $0)) }
        )
    }

    private func content(_ name: String, _ type: ConfigType) throws(PreferenceError) -> ConfigContent? {
        switch type {
        case .string: try value(name).map(ConfigContent.string)
        case .int: try value(name).map(ConfigContent.int)
        case .double: try value(name).map(ConfigContent.double)
        case .bool: try value(name).map(ConfigContent.bool)
        case .bytes: try value(name).map(ConfigContent.bytes)
        case .stringArray: try value(name).map(ConfigContent.stringArray)
        case .intArray: try value(name).map(ConfigContent.intArray)
        case .doubleArray: try value(name).map(ConfigContent.doubleArray)
        case .boolArray: try value(name).map(ConfigContent.boolArray)
        case .byteChunkArray: try value(name).map(ConfigContent.byteChunkArray)
        }
    }

    private func value<Value: PreferenceValue>(_ name: String) throws(PreferenceError) -> Value? {
        try value(for: PreferenceKey(validating: name))
    }
}
