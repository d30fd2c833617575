/// Rows about the domains of a line, and of `domains`, `find`, `rename`, `delete`, `import` and `export`.
extension DefaultsRow {
    private typealias Row = DefaultsRow

    private static let one = k("<integer>1</integer>")
    private static let two = SuiteXML.document(["a": "<integer>1</integer>", "k": "<string>v</string>"])

    /// The manual's sections "Specifying domains" and "Specifying a host for preferences".
    static let selections: [DefaultsRow] = [
        Row("write", "-g", "k", "-int", "1", leaves: "{\"k\":1}", in: .global),
        Row("write", "-globalDomain", "k", "-int", "1", leaves: "{\"k\":1}", in: .global),
        Row("write", "NSGlobalDomain", "k", "-int", "1", leaves: "{\"k\":1}", in: .global),
        Row("write", "Apple Global Domain", "k", "-int", "1", leaves: "{\"k\":1}", in: .global),
        Row("read", "-g", "k", files: ["config/.GlobalPreferences.plist": one], prints: "1\n"),
        Row("read", "NSGlobalDomain", files: ["config/.GlobalPreferences.plist": one], prints: "{\n    k = 1;\n}\n"),
        // A domain is one file: the global domain is no fallback.
        Row(
            "read",
            "t",
            "k",
            suite: SuiteXML.empty,
            files: ["config/.GlobalPreferences.plist": one],
            says: [Missing.key("k", of: "t")],
            exit: 1
        ),
        Row("-currentHost", "write", "t", "k", "-int", "2", suite: one, leaves: "{\"k\":2}", in: .byHost("t")),
        Row("-currentHost", "write", "t", "k", "-int", "2", suite: one, leaves: "{\"k\":1}"),
        Row("-currentHost", "write", "-g", "k", "-int", "2", leaves: "{\"k\":2}", in: .globalByHost),
        Row("-currentHost", "write", "NSGlobalDomain", "k", "-int", "2", leaves: "{\"k\":2}", in: .globalByHost),
        Row("-currentHost", "read", "t", "k", files: ["config/ByHost/t..plist": one], prints: "1\n"),
        Row("-currentHost", "read-type", "t", "k", files: ["config/ByHost/t..plist": one], prints: "Type is integer\n"),
        Row(
            "-currentHost",
            "delete",
            "t",
            "k",
            files: ["config/ByHost/t..plist": one],
            leaves: "{}",
            in: .byHost("t")
        ),
        // A path, with or without the extension.
        Row("write", "DIR/work/f", "k", "-int", "1", leaves: "{\"k\":1}", in: .file("work/f.plist")),
        Row("write", "DIR/work/f.plist", "k", "-int", "1", leaves: "{\"k\":1}", in: .file("work/f.plist")),
        Row("read", "DIR/work/f", "k", files: ["work/f.plist": one], prints: "1\n"),
        Row("read", "DIR/work/f.plist", files: ["work/f.plist": one], prints: "{\n    k = 1;\n}\n"),
        Row("read-type", "DIR/work/f", "k", files: ["work/f.plist": one], prints: "Type is integer\n"),
        Row("read", "./f", "k", files: ["work/f.plist": one], prints: "1\n"),
        Row("delete", "DIR/work/f", "k", files: ["work/f.plist": two], leaves: "{\"a\":1}", in: .file("work/f.plist")),
        // The extension is no part of a name either: many scripts say `defaults read com.apple.dock.plist`.
        Row("write", "t.plist", "k", "-int", "1", leaves: "{\"k\":1}"),
        Row("read", "t.plist", "k", suite: one, prints: "1\n"),
        Row("read", "a/f", "k", files: ["config/a/f.plist": one], prints: "1\n"),
        Row("write", "a/../../f", "k", "v", says: ["'..'"], exit: 1),
        Row("write", "DIR/work/f/", "k", "v", says: ["directory"], exit: 1),
        // A dot and a space are part of a name.
        Row("write", "com.example.My App", "k", "v", leaves: "{\"k\":\"v\"}", in: .suite("com.example.My App")),
        // Keys are literal.
        Row("write", "t", "a.b/c d", "v", leaves: "{\"a.b/c d\":\"v\"}"),
        Row("write", "t", "-k", "v", leaves: "{\"-k\":\"v\"}"),
        Row("write", "t", "", "v", leaves: "{\"\":\"v\"}"),
        Row("WRITE", "t", "k", "v", leaves: "{\"k\":\"v\"}"),
        // Other hosts and applications have no files here; the message says so.
        Row("-host", "h", "read", "t", "k", suite: one, says: ["-host"], exit: 1),
        Row("-host", "h", "write", "t", "k", "v", suite: one, says: ["-host"], exit: 1),
        Row("read", "-app", "Safari", "k", suite: one, says: ["-app"], exit: 1),
        Row("write", "-app", "Safari", "k", "v", suite: one, says: ["-app"], exit: 1),
    ]

