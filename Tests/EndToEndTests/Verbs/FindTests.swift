import TestSupport
import Testing

@Suite("Finding text in suites")
struct FindTests {
    /// Returns a command with the contract's suite `t` and other suites.
    private func suites() throws -> PrefsCommand {
        let prefs = try PrefsCommand.withContractSuite()
        try prefs.write(
            SuiteXML.document([
                "deep": "<array>\n\t<dict>\n\t\t<key>inner</key>\n\t\t<string>a \"Ada\"</string>\n\t</dict>\n</array>",
                "street": "<string>Große Straße\t1</string>",
            ]),
            to: "group.x"
        )
        try prefs.write(SuiteXML.document(["nAme": "<string>Eve</string>"]), to: ".GlobalPreferences")
        try prefs.directory.write(
            SuiteXML.document(["host.name": "<string>Ada's</string>"]),
            to: "config/ByHost/t..plist"
        )
        try prefs.directory.age("config/ByHost/t..plist")
        return prefs
    }

    /// Arguments after `find`, with the output lines.
    private static let searches: [(words: [String], lines: [String])] = [
        (
            ["Ada"], ["group.x\tdeep\t[{\"inner\":\"a \\\\\"Ada\\\\\"\"}]", "t\thost.name\tAda's", "t\tname\tAda"]
        ),
        (["\"Ada\""], ["group.x\tdeep\t[{\"inner\":\"a \\\\\"Ada\\\\\"\"}]"]),
        (["inner"], ["group.x\tdeep\t[{\"inner\":\"a \\\\\"Ada\\\\\"\"}]"]),
        (["inner", "--values"], ["group.x\tdeep\t[{\"inner\":\"a \\\\\"Ada\\\\\"\"}]"]),
        (["ame"], ["t\thost.name\tAda's", "t\tname\tAda"]),
        (["-i", "NAME"], [".GlobalPreferences\tnAme\tEve", "t\thost.name\tAda's", "t\tname\tAda"]),
        (
            ["a", "--keys"],
            [
                "t\thost.name\tAda's", "t\ta/b\ts", "t\tflag\ttrue", "t\tgeneral.launchCount\t3", "t\tname\tAda",
                "t\tratio\t1.5",
            ]
        ),
        (
            ["a", "--keys", "?at*", "[e-h]*"],
            ["t\thost.name\tAda's", "t\tflag\ttrue", "t\tgeneral.launchCount\t3", "t\tratio\t1.5"]
        ),
        (["a", "--keys", "--names-only", "n*"], ["t\tname"]),
        (
            ["a", "--keys", "--values", "-s", "group.x"],
            [
                "group.x\tdeep\t[{\"inner\":\"a \\\\\"Ada\\\\\"\"}]", "group.x\tstreet\tGroße Straße\\t1",
            ]
        ),
        (["STRASSE", "--ignore-case"], ["group.x\tstreet\tGroße Straße\\t1"]),
        (["e\t1"], ["group.x\tstreet\tGroße Straße\\t1"]),
        (["1970-01"], ["t\twhen\t1970-01-01T00:00:00Z"]), (["AQI="], ["t\tblob\tAQI="]), (["1.5"], ["t\tratio\t1.5"]),
        (["9", "--values"], ["t\twhen\t1970-01-01T00:00:00Z", "t\twin\t{\"f\":[1,2,{\"w\":9}]}"]),
        (["true"], ["t\tflag\ttrue"]), (["", "--global"], [".GlobalPreferences\tnAme\tEve"]),
    ]

    @Test("find prints a line for each key, with the suite, the key and the value", arguments: searches)
    func lines(words: [String], lines: [String]) throws {
        expect(try suites().run(["find"] + words), prints: lines.map { $0 + "\n" }.joined())
    }

