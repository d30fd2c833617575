/// What the manual says beside the command table.
enum ManualTopics {
    /// A section of terms and their meanings.
    struct Topic {
        let title: String
        let introduction: String
        let entries: [HelpSection.Entry]
    }

    /// What the command works on.
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

    /// How a VALUE is read.
    static let values = Topic(
        title: "VALUES",
        introduction: """
            A VALUE without a type takes the type that the schema says, else the type that the key has in the file. For a \
            new key its spelling says the type:
            """,
        entries: [
            .init(term: "true, false", meaning: "a bool"),
            .init(term: "42, -7", meaning: "an integer, from -2^63 to 2^64-1"),
            .init(term: "1.5, -0.25", meaning: "a float"),
            .init(term: "all else", meaning: "a string: 1.10, 007, 1e5 and TRUE too"),
        ]
    )

    /// What a schema says, and where it is.
    static let schemas = Topic(
        title: "SCHEMAS",
        introduction: """
            A schema says what a suite may hold: it is a JSON Schema, draft 2020-12, of the suite as 'prefs dump --json' \
            prints it. The first of the files below counts, unless '--schema FILE' names another, or '--no-schema' none; of \
            its keywords those that stand behind the files. Any other is a note, and nothing is checked by it:
            """,
        entries: [
            .init(
                term: "~/.local/share/prefs/schemas/NAME.schema.json",
                meaning: "installed by 'prefs schema install'"
            ),
            .init(term: "/usr/local/share/prefs/schemas/NAME.schema.json", meaning: "installed for all users"),
            .init(term: "/usr/share/prefs/schemas/NAME.schema.json", meaning: "installed with a program"),
            .init(term: "type, properties, additionalProperties", meaning: "the types, and which keys there are"),
            .init(
                term: "format: date-time, contentEncoding: base64",
                meaning: "a string of JSON that is a date or data in the suite"
            ),
            .init(term: "format: uri, uuid", meaning: "a string that is one"),
            .init(
                term: "enum, minimum, maximum, exclusiveMinimum, exclusiveMaximum",
                meaning: "which values are allowed"
            ),
            .init(
                term: "minLength, maxLength, pattern",
                meaning: """
                    which strings are, by length and regular expression: of ECMA-262 with the u flag, without \
                    back-references, look-around, named groups and \\p{...}
                    """
            ),
            .init(term: "items, minItems, maxItems, uniqueItems", meaning: "which arrays are"),
            .init(
                term: "required",
                meaning: "the keys that have to be there; 'check' and 'apply' ask for those of the suite"
            ),
            .init(term: "default", meaning: "what 'get' prints while the key is unset"),
            .init(term: "title, description", meaning: "what the key is for"),
            .init(term: "deprecated, readOnly", meaning: "a key that is set with a note, or not at all"),
            .init(
                term: "formerly",
                meaning: "an array of names that the key had before, the latest first; of prefs alone"
            ),
            .init(term: "$ref, $defs", meaning: "what several keys have in common, within the document"),
        ]
    )

    /// The search list.
    static let files = Topic(
        title: "FILES",
        introduction: """
            'get', 'list', 'keys', 'exists' and 'type' look through these files in this order, and a key is where the first \
            one has it. All else is done to one file, the second of them unless options name another.
            """,
        entries: [
            .init(term: "~/.config/ByHost/NAME..plist", meaning: "the suite, on this host (--by-host)"),
            .init(term: "~/.config/NAME.plist", meaning: "the suite"),
            .init(term: "~/.config/ByHost/.GlobalPreferences..plist", meaning: "what all suites share, on this host"),
            .init(term: "~/.config/.GlobalPreferences.plist", meaning: "what all suites share (--global)"),
            .init(term: "/usr/local/etc/ByHost/NAME.plist", meaning: "the suite of all users, on this host"),
            .init(term: "/usr/local/etc/NAME.plist", meaning: "the suite of all users (--system)"),
            .init(
                term: "/usr/local/etc/ByHost/.GlobalPreferences.plist",
                meaning: "what all suites of all users share, on this host"
            ),
            .init(term: "/usr/local/etc/.GlobalPreferences.plist", meaning: "what all suites of all users share"),
        ]
    )

    /// What holds when other programs and crashes come between.
    static let otherPrograms = Topic(
        title: "OTHER PROGRAMS, AND CRASHES",
        introduction: """
            A change that was acknowledged, by exit code 0, is on disk, and its file is whole. Programs that write the same \
            suite at the same time lose nothing of it, within these limits:
            """,
        entries: [
            .init(
                term: "prefs and PreferenceKit",
                meaning: """
                    wait for each other: whoever writes has a lock on the file '.prefs.lock' in the suite's directory, which \
                    is there only as long; readers never wait
                    """
            ),
            .init(
                term: "UserDefaults, editors and others without a lock",
                meaning: """
                    what they write at the same time is merged key by key. If they are known to write the suite, a change is \
                    watched for as long as they may take from reading the file to writing it: 15 ms for a small file, half a \
                    second for 1.5 MB
                    """
            ),
            .init(
                term: "a change that such a program takes back later",
                meaning: """
                    is noticed for 10 seconds after the change, and put back, once: by the next command that writes the \
                    suite, with a note, or by a running program that uses PreferenceKit; one that only reads prints a note. \
                    It is not put back if that program kept another part of it, if a command or a running program had seen \
                    that it kept the change before, or if the file is restored to what it was byte by byte
                    """
            ),
            .init(
                term: "what is not noticed",
                meaning: """
                    a change of more than 3 kB on ext4 (32 kB on xfs), on a file system without attributes, or in a file \
                    that another program has replaced instead of rewritten: such a change is watched, and not put back later
                    """
            ),
            .init(
                term: "a crash or a power failure",
                meaning: """
                    leaves the file as it was or as it is after the change. What a killed command leaves beside it, the next \
                    one that writes there takes away, or finishes; what another program wrote is kept
                    """
            ),
        ]
    )

    /// The variables that count.
    static let environment = Topic(
        title: "ENVIRONMENT",
        introduction: "These variables say where the files are, and how a terminal is written to:",
        entries: [
            .init(term: "PREFS_SUITE", meaning: "the suite where no option names one, else it is 'prefs'"),
            .init(term: "XDG_CONFIG_HOME", meaning: "if absolute, the folder that takes the place of ~/.config"),
            .init(term: "XDG_DATA_HOME", meaning: "if absolute, the folder that takes the place of ~/.local/share"),
            .init(
                term: "XDG_DATA_DIRS",
                meaning:
                    "if not empty, the folders in place of /usr/local/share and /usr/share, with colons between them"
            ),
            .init(term: "HOME", meaning: "the folder in which .config and .local/share are"),
            .init(term: "NO_COLOR", meaning: "if not empty, nothing is coloured"),
            .init(term: "TERM", meaning: "if 'dumb', nothing is coloured"),
        ]
    )

    /// Pages on what is near.
    static let relatedPages = ["git-config(1)", "gsettings(1)", "plistutil(1)", "jq(1)"]
}
