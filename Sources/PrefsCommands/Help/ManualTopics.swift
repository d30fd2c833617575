import CommandGrammar

extension CommandTable {
    /// The manual page prefs(1).
    static var manualPage: String {
        prefs.manualPage(
            version: CommandTable.version,
            date: CommandTable.date,
            description: ManualTopics.description,
            examples: ("After '=>' is what an example prints for this suite:", ManualTopics.exampleSuite),
            topics: [
                ManualTopics.values, ManualTopics.schemas, ManualTopics.files, ManualTopics.otherPrograms,
                ManualTopics.environment, ManualTopics.exitStatus,
            ],
            relatedPages: ["git-config(1)", "gsettings(1)", "plistutil(1)", "jq(1)"]
        )
    }
}

/// The parts of the manual that are not in the command table.
enum ManualTopics {
    static let description = [
        """
        On Linux, UserDefaults keeps the preferences of a program in a property-list file, called a suite. prefs reads \
        and changes these files. Each change is atomic, and on disk when the command exits.
        """,
        """
        A KEY is one literal name: dots are part of it, as in 'general.launchCount'. '--at POINTER' selects a part of \
        KEY's value by a JSON Pointer (RFC 6901).
        """,
        """
        The command comes first. Options and arguments follow in any order, and '--' ends the options. Standard output \
        carries only data, and standard error carries messages.
        """,
    ]

    static let values = ManualTopic(
        title: "VALUES",
        introduction: """
            A VALUE without a type option has the type that the schema defines, else the type of the key in the file. \
            For a new key, the spelling determines the type:
            """,
        entries: [
            ("true, false", "a bool"),
            ("42, -7", "an integer, from -2^63 to 2^64-1"),
            ("1.5, -0.25", "a float"),
            ("all else", "a string, including 1.10, 007, 1e5 and TRUE"),
        ],
        indent: 14
    )

    static let schemas = ManualTopic(
        title: "SCHEMAS",
        introduction: """
            A schema defines which keys and values a suite may contain. It is a JSON Schema, draft 2020-12, for the \
            suite as 'prefs dump --json' prints it. prefs uses the first of the files below that exists. '--schema \
            FILE' names another file, and '--no-schema' ignores all schemas. These keywords count; others are ignored, \
            with a note:
            """,
        entries: [
            ("~/.local/share/prefs/schemas/NAME.schema.json", "installed by 'prefs schema install'"),
            ("/usr/local/share/prefs/schemas/NAME.schema.json", "installed for all users"),
            ("/usr/share/prefs/schemas/NAME.schema.json", "installed with a program"),
            (
                """
                type, properties, patternProperties, additionalProperties, propertyNames, minProperties, \
                maxProperties, unevaluatedProperties
                """,
                "the types, and the allowed keys"
            ),
            ("format: date-time, contentEncoding: base64", "a JSON string that is a date or data in the suite"),
            ("format: uri, uuid", "a string that is a URI or a UUID"),
            ("enum, const, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf", "the allowed values"),
            (
                "minLength, maxLength, pattern",
                """
                the allowed strings, by length and regular expression: ECMA-262 with the u flag, without \
                back-references, look-around, named groups and scripts in \\p{...}
                """
            ),
            (
                """
                items, prefixItems, contains, minContains, maxContains, minItems, maxItems, uniqueItems, \
                unevaluatedItems
                """,
                "the allowed arrays"
            ),
            (
                "required, dependentRequired, dependentSchemas",
                "the required keys; 'check' and 'apply' check those of the suite"
            ),
            (
                "anyOf, oneOf, allOf, not, if, then, else",
                "rules that apply as alternatives or on a condition; 'check' and 'apply' check those of the suite"
            ),
            ("default", "what 'get' prints if the key is not set"),
            ("title, description", "the purpose of the key"),
            ("deprecated, readOnly", "a key that is set with a note, or cannot be set"),
            ("volatile", "a key that a program writes by itself; of prefs alone"),
            ("secret", "only get, dump, edit, 'defaults read' and 'defaults export' show it; of prefs alone"),
            ("formerly", "former names of the key, the latest first; of prefs alone"),
            (
                "$ref, $defs, $anchor, $dynamicAnchor",
                "rules that several keys share; $dynamicRef and $recursiveRef are errors"
            ),
            (
                "$schema",
                """
                the draft: 2020-12, as without it, or 4, 6, 7 or 2019-09, with their own spellings; another one is an \
                error
                """
            ),
        ],
        indent: 12
    )

    /// The suite for which examples show what they print.
    static let exampleSuite = """
        {"general.launchCount": 3, "name": "Ada", "flag": true, "autosave": false, "volume": 2.5, \
        "home": "https://example.com", "recent": ["a.txt", "notes.txt"], "ports": [80, 443, 8080], \
        "window": {"frame": [{"width": 800}]}, "window.x": 10}
        """

