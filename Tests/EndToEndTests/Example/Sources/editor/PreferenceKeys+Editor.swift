import PreferenceKit

nonisolated extension PreferenceKeys {
    static let recentDocuments = PreferenceKey<[String]>("recentDocuments", default: [])
    static let windowFrame = PreferenceKey<WindowFrame>("windowFrame", default: WindowFrame())
}
