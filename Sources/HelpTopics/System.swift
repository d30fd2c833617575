package import CommandGrammar

extension Topic {
    package static let environment = Topic(
        "environment",
        aliases: ["env", "variables"],
        summary: "The variables that prefs reads",
        paragraphs: ["These environment variables determine the paths of files and the output on a terminal:"],
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
            ("VISUAL, EDITOR", "the editor of 'prefs edit'"),
            ("PAGER", "what shows long help on a terminal, by default 'less -FRX'"),
            ("NO_COLOR", "if not empty, disables colour"),
            ("TERM", "if 'dumb' or unset, disables colour and 'browse'"),
        ],
        examples: ["path": "Print the path of the file of the default suite"]
    )

    package static let files = Topic(
        "files",
        aliases: ["file", "paths"],
        summary: "The files of a suite, and the options that select them",
        paragraphs: [
            """
            'get', 'list' and 'explain' search these files in this order. The first file that has a key determines its \
            value. A write changes one file, ~/.config/NAME.plist, unless options name another. The name of the \
            host would be between the two dots of 'editor..plist': UserDefaults on Linux leaves it out.
            """,
            """
            With -f, any file is read, a pipe too. With '-f -', a command that changes values is a filter: it prints the \
            document on standard input with the change, and no change line.
            """,
        ],
        entries: [
            ("/etc/prefs/managed/NAME.plist", "set by the administrator"),
            ("/etc/prefs/managed/.GlobalPreferences.plist", "the same for all suites"),
            ("~/.config/ByHost/NAME..plist", "the suite, on this host"),
            ("~/.config/NAME.plist", "the suite"),
            ("~/.config/ByHost/.GlobalPreferences..plist", "shared by all, on this host"),
            ("~/.config/.GlobalPreferences.plist", "shared by all suites"),
            ("/usr/local/etc/ByHost/NAME.plist", "for all users, on this host"),
            ("/usr/local/etc/NAME.plist", "the suite, for all users"),
            ("/usr/local/etc/ByHost/.GlobalPreferences.plist", "shared, for all users, here"),
            ("/usr/local/etc/.GlobalPreferences.plist", "shared, for all users"),
        ],
        examples: ["list -f settings.plist": "List the keys of any property list"]
    )

    /// Returns the topic of the exit codes.
    ///
    /// - Parameter codes: The codes, each with what it means for most commands.
    package static func exitCodes(_ codes: [(String, String)]) -> Topic {
        Topic(
            "exit-codes",
            aliases: ["exit", "exit-code", "exits", "codes"],
            summary: "What a command says by its exit code",
            paragraphs: ["Each command says what a code means beside this."],
            entries: codes,
            examples: ["get -q -s editor fontSize": "Print the value, and exit with 1 if there is none"]
        )
    }
}
