/// Rows of `read`, `read-type` and `help`.
///
/// "The reimplementations" are two programs in Objective-C that call what defaults(1) calls: LibreDarwin's of 2026
/// ("byte-identical to Apple's defaults") and an older one that was written from the binary. Where they differ, the
/// rows take LibreDarwin's.
extension DefaultsRow {
    private typealias Row = DefaultsRow

    private static let contract = SuiteXML.contract

    /// Layout, quotation marks and order: the published output of `defaults read com.apple.dock persistent-apps`, as in
    /// the comments of https://github.com/kcrawford/dockutil (DockTile.swift), and the reimplementations, which print
    /// the `description` of the value.
    static let layout: [DefaultsRow] = [
        Row(
            "read",
            "t",
            suite: contract,
            prints: """
                {
                    "a/b" = s;
                    blob = {length = 2, bytes = 0x0102};
                    flag = 1;
                    "general.launchCount" = 3;
                    name = Ada;
                    ratio = "1.5";
                    when = "1970-01-01 00:00:00 +0000";
                    win =     {
                        f =         (
                            1,
                            2,
                                        {
                                w = 9;
                            }
                        );
                    };
                }

                """
        ),
        Row(
            "read",
            "t",
            "win",
            suite: contract,
            prints: """
                {
                    f =     (
                        1,
                        2,
                                {
                            w = 9;
                        }
                    );
                }

                """
        ),
        Row("read", "t", "k", suite: k("<array/>"), prints: "(\n)\n"),
        Row("read", "t", "k", suite: k("<dict/>"), prints: "{\n}\n"),
        Row("read", "t", suite: k("<array/>"), prints: "{\n    k =     (\n    );\n}\n"),
        Row("read", "t", suite: k("<dict/>"), prints: "{\n    k =     {\n    };\n}\n"),
        Row(
            "read",
            "t",
            "k",
            suite: k("<array>\n<array>\n<integer>1</integer>\n</array>\n<array/>\n</array>"),
            prints: "(\n        (\n        1\n    ),\n        (\n    )\n)\n"
        ),
        Row(
            "read",
            "t",
            "k",
            suite: k("<array>\n<string>en-US</string>\n<string>ja</string>\n</array>"),
            prints: "(\n    \"en-US\",\n    ja\n)\n"
        ),
        // Keys are in the order of their characters: "_HIHideMenuBar" comes after TISRomanSwitchState and before
        // "com.apple.mouse.scaling" in the published global domains.
        Row(
            "read",
            "t",
            suite: SuiteXML.document([
                "b": "<integer>1</integer>", "_a": "<integer>2</integer>", "B": "<integer>3</integer>",
                "10": "<integer>4</integer>", "9": "<integer>5</integer>",
            ]),
            prints: "{\n    10 = 4;\n    9 = 5;\n    B = 3;\n    \"_a\" = 2;\n    b = 1;\n}\n"
        ),
        // `"com.apple.scrollwheel.scaling" = "-1"` and `AppleLocale = "en_US"`: only letters and digits are bare.
        Row("read", "t", suite: k("<integer>-1</integer>"), prints: "{\n    k = \"-1\";\n}\n"),
        Row("read", "t", suite: k("<string>en_US</string>"), prints: "{\n    k = \"en_US\";\n}\n"),
        Row("read", "t", suite: k("<string></string>"), prints: "{\n    k = \"\";\n}\n"),
        Row("read", "t", suite: k("<string>a b</string>"), prints: "{\n    k = \"a b\";\n}\n"),
        Row("read", "t", suite: k("<string>007</string>"), prints: "{\n    k = 007;\n}\n"),
        Row("read", "t", suite: k("<false/>"), prints: "{\n    k = 0;\n}\n"),
        // Escapes: `"Print\U2026"` and `"\033Edit\033Paste"` in published shortcuts. LibreDarwin prints them once; the
        // older program doubles each backslash, as macOS 10.14 did (https://github.com/yene/Safari-Backspace/issues/1).
        Row("read", "t", suite: k("<string>say \"hi\"</string>"), prints: "{\n    k = \"say \\\"hi\\\"\";\n}\n"),
        Row("read", "t", suite: k("<string>a\\b</string>"), prints: "{\n    k = \"a\\\\b\";\n}\n"),
        Row("read", "t", suite: k("<string>a\nb\tc</string>"), prints: "{\n    k = \"a\\nb\\tc\";\n}\n"),
        Row("read", "t", suite: k("<string>caf\u{E9}</string>"), prints: "{\n    k = \"caf\\U00e9\";\n}\n"),
        Row("read", "t", suite: k("<string>\u{1F600}</string>"), prints: "{\n    k = \"\\Ud83d\\Ude00\";\n}\n"),
        Row("read", "t", suite: "{\"k\": \"\\u001bEdit\"}", prints: "{\n    k = \"\\033Edit\";\n}\n"),
        Row("read", "t", suite: SuiteXML.document(["caf\u{E9}": "<true/>"]), prints: "{\n    \"caf\\U00e9\" = 1;\n}\n"),
    ]

