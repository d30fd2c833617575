import PreferenceKit

// Keys in scopes, as in SwiftyUserDefaultsNamespaces: a part of a program receives its own preferences only.

private extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    static let name = PreferenceKey<String?>("name")
}

struct PlayerScope: PreferenceScope {
    let volume = PreferenceKey<Double?>("volume")
    let recent = PreferenceKey<[String]>("recent", default: [])
    let warnBeforeQuitting = PreferenceKey<Bool>("warnBeforeQuitting", default: true)
}

struct EditorScope: PreferenceScope {
    static let prefix = "text."

    let fontSize = PreferenceKey<Double>("fontSize", default: 12)
}

extension PreferenceScopes {
    var player: PlayerScope.Type { PlayerScope.self }
    var editor: EditorScope.Type { EditorScope.self }
}

/// A part of the program that knows one scope.
struct Player {
    let preferences: PreferenceScopeValues<PlayerScope>

    func play(_ song: String) {
        preferences.volume = preferences.volume ?? 0.5
        preferences.recent.append(song)
    }
}

struct QuitPanel {
    @Preference(\.player, \.warnBeforeQuitting) var warns
}

func runScopesArticle() throws {
    Preferences[.launchCount] += 1
    Preferences.player.volume = 1
    Player(preferences: Preferences.player).play("a.ogg")
    Preferences.player.recent[0] += ".old"
    QuitPanel().warns = false
    print("volume \(Preferences.player.volume ?? 0), warns: \(Preferences.player.warnBeforeQuitting)")

    let group = Preferences(suite: "group.example")
    group.player.warnBeforeQuitting = false
    print("size \(group.editor.fontSize), in the group: \(group.player.isSet(\.warnBeforeQuitting))")

    let user = "david"
    let own = Preferences(suite: try SuiteName("user.\(user)"))
    own[.name] = "David"

    Preferences.editor.fontSize = 14
    Preferences.editor.reset(\.fontSize)
    print("default size: \(Preferences.editor.isDefault(\.fontSize))")
    print(PlayerScope.keys.map(\.name))
}
