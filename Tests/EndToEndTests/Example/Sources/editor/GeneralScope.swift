import PreferenceKit

/// The preferences of the whole program.
nonisolated struct GeneralScope: PreferenceScope {
    let launchCount = PreferenceKey<Int>("launchCount", default: 0).summary("how often the editor was launched")
    let theme = PreferenceKey<Theme>("theme", default: .light).summary("the colours of the windows")
}

nonisolated extension PreferenceScopes {
    var general: GeneralScope.Type { GeneralScope.self }
}
