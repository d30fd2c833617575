import Foundation
import Observation
import PreferenceKit

typealias Defaults = Preferences
typealias DefaultsKeys = PreferenceKeys
typealias DefaultsKey = PreferenceKey

struct FrogCodable: Codable, Equatable {
    var name: String
}

struct Frog {
    var name: String
}

extension PreferenceBridge<Frog> {
    static var name: PreferenceBridge {
        PreferenceBridge(decode: { Frog(name: $0) }, encode: { $0.name })
    }
}

enum BestFroggiesEnum: String, PreferenceValue {
    case Andy, Dandy
}

struct Unicorn: Codable, Equatable {
    var name: String
    var home: URL?
}

func newestCamera() -> String { "camera 2" }

func json(_ stored: PropertyList) -> String? {
    switch stored {
    case .string(let text): return text
    case .data(let bytes):
        return String(decoding: bytes, as: UTF8.self)
    case .array(let elements):
        let texts = elements.compactMap(json)
        guard texts.count == elements.count else { return nil }
        return "[" + texts.joined(separator: ",") + "]"
    default: return nil
    }
}

func fromJSON<Value: Decodable>(_ stored: PropertyList) -> Value? {
    json(stored).flatMap { text in
        try? JSONDecoder()
            .decode(Value.self, from: Data(text.utf8))
    }
}

extension PreferenceKeys {
    static let unicorn = PreferenceKey<Unicorn?>("unicorn")
        .migrating { stored in fromJSON(stored) }
    static let herd = PreferenceKey<[Unicorn]>("herd", default: [])
        .migrating { stored in fromJSON(stored) }
}

extension PreferenceKeys {
    static let tries = PreferenceKey<Int>("tries", default: 3)
    static let userName = PreferenceKey<String?>("userName")
    static let frogs = PreferenceKey<[String]>("frogs", default: [])
    static let skipLogin = PreferenceKey<Bool>("skipLogin", default: false)
    static let frog = PreferenceKey<FrogCodable?>("frog")
    static let bestFrog = PreferenceKey<BestFroggiesEnum?>("bestFrog")
    static let customFrog = PreferenceKey<Frog?>("customFrog", default: nil, bridge: .optional(.name))
    static let nick = PreferenceKey<String?>("nick", default: "frog")
    static let pond = PreferenceKey<[Frog]>("pond", default: [], bridge: .array(of: .name))
    static let seen = PreferenceKey<Date?>("seen", bridge: .optional(.timestamp))
    static let visits = PreferenceKey<[Date]>("visits", default: [], bridge: .array(of: .timestamp))
    static let archived = PreferenceKey<Archived<NSDictionary>?>("archived")

    static let quality = PreferenceKey<Double>("quality", default: 0.8)
    static let camera = PreferenceKey<String>("camera", default: "").default { newestCamera() }
    static let isUnicorn = PreferenceKey<Bool>("isUnicorn", default: true, suite: "com.unicorn.app")
    static let settings = PreferenceKey<[String: PropertyList]>("settings", default: [:])
    static let unicornPage = PreferenceKey<URL?>("unicornPage").migrating { stored in fromJSON(stored) }
}

struct LibrarySettings {
    @Preference(.userName) var userName
    @Preference(.quality) var quality

    func resetQuality() {
        $quality.reset()
    }
}

@Observable
final class UnicornManager {
    @ObservationIgnored @Preference(.quality) var quality
}

/// The right sides of the tables in FromOtherLibraries.md.
enum OtherLibrariesSamples {
    typealias Show = @Sendable (String) -> Void

    /// From SwiftyUserDefaults.
    static func useSwiftyUserDefaults(_ show: @escaping Show) {
        let colorKey = PreferenceKey<String>("color", default: "")
        Preferences[colorKey] = "red"
        let observation = Preferences.observe(.userName) { old, new in
            show("\(old ?? "nobody"), then \(new ?? "nobody")")
        }
        LibrarySettings().userName = "Ada"
        Preferences.reset(.userName)
        observation.cancel()
        Preferences[.tries] += 1
        Preferences[.frogs].append("Andy")
        Preferences[.frogs][0] += " 2.0"
        Preferences[.frog] = FrogCodable(name: "Dandy")
        Preferences[.bestFrog] = .Dandy
        Preferences[.customFrog] = Frog(name: "Andy")
        Preferences[.nick] = nil
        Preferences[.pond].append(Frog(name: "Dandy"))
        Preferences[.seen] = Date(timeIntervalSinceReferenceDate: 0.25)
        Preferences[.visits].append(Date(timeIntervalSinceReferenceDate: 0.5))
        Defaults[.skipLogin] = true
        show("\(Preferences.isSet(.skipLogin)), \(Preferences(suite: "com.my.app")[.tries])")
    }

    static func launch() -> Int {
        let preferences = Preferences(.inMemory(), overriding: .arguments(["-tries", "5"]))
        return preferences[.tries]
    }

    static func removeAll() {
        Preferences.resetAll()
    }

    /// From Defaults.
    static func useDefaults(_ show: @escaping Show) {
        let observation = Preferences.observe(.quality) { old, new in
            show("\(old), then \(new)")
        }
        Preferences[.quality] += 0.1
        LibrarySettings().resetQuality()
        observation.cancel()
        Preferences[.quality] = 0.5
        Preferences.reset(.quality, .isUnicorn)
        UserDefaults.standard[.quality] = 1
        show("\(UserDefaults.standard[.quality]), \(Preferences(suite: "com.unicorn.app")[.quality])")
        show("\(PreferenceKeys.quality.name), \(Preferences.isDefault(.quality)), \(Preferences[.camera])")
        Preferences[.settings]["fontSize"] = 14
    }

    static func followNextQuality() async -> Double? {
        let qualities = Preferences.values(of: .quality).dropFirst()
        Preferences[.quality] = 0.5
        for await quality in qualities { return quality }
        return nil
    }

    static func observeAny(_ show: @escaping Show) -> [PreferenceObservation] {
        [
            Preferences.observe(.userName, initial: true) { userName in
                show(userName ?? "nobody")
            },
            Preferences.observe([.quality, .isUnicorn]) {
                show("changed")
            },
        ]
    }

    static func observeTwo(_ show: @escaping Show) -> PreferenceObservation {
        Preferences.observe(.quality, .isUnicorn) { quality, isUnicorn in
            show("\(quality), \(isUnicorn)")
        }
    }

    static func followTwo(_ show: Show) async {
        for await (quality, isUnicorn) in Preferences.values(of: .quality, .isUnicorn) {
            show("\(quality), \(isUnicorn)")
        }
    }
}