    /// One value: the reimplementations print the `description` of each.
    static let values: [DefaultsRow] = [
        Row("read", "t", "name", suite: contract, prints: "Ada\n"),
        Row("read", "t", "a/b", suite: contract, prints: "s\n"),
        Row("read", "t", "flag", suite: contract, prints: "1\n"),
        Row("read", "t", "k", suite: k("<false/>"), prints: "0\n"),
        Row("read", "t", "general.launchCount", suite: contract, prints: "3\n"),
        Row("read", "t", "k", suite: k("<integer>-9223372036854775808</integer>"), prints: "-9223372036854775808\n"),
        Row("read", "t", "ratio", suite: contract, prints: "1.5\n"),
        Row("read", "t", "k", suite: k("<real>2</real>"), prints: "2\n"),
        Row("read", "t", "k", suite: k("<real>-0.25</real>"), prints: "-0.25\n"),
        Row("read", "t", "when", suite: contract, prints: "1970-01-01 00:00:00 +0000\n"),
        Row("read", "t", "k", suite: k("<date>2025-01-31T12:00:00Z</date>"), prints: "2025-01-31 12:00:00 +0000\n"),
        Row("read", "t", "k", suite: k("<string>two\nlines</string>"), prints: "two\nlines\n"),
        Row("read", "t", "k", suite: k("<string></string>"), prints: "\n"),
        Row("read", "t", "k", suite: k("<string>caf\u{E9} \"x\"</string>"), prints: "caf\u{E9} \"x\"\n"),
        // Data, as macOS 10.15 and newer print it; 24 and 25 bytes were measured on macOS 27 by a test in a public
        // repository (GitHub file index 70865566769). Older systems print `<01020304 05>`.
        Row("read", "t", "blob", suite: contract, prints: "{length = 2, bytes = 0x0102}\n"),
        Row("read", "t", "k", suite: k("<data>\n</data>"), prints: "{length = 0, bytes = 0x}\n"),
        Row(
            "read",
            "t",
            "k",
            suite: k("<data>\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYX\n</data>"),
            prints: "{length = 24, bytes = 0x000102030405060708090a0b0c0d0e0f1011121314151617}\n"
        ),
        Row(
            "read",
            "t",
            "k",
            suite: k("<data>\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGA==\n</data>"),
            prints: "{length = 25, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 11121314 15161718 }\n"
        ),
        Row(
            "read",
            "t",
            suite: k("<data>\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGA==\n</data>"),
            prints: """
                {
                    k = {length = 25, bytes = 0x00010203 04050607 08090a0b 0c0d0e0f ... 11121314 15161718 };
                }

                """
        ),
        // Further words are ignored: https://github.com/yene/Safari-Backspace/issues/1 shows such a line.
        Row("read", "t", "name", "-dict-add", "Back", suite: contract, prints: "Ada\n"),
        // The verb is compared without regard to case in the reimplementations.
        Row("READ", "t", "name", suite: contract, prints: "Ada\n"),
        // A file in another format is a suite too.
        Row("read", "t", "k", suite: "{ k = v; }", prints: "v\n"),
    ]

