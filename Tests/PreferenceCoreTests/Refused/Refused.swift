// Code that must not compile, with the expected diagnostics. A test runs the compiler to verify them.

import PreferenceCore
import PropertyLists

enum Theme: String { case light }

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    static let username = PreferenceKey<String?>("username")
}

extension PreferenceKeys {
    // A property list has no null. Only the outermost type can be optional, and it is nil if the key is unset.
    static let list = PreferenceKey<[Int?]>("list", default: [])
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{call can throw}}
    static let nested = PreferenceKey<[String: [Set<Int?>]]?>("nested")
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{call can throw}}
    static let twice = PreferenceKey<Int??>("twice")
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{call can throw}}
    static let withDefault = PreferenceKey<Int?>("withDefault", default: 1)
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{call can throw}}
    static let withClosure = PreferenceKey<[Int?]>("withClosure") { [nil] }
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{call can throw}}

    // An array of a type that has only a raw value.
    static let themes = PreferenceKey<[Theme]>("themes", default: [])
    // expected-error@-1 {{requires that 'Theme' conform to 'PreferenceValue'}} expected-note@-1 {{'.rawValue'}}
}

func access() throws {
    Preferences[.launchCount] = "x"  // expected-error {{unavailable: the value is not of the key's type}}
    Preferences[.launchCount] += "x"  // expected-error {{unavailable: the value is not of the key's type}}
    Preferences[.username] = 3  // expected-error {{unavailable: the value is not of the key's type}}
    Preferences.standard[.launchCount] = "x"  // expected-error {{unavailable: the value is not of the key's type}}
    let _: String = Preferences[.launchCount]  // expected-error {{unavailable: the value is not of the key's type}}
    try Preferences.standard.transaction { transaction in
        transaction[.launchCount] = "x"  // expected-error {{unavailable: the value is not of the key's type}}
    }
    Preferences[.missing] = 1  // expected-error {{has no member 'missing'}}
}
