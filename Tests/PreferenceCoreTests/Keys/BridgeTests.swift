import PreferenceCore
import PreferenceStore
import PropertyLists
import Testing

/// A type that is neither a `PreferenceValue` nor `Codable`.
private struct Color: Equatable {
    var red = 0
    var green = 0

    static let maximum = 255
}

private struct ColorError: Error, CustomStringConvertible {
    let description: String
}

extension PreferenceBridge<Color> {
    /// A string such as `"10,255"`.
    fileprivate static var text: PreferenceBridge {
        PreferenceBridge(
            decode: { (text: String) in
                let parts = text.split(separator: ",").compactMap { Int($0) }
                guard parts.count == 2 else { return nil }
                guard let red = parts.first, red <= Color.maximum else { throw ColorError(description: "too red") }
                return Color(red: red, green: parts[1])
            },
            encode: { color in
                guard color.red >= 0 else { throw ColorError(description: "not red at all") }
                return "\(color.red),\(color.green)"
            }
        )
    }
}

extension PreferenceBridge<Int> {
    /// A string of digits.
    fileprivate static var digits: PreferenceBridge {
        PreferenceBridge(decode: { Int($0 as String) }, encode: \.description, schema: .any)
    }

    /// The number of tenths.
    fileprivate static var tenths: PreferenceBridge {
        PreferenceBridge(decode: { (stored: Int) in stored / 10 }, encode: { $0 * 10 })
    }

    /// Any property list, such as `["count": 3]`.
    fileprivate static var count: PreferenceBridge {
        PreferenceBridge(
            decode: { (form: PropertyList) in form[pointer: ["count"]].flatMap(Int.init(propertyList:)) },
            encode: { ["count": $0.propertyList] }
        )
    }
}

extension PreferenceKeys {
    fileprivate static let accent = PreferenceKey("accent", default: Color(red: 1), bridge: .text)
    fileprivate static let background = PreferenceKey<Color?>("background", default: nil, bridge: .optional(.text))
}

@Suite("Bridges of keys")
struct BridgeTests {
    private let preferences: Preferences
    private let suites: SuiteDirectory

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    @Test("a key stores its values as its bridge converts them, in place of its type's own form")
    func conversion() throws {
        #expect(preferences[.accent] == Color(red: 1))
        preferences[.accent].green = 7
        preferences[.background] = Color(red: 255, green: 2)
        preferences[PreferenceKey<Int>("digits", default: 0, bridge: .digits)] += 3
        preferences[PreferenceKey<Int?>("count", bridge: .optional(.count))] = 4
        let forms: PropertyList = [
            "accent": "1,7", "background": "255,2", "count": ["count": 4], "digits": "3",
        ]
        #expect(try suites.contents() == forms)
        #expect(try suites.preferences().value(for: .accent) == Color(red: 1, green: 7))
        preferences[.background] = nil
        #expect(!preferences.isSet(.background))
    }

    @Test("the elements of an array have a bridge, and a wrong element makes the array a wrong type")
    func arrays() throws {
        let key = PreferenceKey<[Color]>("colors", default: [], bridge: .array(of: .text))
        preferences[key] = [Color(red: 1), Color(red: 2, green: 3)]
        #expect(try suites.contents() == ["colors": ["1,0", "2,3"]])
        #expect(try suites.preferences().value(for: key) == [Color(red: 1), Color(red: 2, green: 3)])
        #expect(throws: PreferenceError.self) { try preferences.transaction { try $0.set([Color(red: -1)], for: key) } }
        for wrong in [["1,0", 2], ["256,0"], "1,0"] as [PropertyList] {
            try suites.write(["colors": wrong])
            #expect(throws: PreferenceError.self, "\(wrong)") { try suites.preferences().value(for: key) }
        }
        let schema = try PreferenceSchema(keys: [key]).json()
        #expect(schema.contains("\"items\""), "\(schema)")
    }

    @Test("a key with a bridge accepts each modifier")
    func declaration() throws {
        let key = PreferenceKey<Color>("color", default: Color(), bridge: .text, suite: "group.x").default {
            Color(green: 9)
        }
        .summary("the color").formerly("colour").migrating { $0 == 3 ? Color(red: 3) : nil }
        #expect(preferences[key] == Color(green: 9))
        #expect(try key.suite == SuiteName("group.x"))
        #expect(key.summary == "the color")
        try preferences.set(3, for: PreferenceKey<Int?>("colour"))
        #expect(try preferences.value(for: key) == Color(red: 3))
        preferences[key].green = 1
        #expect(try suites.contents() == ["color": "3,1"])
        let optional = PreferenceKey<Color?>("old", default: nil, bridge: .optional(.text)).formerly("color").migrating
        { _ in Color() }
        #expect(preferences[optional] == Color(red: 3, green: 1))
        try preferences.set(true, for: PreferenceKey<Bool?>("old"))
        #expect(preferences[optional] == Color())
    }

    @Test("a form that a bridge cannot decode is a wrong type, and a value that it cannot encode is not written")
    func errors() throws {
        func reason(_ form: PropertyList) throws -> String? {
            try preferences.set(form, for: PreferenceKey<PropertyList?>("accent"))
            do throws(PreferenceError) {
                _ = try preferences.value(for: .accent)
                return "none"
            } catch .wrongType(_, _, _, _, let reason) {
                return reason
            }
        }
        #expect(try reason("1") == nil)
        #expect(try reason(1) == nil)
        #expect(try reason("256,0") == "too red")
        #expect(throws: PreferenceError.unwritable(key: "accent", type: "Color", reason: "not red at all")) {
            try preferences.set(Color(red: -1), for: .accent)
        }
        #expect(try suites.contents() == ["accent": "256,0"])
    }

    @Test("limits apply to values, and in the schema to their stored form")
    func limits() throws {
        let key = PreferenceKey<Int>("tenths", default: 1, bridge: .tenths).limited(to: 0...9)
        try preferences.set(9, for: key)
        #expect(try suites.contents() == ["tenths": 90])
        #expect(throws: PreferenceError.self) { try preferences.set(10, for: key) }
        #expect(try schemaForm(of: key) == ["type": "integer", "default": 10, "minimum": 0, "maximum": 90])
        let theme = PreferenceKey<Level>("level", default: .low).limited(to: .low...(.low))
        #expect(throws: PreferenceError.self) { try preferences.set(.high, for: theme) }
    }

    @Test("the schema of a key with a bridge is the bridge's rule, or that of the stored type")
    func schema() throws {
        #expect(try schemaForm(of: .accent) == ["type": "string", "default": "1,0"])
        #expect(try schemaForm(of: PreferenceKey<Int?>("n", bridge: .optional(.digits))) == [:])
        #expect(try schemaForm(of: PreferenceKey<Int?>("n", bridge: .optional(.count))) == [:])
    }
}

extension Level: Comparable {
    static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
}
