// Uses of keys that must not compile, with the expected diagnostics. A test runs the compiler to verify them.

import PreferenceCore

enum LaunchEvent: String, PreferenceEnumeration { case guideShownAt }

struct GeneralScope: PreferenceScope {
    let zoom = PreferenceKey<Double>("zoom", default: 1)
}

extension PreferenceScopes {
    var general: GeneralScope.Type { GeneralScope.self }
}

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
}

func enumerations() {  // expected-note 2 {{add '@NoNullInPropertyLists'}}
    LaunchEvent.guideShownAt.set(Int??.some(nil))
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{'NoNullInPropertyLists'}}
    LaunchEvent.guideShownAt.set([Int?.none])
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{'NoNullInPropertyLists'}}
    _ = LaunchEvent.guideShownAt.object
    // expected-error@-1 {{'object' is unavailable: use the getter of the value's type, value(_:), or propertyList}}
}

func scopes() {
    Preferences.general.width = 1  // expected-error {{has no dynamic member 'width'}}
}

struct Settings {
    @Preference(.launchCount) var launchCount = 3  // expected-error {{the key declares the default}}
    @Preference(.launchCount, in: .standard) var count = 3  // expected-error {{the key declares the default}}
}
