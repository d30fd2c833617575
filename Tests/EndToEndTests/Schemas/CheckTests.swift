import TestSupport
import Testing

/// A valid document, and the hazard that `check` finds in it.
struct HazardCase: Sendable, CustomTestStringConvertible {
    let document: [UInt8]
    /// The place in the file, the key, and the first words of the message.
    let finding: String

    var testDescription: String { finding }

    init(_ document: String, _ finding: String) {
        self.init(Array(document.utf8), finding)
    }

    init(_ document: [UInt8], _ finding: String) {
        self.document = document
        self.finding = finding
    }

    /// Returns a suite with `before` set to 7, and with `k`, whose element is on line 3.
    private static func element(_ element: String) -> String {
        "<plist><dict><key>before</key><integer>7</integer>\n<key>k</key>\n\(element)</dict></plist>"
    }

    /// Returns a binary suite with `before` set to 7, and with `k`, whose object is at byte 24.
    private static func object(_ objects: [UInt8]...) -> [UInt8] {
        let fixed: [[UInt8]] = [
            [0xD2, 1, 2, 3, 4], [0x56] + "before".utf8, [0x51, UInt8(ascii: "k")], [0x10, 7],
        ]
        var document = Array("bplist00".utf8)
        var offsets: [UInt8] = []
        for object in fixed + objects {
            offsets.append(UInt8(document.count))
            document += object
        }
        let table = UInt8(document.count)
        let count = UInt8(offsets.count)
        let zeros = [UInt8](repeating: 0, count: 7)
        return document + offsets + zeros.dropLast() + [1, 1] + zeros + [count] + zeros + [0] + zeros + [table]
    }

    static let refusedByUserDefaults: [HazardCase] = [
        HazardCase(
            element("<dict><key>CF$UID</key><integer>1</integer></dict>"),
            "3:1: 'k': uid of a keyed archive"
        ),
        HazardCase(
            element("<array><string/><dict><key>CF$UID</key><integer>-1</integer></dict></array>"),
            "3:17: 'k' at '/1': uid of a keyed archive"
        ),
        HazardCase(element("<integer> 5 </integer>"), "3:1: 'k': whitespace in <integer>"),
        HazardCase(element("<integer>5\n</integer>"), "3:1: 'k': whitespace in <integer>"),
        HazardCase(element("<real>1.5 </real>"), "3:1: 'k': whitespace in <real>"),
        HazardCase(element("<real>1.5&#32;</real>"), "3:1: 'k': whitespace in <real>"),
        HazardCase(element("<real> nan</real>"), "3:1: 'k': whitespace in <real>"),
        HazardCase(element("<real>\n+INF</real>"), "3:1: 'k': whitespace in <real>"),
        HazardCase(element("<date> 2001-01-01T00:00:00Z</date>"), "3:1: 'k': whitespace in <date>"),
        HazardCase(element("<date>2001-01-01T00:00:00Z </date>"), "3:1: 'k': whitespace in <date>"),
        HazardCase(element("<string>a<!-- x -->b</string>"), "3:10: 'k': comment or processing instruction in text"),
        HazardCase(element("<string>a<?x?>b</string>"), "3:10: 'k': comment or processing instruction in text"),
        HazardCase(element("<integer>5<!-- x --></integer>"), "3:11: 'k': comment or processing instruction in text"),
        HazardCase(element("<data>AQ<!-- x -->I=</data>"), "3:9: 'k': comment or processing instruction in text"),
        HazardCase(
            element("<dict><key>a<!-- x --></key><true/></dict>"),
            "3:13: 'k' at '/a': comment or processing instruction in text"
        ),
        HazardCase(
            element("<integer>&#53;</integer>"),
            "3:1: 'k': reference or CDATA section in <integer>"
        ),
        HazardCase(
            element("<integer><![CDATA[5]]></integer>"),
            "3:1: 'k': reference or CDATA section in <integer>"
        ),
        HazardCase(
            element("<date>2001-01-01T00:00:00&#90;</date>"),
            "3:1: 'k': reference or CDATA section in <date>"
        ),
        HazardCase(element("<data/>"), "3:1: 'k': empty element <data/>"),
        HazardCase(element("<data a='b' />"), "3:1: 'k': empty element <data/>"),
        HazardCase(
            element("<data><![CDATA[AQI=]]></data>"),
            "3:1: 'k': reference or CDATA section in <data>"
        ),
        HazardCase(element("<true> </true>"), "3:1: 'k': text in <true> or <false>"),
        HazardCase(element("<real>-nan</real>"), "3:1: 'k': nan with a sign"),
        HazardCase(
            "<!DOCTYPE plist [<!ELEMENT a ANY>]>\n\(element("<true/>"))",
            "1:17: '[' in <!DOCTYPE>"
        ),
        HazardCase(
            "<!DOCTYPE plist SYSTEM 'a>b'>\n\(element("<true/>"))",
            "1:26: '>' in <!DOCTYPE>"
        ),
        HazardCase(
            "<!DOCTYPE plist PUBLIC \"a\" \"b[]\">\n\(element("<true/>"))",
            "1:30: '[' in <!DOCTYPE>"
        ),
        HazardCase(
            element("<true/>").utf8.flatMap { [0, $0] },
            "1:1: UTF-16 without a byte order mark"
        ),
        HazardCase("{\"before\": 7, \"k\": 1}", "1:1: format json"),
        HazardCase("{ before = 7;\n k = <*I5>; }", "2:6: typed value of GNUstep"),
        HazardCase("{ before = 7;\n k = <[AQI=]>; }", "2:6: typed value of GNUstep"),
        HazardCase("{ before = 7;\n k = a@b; j = @; }", "2:7: '@' without quotation marks"),
        HazardCase("@k = 1; before = 7;", "1:1: '@' without quotation marks"),
        HazardCase("before = 7;\nk@ = 1;", "2:2: '@' without quotation marks"),
        HazardCase("{ before = 7;\n k+ = b; }", "2:3: '+' without quotation marks"),
        HazardCase("{ before = 7;\n k = { a = b }; }", "2:14: missing last semicolon"),
        HazardCase("{ before = 7;\n k = 1 }", "2:8: missing last semicolon"),
        HazardCase("{ before = 7;\n k = <01/* a */02>; }", "2:9: unusual separator in data"),
        HazardCase("{ before = 7;\n k = <01\u{B}02>; }", "2:9: unusual separator in data"),
        HazardCase(object([0x80, 1]), " at byte 24: 'k': uid of a keyed archive"),
        HazardCase(object([0xC1, 3]), " at byte 24: 'k': value of type set"),
    ]