    /// Types: `Type is integer` in the manual of chef's `macos_userdefaults` and in the reimplementations.
    static let types: [DefaultsRow] = [
        Row("read-type", "t", "name", suite: contract, prints: "Type is string\n"),
        Row("read-type", "t", "blob", suite: contract, prints: "Type is data\n"),
        Row("read-type", "t", "general.launchCount", suite: contract, prints: "Type is integer\n"),
        Row("read-type", "t", "ratio", suite: contract, prints: "Type is float\n"),
        Row("read-type", "t", "flag", suite: contract, prints: "Type is boolean\n"),
        Row("read-type", "t", "when", suite: contract, prints: "Type is date\n"),
        Row("read-type", "t", "win", suite: contract, prints: "Type is dictionary\n"),
        Row("read-type", "t", "k", suite: k("<array/>"), prints: "Type is array\n"),
        Row("Read-Type", "t", "name", suite: contract, prints: "Type is string\n"),
        Row("read-type", "t", "nope", suite: contract, says: [Missing.key("nope", of: "t")], exit: 1),
        Row("read-type", "nope", "k", says: [Missing.key("k", of: "nope")], exit: 1),
        printsHelp("read-type", "t", suite: contract, exit: 255),
    ]

    /// What does not exist: https://github.com/ulwlu/dotfiles/issues/18 and the reimplementations.
    ///
    /// The sentence about a domain is in https://github.com/MikeMcQuaid/strap/issues/110. On macOS 26 a key of a
    /// missing domain has the sentence about the pair (GitHub file index 70874188814, measured).
    static let missing: [DefaultsRow] = [
        Row("read", "t", "nope", suite: contract, says: [Missing.key("nope", of: "t")], exit: 1),
        Row("read", "nope", "k", suite: contract, says: [Missing.key("k", of: "nope")], exit: 1),
        Row("read", "nope", suite: contract, says: [Missing.domain("nope")], exit: 1),
        // A domain without keys counts as missing.
        Row("read", "t", suite: SuiteXML.empty, says: [Missing.domain("t")], exit: 1),
        // `The domain/default pair of (kCFPreferencesAnyApplication, AppleInterfaceStyle) does not exist` is known to
        // every script that asks for the dark mode.
        Row(
            "read",
            "-g",
            "AppleInterfaceStyle",
            says: [Missing.key("AppleInterfaceStyle", of: "kCFPreferencesAnyApplication")],
            exit: 1
        ),
        Row("read", "-g", says: [Missing.domain("Apple Global Domain")], exit: 1),
        Row("read", "DIR/none", "k", says: [Missing.key("k", of: "DIR/none")], exit: 1),
        Row("-currentHost", "read", "t", "name", suite: contract, says: [Missing.key("name", of: "t")], exit: 1),
        // The key is literal: no dots lead into a value.
        Row("read", "t", "win.f", suite: contract, says: [Missing.key("win.f", of: "t")], exit: 1),
        // What the real one takes for a missing domain is an error here, and the file keeps its bytes.
        Row("read", "t", suite: "<plist><dict>", says: ["t.plist"], exit: 1),
        Row("read", "t", "k", suite: "<plist><dict>", says: ["t.plist"], exit: 1),
        Row("read", "t", suite: "[1]", says: ["t.plist"], exit: 1),
    ]

    /// Help: https://github.com/tarranjones/macOS-defaults (README.md); the reimplementations print it on standard
    /// output, and exit with -1 unless it was asked for.
    static let usage: [DefaultsRow] = [
        printsHelp("help", exit: 0),
        printsHelp("HELP", exit: 0),
        printsHelp("help", "write", exit: 0),
        printsHelp(exit: 255),
        printsHelp("-currentHost", exit: 255),
        printsHelp("frobnicate", exit: 255),
        printsHelp("frobnicate", "t", "k", suite: contract, exit: 255),
        printsHelp("--help", exit: 255),
        printsHelp("write", exit: 255),
        printsHelp("write", "t", suite: contract, exit: 255),
        printsHelp("delete", suite: contract, exit: 255),
        printsHelp("rename", "t", "name", suite: contract, exit: 255),
        printsHelp("rename", "t", "name", "a", "b", suite: contract, exit: 255),
        printsHelp("delete", "t", "name", "flag", suite: contract, exit: 255),
    ]
}
