/// Rows of `write`: its types, values without a type, containers, and what it refuses.
extension DefaultsRow {
    private typealias Row = DefaultsRow

    private static let string = k("<string>old</string>")
    private static let list = k("<array>\n<string>a</string>\n</array>")
    private static let entries = k("<dict>\n<key>a</key>\n<integer>1</integer>\n</dict>")

    /// Types: the manual's section "Specifying value types for preference keys", and the reimplementations.
    static let typed: [DefaultsRow] = [
        write("-string", "v", leaves: "\"v\""),
        write("-string", "", leaves: "\"\""),
        write("-string", "a\\nb", leaves: "\"a\\\\nb\""),
        write("-string", "{a=1;}", leaves: "\"{a=1;}\""),
        write("-string", "-g", leaves: "\"-g\""),
        write("-string", "-string", leaves: "\"-string\""),
        write("-int", "42", leaves: "42"),
        write("-int", "-42", leaves: "-42"),
        write("-integer", "0", leaves: "0"),
        write("-int", "9223372036854775807", leaves: #"{"$integer":"9223372036854775807"}"#),
        // Apple's stores the nearest number of single precision; ours loses nothing.
        write("-float", "0.1", leaves: "0.1"),
        write("-float", "1", leaves: "1.0"),
        write("-float", "-0.5", leaves: "-0.5"),
        write("-float", "1e3", leaves: "1000.0"),
        write("-bool", "true", leaves: "true"),
        write("-bool", "TRUE", leaves: "true"),
        write("-bool", "yes", leaves: "true"),
        write("-bool", "YES", leaves: "true"),
        write("-bool", "false", leaves: "false"),
        write("-boolean", "No", leaves: "false"),
        write("-data", "01ff", leaves: "{\"$data\":\"Af8=\"}"),
        write("-data", "01FF", leaves: "{\"$data\":\"Af8=\"}"),
        write("-data", "", leaves: "{\"$data\":\"\"}"),
        write("-date", "2025-01-31 12:00:00 +0000", leaves: "{\"$date\":\"2025-01-31T12:00:00Z\"}"),
        write("-date", "2025-01-31 12:00:00 +0200", leaves: "{\"$date\":\"2025-01-31T10:00:00Z\"}"),
        write("-date", "2025-01-31T12:00:00Z", leaves: "{\"$date\":\"2025-01-31T12:00:00Z\"}"),
    ]

    /// Values without a type: https://github.com/MikeMcQuaid/strap/pull/152 and the reimplementations.
    ///
    /// A word without any of `"()[]{}<>` is parsed as if it stood in quotation marks; single quotes are content
    /// (https://github.com/pure-data/pure-data/issues/103). Another word is a property list:
    /// `PropertyListSerialization` of the toolchain accepts and refuses the same texts.
    static let untyped: [DefaultsRow] = [
        write("v", leaves: "\"v\""),
        write("two words", leaves: "\"two words\""),
        write("", leaves: "\"\""),
        write("5", leaves: "\"5\""),
        write("true", leaves: "\"true\""),
        write("-5", leaves: "\"-5\""),
        write("-unknown", leaves: "\"-unknown\""),
        write("'v'", leaves: "\"'v'\""),
        write("a = b;", leaves: "\"a = b;\""),
        write("/a/b.c", leaves: "\"/a/b.c\""),
        // mathiasbynens/dotfiles (.macos) writes "@\U21a9", a key with an arrow.
        write("@\\U21a9", leaves: "\"@\u{21A9}\""),
        write("\"quoted\"", leaves: "\"quoted\""),
        write("\"two (2)\"", leaves: "\"two (2)\""),
        write("()", leaves: "[]"),
        write("(1,2)", leaves: "[\"1\",\"2\"]"),
        write("(255, 0, 0)", leaves: "[\"255\",\"0\",\"0\"]"),
        write("{}", leaves: "{}"),
        write("{a=1;}", leaves: "{\"a\":\"1\"}"),
        write("{ \"a b\" = (1, { c = d; }); }", leaves: "{\"a b\":[\"1\",{\"c\":\"d\"}]}"),
        write("{a = \"\\U2318\";}", leaves: "{\"a\":\"\u{2318}\"}"),
        write("<01ff>", leaves: "{\"$data\":\"Af8=\"}"),
        write("{a = <01ff>;}", leaves: "{\"a\":{\"$data\":\"Af8=\"}}"),
        // XML without a header, as in zerosuxx/osx-configs (configure-system-preferences.sh).
        write("<true/>", leaves: "true"),
        write("<integer>5</integer>", leaves: "5"),
        write("<real>0.5</real>", leaves: "0.5"),
        write("<string>v</string>", leaves: "\"v\""),
        write("<array><integer>1</integer></array>", leaves: "[1]"),
        write("\n <dict><key>a</key><true/></dict>\n", leaves: "{\"a\":true}"),
        write(k("<integer>1</integer>"), leaves: "{\"k\":1}"),
        // Any type is replaced: only the line decides about the type.
        write("5", to: k("<integer>4</integer>"), leaves: "\"5\""),
        write("v", to: list, leaves: "\"v\""),
        write("(1)", to: k("<true/>"), leaves: "[\"1\"]"),
        write("-int", "5", to: string, leaves: "5"),
        refuse("foo (bar)", says: "Could not parse: foo (bar).  Try single-quoting it."),
        refuse("say \"hi\"", says: "Could not parse: say \"hi\"."),
        refuse("a<b", says: "Could not parse: a<b."),
        refuse("{a=1;", says: "Could not parse: {a=1;."),
        refuse("(1", says: "Could not parse: (1."),
        // https://github.com/microsoft/macos-cookbook/issues/239
        refuse("-array", "[]", says: "Could not parse: [].  Try single-quoting it."),
    ]

    /// Arrays and dictionaries: the manual, mattly/bork issue 36 (typed values in `-dict`), and the reimplementations.
    static let containers: [DefaultsRow] = [
        write("-array", leaves: "[]"),
        write("-array", "a", "b c", leaves: "[\"a\",\"b c\"]"),
        write("-array", "4", leaves: "[\"4\"]"),
        write("-array", "-int", "4", "-bool", "yes", "-string", "-x", leaves: "[4,true,\"-x\"]"),
        write("-array", "-5", "-x", leaves: "[\"-5\",\"-x\"]"),
        write("-array", "{a=1;}", "(b)", leaves: "[{\"a\":\"1\"},[\"b\"]]"),
        write("-array", "v", to: list, leaves: "[\"v\"]"),
        write("-array", "v", to: string, leaves: "[\"v\"]"),
        write("-array-add", "v", leaves: "[\"v\"]"),
        write("-array-add", "b", "-int", "3", to: list, leaves: "[\"a\",\"b\",3]"),
        write("-array-add", "<dict><key>x</key><true/></dict>", to: list, leaves: "[\"a\",{\"x\":true}]"),
        write("-array-add", to: list, leaves: "[\"a\"]"),
        write("-dict", leaves: "{}"),
        write("-dict", "a", "1", leaves: "{\"a\":\"1\"}"),
        write("-dict", "a", "-int", "49", "b", "Space", leaves: "{\"a\":49,\"b\":\"Space\"}"),
        write("-dict", "-string", "a", "-bool", "true", leaves: "{\"a\":true}"),
        write("-dict", "b", "2", to: entries, leaves: "{\"b\":\"2\"}"),
        write("-dict", "a", "(1)", leaves: "{\"a\":[\"1\"]}"),
        // A key is parsed as a value is: published shortcuts of services put it in quotation marks.
        write("-dict", "\"a - b\"", "v", leaves: "{\"a - b\":\"v\"}"),
        write("-dict-add", "a", "1", leaves: "{\"a\":\"1\"}"),
        write("-dict-add", "b", "-bool", "NO", to: entries, leaves: "{\"a\":1,\"b\":false}"),
        write("-dict-add", "a", "-int", "2", to: entries, leaves: "{\"a\":2}"),
        write("-dict-add", to: entries, leaves: "{\"a\":1}"),
        refuse("-array-add", "v", says: "Value for key k is not an array; cannot append.  Leaving defaults unchanged."),
        refuse("-array-add", "v", in: entries, says: "Value for key k is not an array"),
        refuse("-dict-add", "a", "v", says: "Value for key k is not a dictionary; cannot append."),
        refuse("-dict-add", "a", "v", in: list, says: "Value for key k is not a dictionary"),
        refuse("-dict", "a", says: "Key a lacks a corresponding value"),
        refuse("-dict-add", "a", "1", "b", in: entries, says: "Key b lacks a corresponding value"),
        refuse("-dict", "-int", "1", "v", says: "Dictionary keys must be strings"),
        refuse("-array", "a", "-array", "b", says: "Cannot nest composite types (arrays and dictionaries); exiting"),
        refuse("-dict", "a", "-dict", "b", "c", says: "Cannot nest composite types"),
        refuse("-array", "a", "-int", "x", says: "x"),
    ]

    /// Wrong values: a message, exit 1, and nothing is written.
    ///
    /// The real one takes the number at the start of a text, or 0. For a wrong bool, date or data, it prints its help,
    /// and exits with 255.
    static let strict: [DefaultsRow] = [
        refuse("-int", "12abc", says: "12abc"),
        refuse("-int", "abc", says: "abc"),
        refuse("-int", "", says: ""),
        refuse("-int", "1.5", says: "1.5"),
        refuse("-int", "99999999999999999999999", says: "99999999999999999999999"),
        refuse("-integer", "12abc", says: "12abc"),
        refuse("-float", "1.5x", says: "1.5x"),
        refuse("-float", "", says: ""),
        refuse("-bool", "maybe", says: "maybe"),
        refuse("-bool", "", says: ""),
        refuse("-date", "someday", says: "someday"),
        refuse("-date", "2025-02-30 12:00:00 +0000", says: "2025-02-30"),
        refuse("-data", "zz", says: "zz"),
        // The real one takes the first of an odd number of digits for a byte, so that a lost digit is not noticed.
        refuse("-data", "abc", says: "abc"),
        refuse("-int", "12abc", in: nil, says: "12abc"),
        // https://github.com/mathiasbynens/dotfiles/pull/778
        refuse("v", "extra", says: "Unexpected argument extra; leaving defaults unchanged."),
        refuse("-int", "5", "extra", says: "Unexpected argument extra; leaving defaults unchanged."),
        printsHelp("write", "t", "k", "-int", suite: string, exit: 255),
        printsHelp("write", "t", "k", "-string", suite: string, exit: 255),
        printsHelp("write", "t", "k", "-array", "-bool", suite: string, exit: 255),
        // A file that is no suite keeps its bytes.
        refuse("v", in: "<plist><dict>", says: "t.plist"),
        refuse("-int", "5", in: "[1]", says: "t.plist"),
    ]

    /// The whole domain: the manual ("erases any previous defaults"), and https://github.com/adrw/.files/issues/45.
    static let replacement: [DefaultsRow] = [
        Row("write", "t", "{a=1;}", suite: SuiteXML.contract, leaves: "{\"a\":\"1\"}"),
        Row("write", "t", "{}", suite: SuiteXML.contract, leaves: "{}"),
        Row("write", "t", "{a=1;}", leaves: "{\"a\":\"1\"}"),
        Row("write", "t", "<dict><key>a</key><integer>1</integer></dict>", suite: string, leaves: "{\"a\":1}"),
        Row("write", "t", SuiteXML.document(["a": "<true/>"]), suite: string, leaves: "{\"a\":true}"),
        Row(
            "write",
            "t",
            "v",
            suite: string,
            says: ["Rep argument is not a dictionary\nDefaults have not been changed."],
            exit: 1
        ),
        Row("write", "t", "(1)", suite: string, says: ["Rep argument is not a dictionary"], exit: 1),
        // One word is a property list, even if it is spelled like a type.
        Row("write", "t", "-dict", suite: string, says: ["Rep argument is not a dictionary"], exit: 1),
        Row("write", "t", "-dict-add", suite: string, says: ["Rep argument is not a dictionary"], exit: 1),
        Row("write", "t", "-array", suite: string, says: ["Rep argument is not a dictionary"], exit: 1),
        Row("write", "t", "-int", suite: string, says: ["Rep argument is not a dictionary"], exit: 1),
        Row("write", "t", "{a=1", suite: string, says: ["Could not parse: {a=1."], exit: 1),
        Row("write", "t", "{a=1;}", suite: "<plist><dict>", says: ["t.plist"], exit: 1),
    ]
}