    static let misreadByUserDefaults: [HazardCase] = [
        HazardCase(element("<data>AQI&#61;</data>"), "3:1: 'k': reference in <data>"),
        HazardCase(
            element("<integer>9223372036854775808</integer>"),
            "3:1: 'k': integer above 9223372036854775807"
        ),
        HazardCase(element("<string>\u{FEFF}a</string>"), "3:1: 'k': byte order mark at the start of text"),
        HazardCase(element("<real>-0.0</real>"), "3:1: 'k': negative zero"),
        HazardCase(
            element("<dict>\n<key>é</key><true/>\n<key>e\u{301}</key><false/></dict>"),
            "5:1: 'k' at '/e\u{301}': canonically equivalent to key 'é'"
        ),
        HazardCase("{ before = 7;\n k = \"a\\u00e9\"; }", "2:8: escape with a lowercase u"),
        HazardCase("{ before = 7;\n k = \"\\U1\"; }", "2:7: malformed escape '\\U1'"),
        HazardCase("{ before = 7;\n k = \"C:\\Users\"; }", "2:9: malformed escape '\\U'"),
        HazardCase("{ before = 7;\n k = \"\\u1\"; }", "2:7: malformed escape '\\u'"),
        HazardCase("{ before = 7;\n k = \"\\400\"; }", "2:7: malformed escape '\\400'"),
        HazardCase("before = 7;\n@k = 1;", "2:1: '@' without quotation marks: UserDefaults would ignore the rest"),
        HazardCase("before = 7;\nk;", "2:1: key without a value"),
        HazardCase("k;\nbefore = 7;", "1:1: key without a value"),
        HazardCase(element("<integer>- 5</integer>"), "3:1: 'k': whitespace after the sign in <integer>"),
        HazardCase(element("<integer> +\t0x5</integer>"), "3:1: 'k': whitespace after the sign in <integer>"),
        HazardCase(element("<date>2024-01-32T00:00:00Z</date>"), "3:1: 'k': date that the calendar does not have"),
        HazardCase(element("<data>AQ==AQI=</data>"), "3:1: 'k': unusual padding in <data>"),
        HazardCase(element("<string>a\rb</string>"), "3:10: 'k': carriage return in text"),
        HazardCase(element("<string>a]]>b</string>"), "3:10: 'k': ]]> in text: strict XML parsers refuse the file"),
        HazardCase(element("<string a=b>c</string>"), "3:1: attribute 'a' without quotation marks"),
        HazardCase(element("<!-- a -- b --><true/>"), "3:1: -- in a comment: strict XML parsers refuse the file"),
        HazardCase(" <?xml version='1.0'?>" + element("<true/>"), "1:2: XML declaration after the start"),
        HazardCase(object([0x61, 0xD8, 0x00]), " at byte 24: 'k': lone surrogate"),
        HazardCase(object([0x52, 0x61, 0xE9]), " at byte 24: 'k': Latin-1 in a string marked as ASCII"),
        HazardCase(element("<string>é\u{1}</string>"), "3:10: 'k': character U+0001"),
        HazardCase(element("<string>&#0;</string>"), "3:1: 'k': character U+0000"),
        HazardCase(
            object([0x14] + [UInt8](repeating: 0xFF, count: 16)),
            " at byte 24: 'k': negative integer of 16 bytes"
        ),
        HazardCase(
            object([0x33, 0x3F, 0xD0, 0, 0, 0, 0, 0, 0]),
            " at byte 24: 'k': fraction of a second"
        ),
        HazardCase(
            object([0x33, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0]),
            " at byte 24: 'k': date that is not finite"
        ),
        HazardCase(object([0x23, 0x80, 0, 0, 0, 0, 0, 0, 0]), " at byte 24: 'k': negative zero"),
    ]
}

