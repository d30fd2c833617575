package import CommandGrammar

/// The parts of the manual that are no topics of the help.
package enum Manual {
    package static let description = [
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

    package static let schemas = Topic(
        "schemas",
        summary: "",
        paragraphs: [
            """
            A schema defines which keys and values a suite may contain. It is a JSON Schema, draft 2020-12, for the \
            suite as 'prefs dump --json' prints it. prefs uses the first of the files below that exists. '--schema \
            FILE' names another file, and '--no-schema' ignores all schemas. These keywords count; others are ignored, \
            with a note:
            """
        ],
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
        ]
    )

    /// The suite for which examples show what they print.
    package static let exampleSuite = """
        {"general.launchCount": 3, "name": "Ada", "flag": true, "autosave": false, "volume": 2.5, \
        "home": "https://example.com", "recent": ["a.txt", "notes.txt"], "ports": [80, 443, 8080], \
        "window": {"frame": [{"width": 800}]}, "window.x": 10}
        """

    package static let otherPrograms = Topic(
        "other-programs",
        summary: "",
        paragraphs: [
            """
            After exit code 0, a change is on disk, and its file is complete. Programs that write the same suite at \
            the same time do not lose changes, within these limits:
            """
        ],
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
}