    /// Domains: the manual and the reimplementations.
    ///
    /// The names are sorted and separated by `, `; the global domain is not among them.
    static let domains: [DefaultsRow] = [
        Row("domains", prints: "\n"),
        Row("domains", suite: SuiteXML.contract, prints: "t\n"),
        Row(
            "domains",
            suite: SuiteXML.contract,
            files: [
                "config/b.plist": SuiteXML.contract, "config/a.plist": SuiteXML.contract,
                "config/.GlobalPreferences.plist": SuiteXML.contract,
            ],
            prints: "a, b, t\n"
        ),
        Row(
            "-currentHost",
            "domains",
            suite: SuiteXML.contract,
            files: ["config/ByHost/h..plist": SuiteXML.contract],
            prints: "h\n"
        ),
        Row("DOMAINS", suite: SuiteXML.contract, prints: "t\n"),
        Row("domains", suite: SuiteXML.contract, files: ["config/empty.plist": SuiteXML.empty], prints: "t\n"),
        // A file that cannot be read stops no other.
        Row("domains", suite: SuiteXML.contract, files: ["config/bad.plist": "<plist><dict>"], prints: "bad, t\n"),
        Row(
            "read",
            suite: k("<true/>"),
            files: ["config/bad.plist": "<plist><dict>", "config/empty.plist": SuiteXML.empty],
            prints: "{\n    t =     {\n        k = 1;\n    };\n}\n",
            says: ["bad.plist"],
            exit: 1
        ),
        Row(
            "read",
            suite: k("<true/>"),
            files: ["config/.GlobalPreferences.plist": k("<integer>2</integer>")],
            prints:
                """
                {
                    "Apple Global Domain" =     {
                        k = 2;
                    };
                    t =     {
                        k = 1;
                    };
                }

                """
        ),
        Row("read", prints: "{\n}\n"),
    ]

    /// Searching: the published output of `defaults find AppleLanguages` (GitHub file index 1385669451), and the
    /// reimplementations: names, keys and strings at any depth, without regard to case.
    static let searches: [DefaultsRow] = [
        Row("find", "ada", suite: SuiteXML.contract, prints: "Found 1 keys in domain 't': {\n    name = Ada;\n}\n"),
        Row("find", "NAM", suite: SuiteXML.contract, prints: "Found 1 keys in domain 't': {\n    name = Ada;\n}\n"),
        Row(
            "find",
            "A",
            suite: k("<string>x</string>"),
            files: ["config/ab.plist": k("<integer>7</integer>")],
            prints: "Found 1 keys in domain 'ab': {\n    k = 7;\n}\n"
        ),
        Row(
            "find",
            "deep",
            suite: k("<dict>\n<key>deep</key>\n<integer>1</integer>\n</dict>"),
            prints: "Found 1 keys in domain 't': {\n    k =     {\n        deep = 1;\n    };\n}\n"
        ),
        Row(
            "find",
            "x",
            suite: SuiteXML.document(["x1": "<integer>1</integer>", "x2": "<true/>"]),
            files: ["config/.GlobalPreferences.plist": k("<string>x</string>")],
            prints: """
                Found 1 keys in domain 'Apple Global Domain': {
                    k = x;
                }
                Found 2 keys in domain 't': {
                    x1 = 1;
                    x2 = 1;
                }

                """
        ),
        Row(
            "find",
            "ada",
            suite: SuiteXML.contract,
            files: ["config/bad.plist": "<plist><dict>"],
            prints: "Found 1 keys in domain 't': {\n    name = Ada;\n}\n",
            says: ["bad.plist"],
            exit: 1
        ),
        // Numbers are not searched. Nothing found is a message, but no failure.
        Row("find", "1.5", suite: SuiteXML.contract, says: ["No domain, key, nor value containing '1.5'"]),
        Row("find", "zz", says: ["No domain, key, nor value containing 'zz'"]),
        printsHelp("find", exit: 255),
    ]

    /// Renaming: the reimplementations; an existing key is replaced.
    static let renames: [DefaultsRow] = [
        Row("rename", "t", "k", "b", suite: two, leaves: "{\"a\":1,\"b\":\"v\"}"),
        Row("rename", "t", "k", "a", suite: two, leaves: "{\"a\":\"v\"}"),
        Row(
            "rename",
            "-g",
            "k",
            "b",
            files: ["config/.GlobalPreferences.plist": one],
            leaves: "{\"b\":1}",
            in: .global
        ),
        Row(
            "rename",
            "t",
            "nope",
            "b",
            suite: two,
            says: ["Key nope does not exist in domain t; leaving defaults unchanged"],
            exit: 1
        ),
        Row("rename", "nope", "k", "b", says: ["Key k does not exist in domain nope"], exit: 1),
        Row("rename", "-g", "k", "b", says: ["Key k does not exist in domain Apple Global Domain"], exit: 1),
        Row("rename", "t", "k", "b", suite: "<plist><dict>", says: ["t.plist"], exit: 1),
    ]

