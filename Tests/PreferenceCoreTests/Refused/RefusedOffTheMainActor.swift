// Code that must not compile in a module that defaults to the isolation of MainActor. A test runs the compiler.

import PreferenceCore

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    // expected-note@-1 {{static property declared here}}
}

nonisolated extension PreferenceKeys {
    static let username = PreferenceKey<String?>("username")
}

func onTheMainActor() {
    Preferences[.launchCount] += 1
    Preferences[.username] = "ada"
}

nonisolated func elsewhere() {
    _ = Preferences[.launchCount]
    // expected-error@-1 {{main actor-isolated static property 'launchCount' can not be referenced}}
    _ = Preferences[.username]
}