@Suite("Checking files", .mayWait)
struct CheckTests {
    @Test(
        "a value that other programs misread gives exit code 3 and its place",
        arguments: HazardCase.refusedByUserDefaults + HazardCase.misreadByUserDefaults
    )
    func hazards(row: HazardCase) throws {
        let prefs = try PrefsCommand()
        try prefs.directory.write(row.document, to: "work/a.plist")
        let outcome = try prefs.run("check", "a.plist")
        expect(outcome, exit: 3, errors: .nothing)
        #expect(outcome.text.hasPrefix("a.plist:\(row.finding)"), "\(outcome.text)")
        #expect(outcome.text.split(separator: "\n").count == 1, "\(outcome.text)")
    }

    @Test("UserDefaults reads a suite as empty if a finding says so", arguments: HazardCase.refusedByUserDefaults)
    func emptiness(row: HazardCase) throws {
        let shared = try SharedDirectory()
        try shared.prefs.directory.write(row.document, to: shared.prefs.file(of: "s"))
        let arguments = ["read", "s", "before"]
        let outcome = try shared.userDefaults.subprocess(arguments, environment: shared.prefs.environment).run()
        #expect(outcome.ending != .exited(0), "\(outcome)")
    }

    @Test(
        "a suite with one misread value is not empty in UserDefaults",
        arguments: HazardCase.misreadByUserDefaults
    )
    func fullness(row: HazardCase) throws {
        let shared = try SharedDirectory()
        try shared.prefs.directory.write(row.document, to: shared.prefs.file(of: "s"))
        // OpenStep text contains no numbers.
        #expect(["7", "\"7\""].contains(try shared.peerValue("read", "s", "before").text))
    }

    @Test("files that UserDefaults and the command write are sound, with two known exceptions")
    func written() throws {
        let shared = try SharedDirectory()
        _ = try shared.peer("write", "s")
        let outcome = try shared.prefs.run("check", "-s", "s")
        // The catalogue contains a text with a carriage return and other control characters, and the maximum integer.
        let findings = outcome.text.split(separator: "\n").compactMap { $0.split(separator: ": ").dropFirst().first }
        #expect(findings == ["'control'", "'control'", "'integer maximum'"])
        expect(try PrefsCommand.withContractSuite().run("check"), prints: "", errors: .nothing)
    }
}
