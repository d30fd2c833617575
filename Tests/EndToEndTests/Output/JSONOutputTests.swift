import TestSupport
import Testing

@Suite("Values as JSON")
struct JSONOutputTests {
    /// Elements with their JSON, or nil if JSON cannot represent the value, and their typed JSON.
    static let elements: [(element: String, plain: String?, typed: String)] = [
        ("<string>a\"\\/é\n\t</string>", "\"a\\\"\\\\/é\\n\\t\"", "\"a\\\"\\\\/é\\n\\t\""),
        ("<integer>18446744073709551615</integer>", "18446744073709551615", "{\"$integer\":\"18446744073709551615\"}"),
        ("<integer>-9223372036854775808</integer>", "-9223372036854775808", "{\"$integer\":\"-9223372036854775808\"}"),
        ("<real>2</real>", "2.0", "2.0"),
        ("<real>nan</real>", nil, "{\"$real\":\"nan\"}"),
        ("<real>+infinity</real>", nil, "{\"$real\":\"inf\"}"),
        ("<real>-infinity</real>", nil, "{\"$real\":\"-inf\"}"),
        ("<array><real>nan</real></array>", nil, "[{\"$real\":\"nan\"}]"),
        ("<data>AQI=</data>", "\"AQI=\"", "{\"$data\":\"AQI=\"}"),
        ("<date>1970-01-01T00:00:00Z</date>", "\"1970-01-01T00:00:00Z\"", "{\"$date\":\"1970-01-01T00:00:00Z\"}"),
        (
            "<dict><key>$date</key><string>x</string></dict>", "{\"$date\":\"x\"}",
            "{\"$dict\":{\"$date\":\"x\"}}"
        ),
        ("<dict/>", "{}", "{}"), ("<array/>", "[]", "[]"), ("<true/>", "true", "true"),
    ]

    @Test("--json prints the value of one key, and --typed keeps every type", arguments: elements)
    func oneKey(element: String, plain: String?, typed: String) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["k": element]))
        expect(try prefs.run("get", "k", "--typed"), prints: typed + "\n")
        if let plain {
            let isDateOrData = element.hasPrefix("<da")
            let outcome = try prefs.run("get", "k", "--json")
            let isLarge = typed.contains("$integer")
            let errors: ErrorOutput = isDateOrData ? .typesLost : isLarge ? .integersRounded : .nothing
            expect(outcome, prints: plain + "\n", errors: errors)
        } else {
            expect(try prefs.run("get", "k", "--json"), prints: "", exit: 3, errors: .message(["k"]))
            expect(try prefs.run("dump", "--json"), prints: "", exit: 3, errors: .message(["k"]))
        }
    }

    @Test("typed JSON that was printed is stored as the same value", arguments: elements)
    func typedRoundTrip(element: String, plain: String?, typed: String) throws {
        let prefs = try PrefsCommand.withSuite(SuiteXML.document(["k": element]))
        let isLarge = plain == "18446744073709551615"
        try prefs.change("set", "copy", "--json", typed, errors: isLarge ? .tooLarge("copy") : .nothing)
        expect(try prefs.run("get", "copy", "--typed"), prints: typed + "\n")
        #expect(try prefs.type(of: "copy") == prefs.type(of: "k"))
    }

    @Test("JSON of several keys is one object, in the order of the arguments")
    func severalKeys() throws {
        let prefs = try PrefsCommand.withContractSuite()
        expect(
            try prefs.run("get", "win", "blob", "a/b", "--json"),
            prints: "{\"win\":{\"f\":[1,2,{\"w\":9}]},\"blob\":\"AQI=\",\"a/b\":\"s\"}\n",
            errors: .typesLost
        )
        expect(
            try prefs.run("get", "when", "blob", "--typed"),
            prints: "{\"when\":{\"$date\":\"1970-01-01T00:00:00Z\"},\"blob\":{\"$data\":\"AQI=\"}}\n"
        )
        #expect(compact(try prefs.run("list", "--json").text) == DumpTests.json)
        #expect(compact(try prefs.run("list", "n*", "--json").text) == "{\"name\":\"Ada\"}")
    }
}
