import PreferenceCore
import PropertyLists
import Testing

@Suite("Values as text")
struct ArgumentValueTests {
    @Test("a text is read as the type of the key", arguments: ["-k", "K"])
    func types(source: String) {
        func expectValue<Value: PreferenceValue & Sendable & Equatable>(
            _ text: String,
            _ value: Value,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let read = Self.preferences(text, source)[PreferenceKey<Value?>("k")]
            #expect(read == value, "\(text)", sourceLocation: sourceLocation)
        }
        expectValue("5", 5)
        expectValue("5.0", 5)
        expectValue(" -5 ", -5)
        expectValue("18446744073709551615", UInt64.max)
        expectValue("255", UInt8.max)
        expectValue("5", 5.0)
        expectValue("2.5e-3", 0.0025)
        for text in ["true", "YES", "yes", "on", "1", "Y", "y", "T", "t"] {
            expectValue(text, true)
        }
        for text in ["false", "NO", "no", "off", "0"] {
            expectValue(text, false)
        }
        for text in ["", "5", "true", " a b ", "(1, 2)", "{\"a\": 1}", "\"quoted\""] {
            expectValue(text, text)
            expectValue(text, PropertyList.string(text))
        }
        expectValue("x", Character("x"))
        expectValue("square", Shape.square)
        expectValue("1", Weekday.tuesday)
        expectValue("5", Grade(level: 5))
        expectValue("2001-01-01T00:00:01Z", PropertyListDate(secondsSinceReferenceDate: 1))
        expectValue("AQL/", [1, 2, 255] as [UInt8])
        expectValue("<01 02ff>", [1, 2, 255] as [UInt8])
        expectValue("[1, 2]", [1, 2])
        expectValue("(1, 2)", [1, 2])
        expectValue("(1, 2)", ["1", "2"])
        expectValue("[1, 2]", 1...2)
        expectValue("{\"a\": 1}", ["a": 1])
        expectValue("{a = 1; b = 2;}", ["a": 1, "b": 2])
        expectValue("(YES, no)", [true, false])
        expectValue("[\"2001-01-01T00:00:00Z\"]", [PropertyListDate(secondsSinceReferenceDate: 0)])
        expectValue("<plist><array><real>0.5</real></array></plist>", [0.5])
        expectValue("{title = main; columns = (1, 80);}", Window(title: "main", columns: 1...80))
    }

    @Test("a Codable value and one with a raw value are read from text too", arguments: ["-k", "K"])
    func codable(source: String) {
        let text = #"{"name": "Ada", "created": "2001-01-01T00:00:00Z", "sizes": []}"#
        let key = PreferenceKey<Account?>("k")
        #expect(Self.preferences(text, source)[key] == Account(name: "Ada"))
        #expect(Self.preferences("dark", source)[PreferenceKey<Theme>("k", default: .light)] == .dark)
    }

    @Test("the migration of a key does not apply to text")
    func migration() {
        let key = PreferenceKey<Int>("k", default: 0).migrating { _ in 7 }.limited(to: 0...9)
        #expect(Self.preferences("3", "-k")[key] == 3)
        #expect(throws: PreferenceError.self) { try Self.preferences("x", "-k").value(for: key) }
        #expect(throws: PreferenceError.self) { try Self.preferences("10", "-k").value(for: key) }
        let optional = PreferenceKey<Int?>("k").migrating { _ in 7 }
        #expect(throws: PreferenceError.self) { try Self.preferences("x", "-k").value(for: optional) }
        let stored = Preferences(.inMemory(), overriding: .dictionary(["k": "x"]))
        #expect(stored[key] == 7)
    }

    @Test("arguments are pairs of -key and a value that has no dash")
    func pairs() throws {
        let table: [([String], [String: String])] = [
            (["-n", "5"], ["n": "5"]),
            (["file", "-n", "5", "other"], ["n": "5"]),
            (["-n", "1", "-n", "2"], ["n": "2"]),
            (["-n", "-5", "-b", "YES"], ["b": "YES"]),
            (["-x", "-y", "-z", "3"], ["z": "3"]),
            (["--n", "5"], ["-n": "5"]),
            (["-n=5"], [:]),
            (["-n"], [:]),
            (["-", "5", "-n", "1"], ["n": "1"]),
            (["--", "-n", "5"], ["n": "5"]),
            (["-n", "5", "--", "-m", "6"], ["n": "5", "m": "6"]),
            (["-n", ""], ["n": ""]),
        ]
        for (arguments, expected) in table {
            let preferences = Preferences(.inMemory(), overriding: .arguments(arguments))
            for name in ["n", "b", "x", "y", "z", "-n", "m", "n=5"] {
                let key = try PreferenceKey<String?>(validating: name)
                #expect(preferences[key] == expected[name], "\(name) in \(arguments)")
            }
        }
    }

    @Test("a variable is the prefix and the key, with _ for every other character")
    func variables() {
        let table = [
            ("fontSize", "fontSize"), ("general.fontSize", "general_fontSize"), ("a-b c", "a_b_c"), ("_1", "_1"),
            ("e\u{301}\u{E9}\u{212A}", "___"),
        ]
        for (name, variable) in table {
            let override = PreferenceOverride.environment(prefix: "APP_", ["APP_" + variable: "5"])
            let preferences = Preferences(.inMemory(), overriding: override)
            let key = PreferenceKey<Int>(name, default: 0)
            #expect(preferences[key] == 5, "\(name)")
            #expect(preferences.origin(of: key) == .variable("APP_" + variable))
        }
        #expect(Preferences(.inMemory(), overriding: .environment(prefix: "", ["count": "1"]))[.count] == 1)
        #expect(Preferences(.inMemory(), overriding: .environment(prefix: "APP_", ["count": "1"]))[.count] == 7)
    }

    private static func preferences(_ text: String, _ source: String) -> Preferences {
        source == "-k"
            ? Preferences(.inMemory(), overriding: .arguments(["-k", text]))
            : Preferences(.inMemory(), overriding: .environment(prefix: "APP_", ["APP_k": text]))
    }
}