    @Test(
        "a search without a result gives exit code 1",
        arguments: [
            ["ada"], ["Ada", "--keys"], ["name", "--values"], ["A.a"], ["Ada", "k*"], ["Ada", "-s", "t", "host.name"],
        ]
    )
    func nothing(words: [String]) throws {
        let prefs = try suites()
        expect(try prefs.run(["find"] + words), prints: "", exit: 1, errors: .message(["contains '\(words[0])'"]))
        expect(try prefs.run(["find", "-q"] + words), prints: "", exit: 1, errors: .nothing)
        expect(try prefs.run(["find", "--json"] + words), prints: "[]\n", exit: 1)
    }

    @Test("a selector limits the search to one file")
    func selectors() throws {
        let prefs = try suites()
        expect(try prefs.run("find", "Ada", "-s", "t"), prints: "t\tname\tAda\n")
        expect(try prefs.run("find", "Ada", "--by-host"), prints: "t\thost.name\tAda's\n")
        expect(try prefs.run("find", "Ada", "--system"), prints: "", exit: 1)
        expect(try prefs.run("find", "Ada", "-f", "../config/t.plist"), prints: "../config/t.plist\tname\tAda\n")
        expect(try prefs.run(["find", "x", "-f", "-"], input: Array("{k = x;}".utf8)), prints: "-\tk\tx\n")
        expect(try prefs.run(["find", "x", "-f", "-"], input: Array("{k = ".utf8)), prints: "", exit: 4)
        let message = "note: suite 'never' does not exist\nhint: 'prefs suites' lists the suites\nprefs: no "
        expect(try prefs.run("find", "x", "-s", "never"), prints: "", exit: 1, errors: .message([message]))
    }

    @Test("--long adds the path of the file")
    func files() throws {
        let prefs = try suites()
        let directory = prefs.directory.path(of: "config")
        expect(
            try prefs.run("find", "Ada", "-l", "*name"),
            prints: "t\thost.name\tAda's\t\(directory)/ByHost/t..plist\nt\tname\tAda\t\(directory)/t.plist\n"
        )
    }

    @Test("-z ends records with NUL, and --json and --typed print JSON")
    func forms() throws {
        let prefs = try suites()
        let file = "\"file\":\"\(prefs.directory.path(of: "config/t.plist"))\""
        expect(try prefs.run("find", "Gro", "-z"), prints: "group.x\tstreet\tGroße Straße\t1\0")
        expect(
            try prefs.run("find", "e", "--json", "--keys", "-s", "t"),
            prints: """
                [{"suite":"t","key":"general.launchCount","value":3,\(file)},\
                {"suite":"t","key":"name","value":"Ada",\(file)},\
                {"suite":"t","key":"when","value":"1970-01-01T00:00:00Z",\(file)}]

                """,
            errors: .typesLost
        )
        expect(
            try prefs.run("find", "1970", "--typed"),
            prints: "[{\"suite\":\"t\",\"key\":\"when\",\"value\":{\"$date\":\"1970-01-01T00:00:00Z\"},\(file)}]\n"
        )
        try prefs.set("n", ["--float", "nan"])
        expect(try prefs.run("find", "nan"), prints: "t\tn\tnan\n")
        expect(try prefs.run("find", "nan", "--json"), prints: "", exit: 3, errors: .message(["'n'", "--typed"]))
    }

    @Test("a corrupt suite is reported, does not end the search, and gives exit code 4")
    func corrupt() throws {
        let prefs = try suites()
        try prefs.write("<plist><dict><key>a", to: "broken")
        expect(
            try prefs.run("find", "-q", "Ada", "--keys", "--values"),
            prints: "group.x\tdeep\t[{\"inner\":\"a \\\\\"Ada\\\\\"\"}]\nt\thost.name\tAda's\nt\tname\tAda\n",
            exit: 4,
            errors: .message(["broken.plist:1:"])
        )
        expect(try prefs.run("find", "nowhere"), prints: "", exit: 4, errors: .message(["broken.plist:1:"]))
        expect(try prefs.run("find", "Ada", "-s", "t"), prints: "t\tname\tAda\n")
        expect(try prefs.run("find", "Ada", "-s", "broken"), prints: "", exit: 4)
    }
}
