package import CommandGrammar

extension Topic {
    package static let concepts = Topic(
        "concepts",
        aliases: ["concept", "glossary", "domain", "pointer", "pointers", "nested"],
        summary: "Suites, keys, seeds and the other words of prefs",
        paragraphs: [
            """
            On Linux, UserDefaults keeps the preferences of a program in a property list. prefs reads and changes these \
            files. Each change is atomic, and on disk when the command exits.
            """,
            """
            The command comes first. Options and arguments follow in any order, and '--' ends the options. Standard \
            output carries only data, and standard error carries messages.
            """,
        ],
        entries: [
            ("suite", "the preferences of one program: one file, ~/.config/NAME.plist; defaults(1) calls it a domain"),
            ("key", "one literal name: dots are part of it, as in 'general.launchCount'"),
            ("pointer", "the place of a part of a key's value, as in '/frame/0/width': a JSON Pointer (RFC 6901)"),
            (
                "selector",
                "'[name=web]' in a pointer: the element of an array whose 'name' is 'web'; '[=x]' is the element x"
            ),
            ("value", "a string, integer, float, bool, date, data, array or dictionary ('help types')"),
            ("default", "what a program uses if a key is not set"),
            ("search list", "the files that can have a key: of the user, of this host, of all users ('help files')"),
            ("schema", "a file that says which keys a suite has, and which values they may have"),
            ("seed", "a file with the values that a suite must have ('help seeds')"),
            ("drift", "the difference between a suite and its seed"),
            ("owner", "who has set a value with 'apply --owner' ('help owned-settings')"),
            ("history", "the changes that prefs has made; 'prefs undo' takes the last one back"),
        ],
        examples: [
            "set -s editor fontSize 14": "Set the key 'fontSize' of the suite 'editor'",
            "get -s editor window --at /frame/0/width": "Print a part of the value of 'window'",
        ]
    )

    package static let types = Topic(
        "types",
        aliases: ["type", "values", "value", "dates", "date", "bool", "bools", "array", "arrays", "lists", "json"],
        summary: "The types of values, and the options that name them",
        paragraphs: [
            """
            A VALUE without a type option has the type that the schema defines, else the type of the key in the file. \
            For a new key, the spelling determines the type:
            """
        ],
        entries: [
            ("true, false", "a bool"),
            ("42, -7", "an integer, from -2^63 to 2^64-1"),
            ("1.5, -0.25", "a float"),
            ("all else", "a string, including 1.10, 007, 1e5 and TRUE"),
        ],
        examples: ["set -s editor zip --string 10117": "Set a string of digits"]
    )

    package static let globs = Topic(
        "globs",
        aliases: ["glob", "patterns", "pattern"],
        summary: "Patterns of keys",
        paragraphs: [
            """
            A KEY is one literal name. A GLOB matches all keys of its form, each as a whole. In 'list', 'find' and \
            'watch', a bare word is a GLOB. In other commands, --glob introduces one.
            """,
            "Put a GLOB in quotes, or the shell replaces it by names of files. Upper and lower case differ.",
        ],
        entries: [
            ("*", "any characters, also none"),
            ("?", "one character"),
            ("[abc], [a-z]", "one of these characters"),
            ("[!abc]", "one other character"),
        ],
        examples: [
            "list -s editor 'window.*'": "List the keys of one scope",
            "reset -s editor --glob '*.old'": "Remove the keys that end with '.old'",
        ]
    )

    package static let options = Topic(
        "options",
        aliases: ["option"],
        summary: "The options for output, writing and messages",
        paragraphs: [
            """
            An option and its argument are two words, or one with '=': '-s editor', '--suite=editor'. Options without \
            arguments can be joined: '-qv'. '--' ends the options, so that a KEY can begin with a dash.
            """
        ],
        examples: ["reset -s editor fontSize --dry-run": "Print what would change, and write nothing"]
    )
}
