import PreferenceKit

extension PreferenceKeys {
    static let volume = PreferenceKey<Double>("volume", default: 0.5)
    static let isMuted = PreferenceKey<Bool>("isMuted", default: false, suite: "group.player")
    static let station = PreferenceKey<String?>("station")
}

/// The samples of FromAppStorage.md, as they stand there.
enum AppStorageSamples {
    static func readAndWrite() {
        Preferences[.volume] = min(Preferences[.volume] + 0.1, 1)
        Preferences[.isMuted] = true
        Preferences[.station] = nil
    }
}
