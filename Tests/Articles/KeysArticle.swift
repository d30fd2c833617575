import Foundation
import PreferenceKit

// Keys as in CotEditor, which declares them in one file and their defaults in another.

enum AppearanceMode: Int, PreferenceValue {
    case automatic, light, dark
}

extension PreferenceKeys {
    // General
    static let quitAlwaysKeepsWindows = PreferenceKey<Bool>("NSQuitAlwaysKeepsWindows", default: true)

    // Appearance
    static let font = PreferenceKey<Data?>("font")
    static let lineHeight = PreferenceKey<Double>("lineHeight", default: 1.3)
    static let documentAppearance = PreferenceKey<AppearanceMode>("appearance", default: .automatic)
    static let theme = PreferenceKey<String>("defaultTheme", default: "Anura")

    // Window
    static let pageGuideColumn = PreferenceKey<Int>("pageGuideColumn", default: 80)
    static let windowWidth = PreferenceKey<Double?>("windowWidth")

    // Find
    static let findHistory = PreferenceKey<[String]>("findHistory", default: [])
}

struct AppearancePane {
    @Preference(.lineHeight) var lineHeight
    @Preference(.documentAppearance) var documentAppearance
}

func runKeysArticle() {
    print("theme \(Preferences[.theme]), line height \(Preferences[.lineHeight])")
    print("a width: \(Preferences[.windowWidth] != nil)")

    let observation = Preferences.observe(.lineHeight) { old, new in
        print("line height \(old), then \(new)")
    }
    let pane = AppearancePane()
    pane.lineHeight = 1.5
    pane.documentAppearance = .dark
    observation.cancel()

    Preferences[.theme] = "Dendrobates"
    Preferences[.font] = Data([1, 2])
    Preferences[.pageGuideColumn] += 20
    Preferences[.findHistory].insert("cot", at: 0)
    Preferences[.quitAlwaysKeepsWindows].toggle()

    Preferences.reset(.theme)
    print("theme \(Preferences[.theme]), \(PreferenceKeys.theme.name)")
    print("initial line height \(PreferenceKeys.lineHeight.defaultValue)")
}
