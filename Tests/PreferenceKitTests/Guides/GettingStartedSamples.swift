import Foundation
import PreferenceKit

enum Theme: String, PreferenceValue { case light, dark }

struct Link: Codable, Equatable {
    var title: String
    var page: URL
}

extension PreferenceKeys {
    static let theme = PreferenceKey<Theme>(
        "theme",
        default: .light
    )
    static let links = PreferenceKey<[Link]>("links", default: [])
    static let nickname = PreferenceKey<String?>("nickname")
    static let searches = PreferenceKey<[String]>(
        "searches",
        default: [],
        suite: "group.search"
    )
}

struct GeneralScope: PreferenceScope {
    let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    let warnBeforeQuitting = PreferenceKey<Bool>(
        "warnBeforeQuitting",
        default: true
    )
}

extension PreferenceScopes {
    var general: GeneralScope.Type { GeneralScope.self }
}

enum LaunchEvent: String, PreferenceEnumeration {
    case didShowGuide, guideShownAt, launches
}

struct Settings {
    @Preference(.theme) var theme
    @Preference(\.general, \.warnBeforeQuitting) var warnsOnQuit
}

final class SharedSettings: Sendable {
    let theme = PreferenceBinding(.theme)
}

struct WindowSettings {
    @Preference("title") var title = "untitled"
    @Preference("width", suite: "group.example") var width: Int?
}

/// The samples of GettingStarted.md, verbatim.
enum GettingStartedSamples {
    static func use(swift: URL) -> String {
        Preferences[.theme] = .dark
        Preferences[.links].append(Link(title: "Swift", page: swift))
        Preferences[.searches].insert("actor", at: 0)
        let name = Preferences[.nickname] ?? "nobody"
        return name
    }

    static func ask() -> (isLight: Bool, hasLinks: Bool) {
        Preferences.reset(.theme)
        let isLight = Preferences.isDefault(.theme)
        let hasLinks = Preferences.isSet(.links)
        return (isLight, hasLinks)
    }

    static func useInstance() -> Preferences {
        let group = Preferences(suite: "group.example")
        group[.nickname] = "Ada"
        return group
    }

    static func useScope(group: Preferences) throws {
        Preferences.general.launchCount += 1
        group.general.warnBeforeQuitting = false
        try Preferences.transaction { preferences in
            preferences.general.launchCount += 1
        }
        Preferences.general.resetAll()
    }

    static func note() -> Int {
        if !LaunchEvent.didShowGuide.bool {
            LaunchEvent.didShowGuide.set(true)
            LaunchEvent.guideShownAt.set(Date())
        }
        let launches = LaunchEvent.launches.increment()
        return launches
    }

    static func useProperties() {
        let settings = Settings()
        settings.theme = .dark
        settings.$theme.reset()
    }

    static func overrideStandard() {
        Preferences.overrideStandard(
            by: .arguments,
            .environment(prefix: "HELLO_")
        )
    }

    static func askForOrigin(print: (String) -> Void) {
        let origin = Preferences.origin(of: .theme)
        print("theme: \(origin)")
    }

    static func handleProblems(show: @escaping @Sendable (String) -> Void) {
        Preferences.onProblem = { problem in
            show("\(problem)")
        }
    }

    static func askForErrors() throws -> Theme {
        try Preferences.set(.dark, for: .theme)
        let theme = try Preferences.value(for: .theme)
        return theme
    }
}