    /// Deletion: the manual, https://github.com/martinlexow/CamoApp/pull/1, and the reimplementations, whose message
    /// names the domain even if only the key is missing.
    static let deletions: [DefaultsRow] = [
        Row("delete", "t", "k", suite: two, leaves: "{\"a\":1}"),
        Row("remove", "t", "k", suite: two, leaves: "{\"a\":1}"),
        Row("delete-all", "t", "k", suite: two, leaves: "{\"a\":1}"),
        Row("delete", "t", "k", suite: one, leaves: "{}"),
        Row("delete", "t", suite: two, leaves: "{}"),
        Row("delete", "-g", "k", files: ["config/.GlobalPreferences.plist": one], leaves: "{}", in: .global),
        Row("delete", "t", "nope", suite: two, says: Missing.change(of: "t"), exit: 1),
        Row("delete", "nope", "k", suite: two, says: Missing.change(of: "nope"), exit: 1),
        Row("delete-all", "nope", suite: two, says: Missing.change(of: "nope"), exit: 1),
        Row("delete", "nope", suite: two, says: Missing.change(of: "nope"), exit: 1),
        Row("delete", "-g", "k", says: Missing.change(of: "kCFPreferencesAnyApplication"), exit: 1),
        Row("delete", "t", "a.k", suite: two, says: Missing.change(of: "t"), exit: 1),
        Row("delete", "t", suite: "<plist><dict>", says: ["t.plist"], exit: 1),
        Row("delete", "t", "k", suite: "<plist><dict>", says: ["t.plist"], exit: 1),
    ]

    /// Whole domains: the help, https://github.com/clintmod/macprefs, and the reimplementations: `import` keeps the
    /// keys that the file lacks.
    static let transfers: [DefaultsRow] = [
        Row("import", "t", "-", input: one, leaves: "{\"k\":1}"),
        Row("import", "t", "-", suite: two, input: one, leaves: "{\"a\":1,\"k\":1}"),
        Row("import", "t", "f.plist", suite: two, files: ["work/f.plist": one], leaves: "{\"a\":1,\"k\":1}"),
        Row("import", "t", "DIR/work/f.plist", files: ["work/f.plist": one], leaves: "{\"k\":1}"),
        Row("import", "-g", "-", input: one, leaves: "{\"k\":1}", in: .global),
        Row("-currentHost", "import", "t", "-", input: one, leaves: "{\"k\":1}", in: .byHost("t")),
        Row("import", "t", "-", suite: two, input: "{ k = w; }", leaves: "{\"a\":1,\"k\":\"w\"}"),
        // A seed can name its schema for editors, as in `prefs apply`.
        Row("import", "t", "-", input: "{\"$schema\": \"s\", \"k\": 1}", leaves: "{\"k\":1}"),
        Row("import", "t", suite: two, says: ["Need a path to read from"], exit: 1),
        Row("import", "t", "none.plist", suite: two, says: ["Could not read data from none.plist"], exit: 1),
        Row(
            "import",
            "t",
            "-",
            suite: two,
            input: "<plist><dict>",
            says: ["Could not parse property list from -"],
            exit: 1
        ),
        Row(
            "import",
            "t",
            "-",
            suite: two,
            input: "<array/>",
            says: ["was not a dictionary", "Defaults have not been changed."],
            exit: 1
        ),
        Row("import", "t", "-", suite: "<plist><dict>", input: one, says: ["t.plist"], exit: 1),
        Row("export", "t", "-", suite: SuiteXML.contract, prints: SuiteXML.contract),
        Row("export", "-g", "-", files: ["config/.GlobalPreferences.plist": two], prints: two),
        Row("-currentHost", "export", "t", "-", files: ["config/ByHost/t..plist": two], prints: two),
        Row("export", "t", suite: two, says: ["Need a path to write to"], exit: 1),
        Row("export", "nope", "-", suite: two, says: ["The domain nope does not exist"], exit: 1),
        Row("export", "t", "-", suite: SuiteXML.empty, says: ["The domain t does not exist"], exit: 1),
        Row("export", "t", "-", suite: "<plist><dict>", says: ["t.plist"], exit: 1),
        Row("export", "t", "f.plist", suite: two, leaves: "{\"a\":1,\"k\":\"v\"}", in: .file("work/f.plist")),
    ]
}
