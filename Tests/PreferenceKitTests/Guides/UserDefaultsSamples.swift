import Foundation
import PreferenceKit

extension PreferenceKeys {
    static let fontSize = PreferenceKey<Double>(
        "fontSize",
        default: 12
    )
    static let showsRuler = PreferenceKey<Bool>(
        "showsRuler",
        default: false
    )
    static let lastOpened = PreferenceKey<Date?>("lastOpened")
    static let homepage = PreferenceKey<URL?>("homepage")
}

extension PreferenceKeys {
    static let n = PreferenceKey<Int>("n", default: 5)
}

/// The samples of FromUserDefaults.md, verbatim.
enum UserDefaultsSamples {
    static func keepStore() {
        UserDefaults.standard[.fontSize] += 1
        UserDefaults.standard[.lastOpened] = Date()
        UserDefaults.standard[.lastOpened] = nil
    }

    static func register() {
        PreferenceKeys.register(.fontSize, .showsRuler, in: .standard)
    }

    static func changeStore() {
        Preferences[.fontSize] += 1
        let group = Preferences(suite: "group.example")
        group[.showsRuler] = true
    }

    static func useTable() -> (isSet: Bool, n: Int) {
        Preferences.overrideStandard(by: .arguments)
        Preferences[.n] = 5
        let isSet = Preferences.isSet(.n)
        Preferences.reset(.n)
        return (isSet, Preferences[.n])
    }

    static func changeTogether() throws {
        try Preferences.transaction { preferences in
            preferences[.fontSize] = 14
            preferences[.showsRuler] = true
        }
    }

    static func archive() throws -> NSDictionary? {
        let key = PreferenceKey<Archived<NSDictionary>?>("style")
        Preferences[key] = try Archived(["bold": true])
        let style = Preferences[key]?.value
        return style
    }
}
