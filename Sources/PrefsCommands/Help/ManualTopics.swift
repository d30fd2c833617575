/// What the manual says beside the command table.
enum ManualTopics {
    struct Topic {
        let title: String
        let introduction: String
        let entries: [HelpEntry]
    }

    static let description = [
        """
        On Linux, UserDefaults keeps the preferences of a program in a property-list file, a suite. prefs reads and \
        changes these files: one change at a time, atomic, and on disk when it returns.
        """,
        """
        A KEY is one literal name: 'general.launchCount' is that key, dots and all. '--at POINTER' goes down into the value \
        of a KEY by a JSON Pointer (RFC 6901).
        """,
        """
        The verb comes first; then options and arguments in any order, and '--' ends the options. Standard output carries \
        data alone, standard error messages.
        """,
    ]

    static let values = Topic(
        title: "VALUES",
        introduction: """
            A VALUE without a type takes the type that the schema says, else the type that the key has in the file. For a \
            new key its spelling says the type:
            """,
        entries: [
            ("true, false", "a bool"),
            ("42, -7", "an integer, from -2^63 to 2^64-1"),
            ("1.5, -0.25", "a float"),
            ("all else", "a string: 1.10, 007, 1e5 and TRUE too"),
        ]
    )

    static let schemas = Topic(
        title: "SCHEMAS",
        introduction: """
            A schema says what a suite may hold: it is a JSON Schema, draft 2020-12, of the suite as 'prefs dump --json' \
            prints it. The first of the files below counts, unless '--schema FILE' names another, or '--no-schema' none; of \
            its keywords those that stand behind the files. Any other is a note, and nothing is checked by it:
            """,
        entries: [
            ("~/.local/share/prefs/schemas/NAME.schema.json", "installed by 'prefs schema install'"),
            ("/usr/local/share/prefs/schemas/NAME.schema.json", "installed for all users"),
            ("/usr/share/prefs/schemas/NAME.schema.json", "installed with a program"),
            ("type, properties, additionalProperties", "the types, and which keys there are"),
            ("format: date-time, contentEncoding: base64", "a string of JSON that is a date or data in the suite"),
            ("format: uri, uuid", "a string that is one"),
            ("enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum", "which values are allowed"),
            (
                "minLength, maxLength, pattern",
                """
                which strings are, by length and regular expression: of ECMA-262 with the u flag, without \
                back-references, look-around, named groups and \\p{...}
                """
            ),
            ("items, minItems, maxItems, uniqueItems", "which arrays are"),
            ("required", "the keys that have to be there; 'check' and 'apply' ask for those of the suite"),
            ("default", "what 'get' prints while the key is unset"),
            ("title, description", "what the key is for"),
            ("deprecated, readOnly", "a key that is set with a note, or not at all"),
            ("formerly", "an array of names that the key had before, the latest first; of prefs alone"),
            ("$ref, $defs", "what several keys have in common, within the document"),
        ]
    )

    static let files = Topic(
        title: "FILES",
        introduction: """
            'get', 'list', 'keys', 'exists' and 'type' look through these files in this order, and a key is where the first \
            one has it. All else is done to one file, the second of them unless options name another.
            """,
        entries: [
            ("~/.config/ByHost/NAME..plist", "the suite, on this host (--by-host)"),
            ("~/.config/NAME.plist", "the suite"),
            ("~/.config/ByHost/.GlobalPreferences..plist", "what all suites share, on this host"),
            ("~/.config/.GlobalPreferences.plist", "what all suites share (--global)"),
            ("/usr/local/etc/ByHost/NAME.plist", "the suite of all users, on this host"),
            ("/usr/local/etc/NAME.plist", "the suite of all users (--system)"),
            ("/usr/local/etc/ByHost/.GlobalPreferences.plist", "what all suites of all users share, on this host"),
            ("/usr/local/etc/.GlobalPreferences.plist", "what all suites of all users share"),
        ]
    )

    static let otherPrograms = Topic(
        title: "OTHER PROGRAMS, AND CRASHES",
        introduction: """
            A change that was acknowledged, by exit code 0, is on disk, and its file is whole. Programs that write the same \
            suite at the same time lose nothing of it, within these limits:
            """,
        entries: [
            (
                "prefs and PreferenceKit",
                """
                wait for each other: whoever writes has a lock on the file '.prefs.lock' in the suite's directory, which \
                is there only as long; readers never wait
                """
            ),
            (
                "UserDefaults, editors and others without a lock",
                """
                what they write at the same time is merged key by key. If they are known to write the suite, a change is \
                watched for as long as they may take from reading the file to writing it: 15 ms for a small file, half a \
                second for 1.5 MB
                """
            ),
            (
                "a change that such a program takes back later",
                """
                is noticed for 10 seconds after the change, and put back: by the next command that writes the suite, \
                with a note, or by a running program that uses PreferenceKit; one that only reads prints a note. It is \
                not put back if that program kept another part of it or of the change that had put it back, if a \
                command or a running program had seen that it kept the change before, or if the file is restored to \
                what it was byte by byte
                """
            ),
            (
                "what is not noticed",
                """
                a change of more than 3 kB on ext4 (32 kB on xfs), on a file system without attributes, or in a file \
                that another program has replaced instead of rewritten: such a change is watched, and not put back later
                """
            ),
            (
                "a crash or a power failure",
                """
                leaves the file as it was or as it is after the change. What a killed command leaves beside it, the next \
                one that writes there takes away, or finishes; what another program wrote is kept
                """
            ),
        ]
    )

    static let environment = Topic(
        title: "ENVIRONMENT",
        introduction: "These variables say where the files are, and how a terminal is written to:",
        entries: [
            ("PREFS_SUITE", "the suite where no option names one, else it is 'prefs'"),
            ("XDG_CONFIG_HOME", "if absolute, the directory that takes the place of ~/.config"),
            ("XDG_DATA_HOME", "if absolute, the directory that takes the place of ~/.local/share"),
            (
                "XDG_DATA_DIRS",
                "if not empty, the directories in place of /usr/local/share and /usr/share, with colons between them"
            ),
            ("HOME", "the directory in which .config and .local/share are"),
            ("NO_COLOR", "if not empty, nothing is coloured"),
            ("TERM", "if 'dumb', nothing is coloured"),
        ]
    )

    static let relatedPages = ["git-config(1)", "gsettings(1)", "plistutil(1)", "jq(1)"]
}
