// Code that must not compile, with the expected diagnostics. A test runs the compiler to verify them.

import PreferenceCore
import PropertyLists

enum Theme: String { case light }
struct Account: Codable { var name = "" }
struct Plain {}

extension PreferenceKeys {
    static let launchCount = PreferenceKey<Int>("launchCount", default: 0)
    static let username = PreferenceKey<String?>("username")
    static let libraries = PreferenceKey<[String]>("libraries", default: [])
}

// A declaration without a default, or with one of another type.
extension PreferenceKeys {
    static let number = PreferenceKey<Int>("number")  // expected-error {{a key needs a default, or an optional type}}
    static let theme = PreferenceKey<Theme>("theme")  // expected-error {{a key needs a default, or an optional type}}
    static let account = PreferenceKey<Account>("account").summary("who")
    // expected-error@-1 {{a key needs a default, or an optional type}}
    static let text = PreferenceKey<Int>("text", default: "x")
    // expected-error@-1 {{cannot convert value of type 'String' to expected argument type 'Int'}}
    static let unknownCase = PreferenceKey<Theme>("unknownCase", default: .drak)
    // expected-error@-1 {{type 'Theme' has no member 'drak'}}
}

// A type that cannot be stored. An array of a type with a raw value is Codable or a PreferenceValue, or needs a bridge.
extension PreferenceKeys {
    static let plain = PreferenceKey<Plain>("plain", default: Plain())
    // expected-error@-1 {{and PreferenceValue, a raw value, Codable or a bridge}}
    static let optionalPlain = PreferenceKey<Plain?>("optionalPlain")
    // expected-error@-1 {{and PreferenceValue, a raw value, Codable or a bridge}}
    static let themes = PreferenceKey<[Theme]>("themes", default: [])
    // expected-error@-1 {{and PreferenceValue, a raw value, Codable or a bridge}}
}

// A property list has no null. Only the outermost type can be optional, and it is nil if the key is unset.
extension PreferenceKeys {
    static let list = PreferenceKey<[Int?]>("list", default: [])
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{'NoNullInPropertyLists'}}
    static let nested = PreferenceKey<[String: [Set<Int?>]]?>("nested")
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{'NoNullInPropertyLists'}}
    static let twice = PreferenceKey<Int??>("twice")
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{'NoNullInPropertyLists'}}
    static let twiceWithDefault = PreferenceKey<Int??>("twiceWithDefault", default: 1)
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{'NoNullInPropertyLists'}}
}

// For an assignment, the compiler asks for a bug report. A second subscript would give it a message, at the price of
// seconds for each expression with several keys.
func wrongType(_ text: String) throws {
    Preferences[.launchCount] = "x"  // expected-error {{failed to produce diagnostic}}
    Preferences[.launchCount] += "x"
    // expected-error@-1 {{inferred as 'PreferenceKey<String>'}} expected-note@-1 {{'Int' and 'String'}}
    Preferences[.libraries].append(3)  // expected-error {{cannot convert value of type 'Int'}}
    Preferences[.libraries][0] = 3  // expected-error {{cannot assign value of type 'Int'}}
    let count: Int = Preferences[.launchCount]
    let _: String = count  // expected-error {{cannot convert value of type 'Int'}}
    try Preferences.standard.transaction { transaction in
        transaction[.libraries].append(3)  // expected-error {{cannot convert value of type 'Int'}}
    }
}

func handlers() throws {
    _ = Preferences.observe(.launchCount, .username) { _ in }
    // expected-error@-1 {{takes the value of each key, or nothing}}
    _ = Preferences.standard.observe(.launchCount, .username, initial: true) { value in print(value) }
    // expected-error@-1 {{takes the value of each key, or nothing}}
    _ = try Preferences.standard.value(forKey: "n")  // expected-error {{use value(for:)}}
}

func unknownKey() {
    Preferences[.missing] = 1  // expected-error {{has no member 'missing'}}
    Preferences[.missing] += 1  // expected-error {{has no member 'missing'}}
    _ = Preferences[.missing]  // expected-error {{has no member 'missing'}} expected-error {{'Value'}}
    let _: Int = Preferences[.missing]  // expected-error {{has no member 'missing'}}
    if Preferences[.missing] {}  // expected-error {{has no member 'missing'}}
    _ = Preferences.standard[.missing]  // expected-error {{has no member 'missing'}} expected-error {{'Value'}}
    Preferences.standard.reset(.missing)  // expected-error {{reference to member 'missing' cannot be resolved}}
    _ = Preferences.missing  // expected-error {{has no dynamic member 'missing'}} expected-error {{'Scope'}}
}

func noScope() {
    _ = Preferences.launchCount  // expected-error {{no dynamic member 'launchCount'}} expected-error {{'Scope'}}
}

struct Settings {
    @Preference(.launchCount) var launchCount = 3
    // expected-error@-1 {{unavailable: the key declares the default: remove the initial value}}
    @Preference(.launchCount) var typed: Int = 3
    // expected-error@-1 {{unavailable: the key declares the default: remove the initial value}}
}

struct Declared {
    @Preference("number") var number: Int
    // expected-error@-1 {{unavailable: a property needs a default, as in '= 0', unless its type is optional}}
    @Preference("name") var name: String?
    @Preference("list") var list: [Int?] = []
    // expected-warning@-1 {{a property list has no null}} expected-error@-1 {{'NoNullInPropertyLists'}}
}

// A type of preferences is Sendable, so the error comes where it is declared, not at each key of it.
final class Shared { var number = 0 }  // expected-note {{class 'Shared' does not conform to the 'Sendable' protocol}}
struct Boxed: PreferenceValue {
    let shared: Shared
    // expected-error@-1 {{stored property 'shared' of 'Sendable'-conforming struct 'Boxed' has non-Sendable type 'Shared'}}
    init?(propertyList: PropertyList) { shared = Shared() }
    var propertyList: PropertyList { 0 }
}
