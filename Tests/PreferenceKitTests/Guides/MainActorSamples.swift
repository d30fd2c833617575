import PreferenceKit

// The sample of GettingStarted.md for a module that defaults to the main actor. A test also compiles it as such.

nonisolated enum UnitSystem: String, PreferenceValue {
    case metric, imperial
}

nonisolated extension PreferenceKeys {
    static let units = PreferenceKey<UnitSystem>(
        "units",
        default: .metric
    )
}

nonisolated struct MapScope: PreferenceScope {
    let zoom = PreferenceKey<Double>("zoom", default: 1)
}

nonisolated extension PreferenceScopes {
    var map: MapScope.Type { MapScope.self }
}

nonisolated enum MapEvent: String, PreferenceEnumeration {
    case opened
}

/// Uses the keys on any thread.
nonisolated func openMap() -> UnitSystem {
    Preferences.map.zoom *= 2
    MapEvent.opened.set(true)
    return Preferences[.units]
}
