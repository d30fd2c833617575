import PreferenceKit

nonisolated extension PreferenceKeys {
    static let recentDocuments = PreferenceKey<[String]>("recentDocuments", default: [])
    static let windowFrame = PreferenceKey<WindowFrame>("windowFrame", default: WindowFrame())
    static let fontSize = PreferenceKey<Int>("fontSize", default: 12).summary("in points").formerly("textSize")
        .limited(to: 6...72)
}
