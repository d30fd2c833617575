import Foundation
import PreferenceKit
import Testing

private struct UserID: RawRepresentable, Codable, Equatable {
    var rawValue: UUID
}

private struct When: RawRepresentable, Codable, Equatable {
    var rawValue: Date
}

private struct Names: RawRepresentable, Codable, Equatable {
    var rawValue: [String]
}

/// A type whose own form is neither its raw value nor that of its coding.
private struct Level: RawRepresentable, Codable, PreferenceValue, Equatable {
    var rawValue: Int

    init(rawValue: Int) { self.rawValue = rawValue }
    init?(propertyList: PropertyList) {
        guard case .string(let text) = propertyList, let number = Int(text.dropFirst()) else { return nil }
        rawValue = number
    }
    var propertyList: PropertyList { .string("L\(rawValue)") }
}

private enum Event: String, PreferenceEnumeration { case value }

@Suite("Types with a raw value that the compiler cannot store as one")
struct RawFormTests {
    private let preferences = Preferences(.inMemory())
    private let user = UserID(rawValue: UUID())
    private let other = UserID(rawValue: UUID())

    private func codable<Value: Codable & Sendable>(_ value: Value) -> PreferenceKey<Value> {
        PreferenceKey("k", default: value)
    }

    private func raw<Value: RawRepresentable & Sendable>(_ value: Value) -> PreferenceKey<Value>
    where Value.RawValue: PreferenceValue {
        PreferenceKey("k", default: value)
    }

    @Test("each way to declare a key stores the raw value, and reads what the others have stored")
    func spellings() throws {
        let keys: [PreferenceKey<UserID?>] = [
            PreferenceKey("k"), PreferenceKey("k", default: nil), PreferenceKey("k").default { nil },
            PreferenceKey("k", default: other), codable(UserID?.none), codable(other),
        ]
        for key in keys {
            preferences[key] = user
            #expect(try preferences.entries().map(\.value) == [user.rawValue.propertyList])
            for other in keys {
                #expect(preferences[other] == user)
            }
            #expect(preferences[codable(other)] == user && preferences[raw(other)] == user)
            preferences.reset(key)
        }
        preferences[codable(other)] = user
        #expect(try preferences.entries().map(\.value) == [user.rawValue.propertyList])
    }

    @Test("a property, an enumeration and other raw values have that form too")
    func others() throws {
        struct Settings {
            @Preference("w") var user: UserID?
        }
        Preferences.$standard.withValue(preferences) {
            Settings().user = user
            Event.value.set(user)
            #expect(Event.value.codable(UserID.self) == user)
        }
        preferences[PreferenceKey<When?>("date")] = When(rawValue: Date(timeIntervalSince1970: 60))
        preferences[PreferenceKey<Names?>("names")] = Names(rawValue: ["a"])
        let form = user.rawValue.propertyList
        let date = Date(timeIntervalSince1970: 60).propertyList
        let stored = try preferences.dictionaryRepresentation()
        #expect(stored == ["Event.value": form, "w": form, "date": date, "names": ["a"]])
        #expect(preferences[PreferenceKey<Names?>("names")] == Names(rawValue: ["a"]))
    }

    @Test("a type's own form comes before its raw value, in a generic context too")
    func ownForm() throws {
        let level = Level(rawValue: 3)
        for key in [PreferenceKey<Level>("k", default: Level(rawValue: 0)), codable(Level(rawValue: 0)), raw(level)] {
            preferences[key] = level
            #expect(try preferences.entries().map(\.value) == ["L3"])
            #expect(preferences[key] == level)
        }
    }
}