    static let files = ManualTopic(
        title: "FILES",
        introduction: """
            'get', 'list' and 'explain' search these files in this order. The \
            first file that contains a key determines its value. The first two count only if root alone can write them \
            and their directories. A command that writes changes one file, ~/.config/NAME.plist, unless options name \
            another. In the names of ~/.config/ByHost, such as 'editor..plist', the part for the host, between the two \
            dots, is empty: UserDefaults on Linux leaves it so.
            """,
        entries: [
            ("/etc/prefs/managed/NAME.plist", "the suite, as the administrator has decided (--managed)"),
            (
                "/etc/prefs/managed/.GlobalPreferences.plist",
                "the preferences that all suites share, as the administrator has decided"
            ),
            ("~/.config/ByHost/NAME..plist", "the suite, on this host (--by-host)"),
            ("~/.config/NAME.plist", "the suite"),
            ("~/.config/ByHost/.GlobalPreferences..plist", "the preferences that all suites share, on this host"),
            ("~/.config/.GlobalPreferences.plist", "the preferences that all suites share (--global)"),
            ("/usr/local/etc/ByHost/NAME.plist", "the suite for all users, on this host"),
            ("/usr/local/etc/NAME.plist", "the suite for all users (--system)"),
            (
                "/usr/local/etc/ByHost/.GlobalPreferences.plist",
                "the preferences that all suites of all users share, on this host"
            ),
            ("/usr/local/etc/.GlobalPreferences.plist", "the preferences that all suites of all users share"),
        ]
    )

    static let otherPrograms = ManualTopic(
        title: "OTHER PROGRAMS, AND CRASHES",
        introduction: """
            After exit code 0, a change is on disk, and its file is complete. Programs that write the same suite at \
            the same time do not lose changes, within these limits:
            """,
        entries: [
            (
                "prefs and PreferenceKit",
                """
                A writer locks the file '.prefs.lock' in the suite's directory, and other writers wait. That file \
                exists only while it is locked. Readers never wait.
                """
            ),
            (
                "UserDefaults, editors and others without a lock",
                """
                Their concurrent changes are merged key by key. If such a program has written the suite in the last \
                hour, prefs watches the file after each change. It does so for as long as that program may take from \
                reading the file to writing it: 15 ms for a small file, half a second for 1.5 MB.
                """
            ),
            (
                "a change that such a program later reverts",
                """
                prefs notices a revert within 0.6 seconds after the change, and 1 ms more per kB of the file. The next \
                command that writes the suite restores the change, with a note; so does a running program that uses \
                PreferenceKit. A command that only reads prints a note. The change is not restored if the program kept \
                another part of it, or of the change that had restored it. Nor is it restored if a command or a \
                running program had already seen that the program kept the change. Nor is it restored if somebody \
                rewrote the file: with its earlier contents byte by byte, or in a form that UserDefaults does not write.
                """
            ),
            (
                "reverts that are not noticed",
                """
                prefs does not notice a revert of a change of more than 3 kB on ext4 (32 kB on xfs). Nor does it \
                notice one on a file system without attributes, or in a file that another program has replaced instead \
                of rewritten. It watches the file after such a change, but does not restore the change later.
                """
            ),
            (
                "a crash or a power failure",
                """
                The file is as it was either before or after the change. The next command that writes in the directory \
                removes or completes what a killed command has left beside the file. Changes of other programs are \
                kept.
                """
            ),
        ]
    )

    static let environment = ManualTopic(
        title: "ENVIRONMENT",
        introduction: "These environment variables determine the paths of files and the output on a terminal:",
        entries: [
            ("PREFS_SUITE", "the suite if no option names one, by default 'prefs'"),
            ("XDG_CONFIG_HOME", "if absolute, the directory instead of ~/.config"),
            ("XDG_DATA_HOME", "if absolute, the directory instead of ~/.local/share"),
            (
                "XDG_DATA_DIRS",
                "if not empty, the directories, separated by colons, instead of /usr/local/share and /usr/share"
            ),
            ("XDG_STATE_HOME", "if absolute, the directory instead of ~/.local/state (history)"),
            ("PREFS_HISTORY", "if 'off', changes are not recorded in the history"),
            (
                "HOME",
                """
                if absolute, contains .config, .local/share and .local/state, instead of the home directory in \
                passwd(5)
                """
            ),
            ("NO_COLOR", "if not empty, disables colour"),
            ("TERM", "if 'dumb' or unset, disables colour and 'browse'"),
        ],
        indent: 16
    )

    static let exitStatus = ManualTopic(
        title: "EXIT STATUS",
        introduction: "Each command says what a code means beside this.",
        entries: ExitCode.allCases.map { (String($0.rawValue), $0.summary) },
        indent: 4
    )
}
