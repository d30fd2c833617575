package import CommandGrammar

extension Topic {
    package static let seeds = Topic(
        "seeds",
        aliases: ["seed"],
        summary: "Files with the values that a suite must have",
        paragraphs: [
            """
            A seed is JSON or a property list. 'prefs apply' sets the values that differ, in one transaction. A second \
            run changes nothing. If several seeds contain a key, the last one wins. 'prefs apply --check' reports drift.
            """,
            """
            A dictionary in a seed replaces the stored one. With --merge, only its entries are set, at every depth. An \
            array is one value, but for '$elements'.
            """,
            """
            JSON has fewer types than a suite. A value of a JSON or OpenStep seed takes the type of the stored value if \
            that represents it exactly: 14 can be a float, and "2025-01-31" a date. If the type does not fit, 'apply' \
            writes nothing. --change-types sets the type of the seed: use it to restore a backup. XML, binary and the \
            forms below state their types, so this rule is not for them.
            """,
            "A key that the schema calls volatile is left alone, since a program writes it by itself.",
        ],
        entries: [
            (#"{"$date": "2025-01-31T12:00:00Z"}"#, "a date"),
            (#"{"$data": "AQI="}"#, "data, in base64"),
            (#"{"$integer": "9007199254740993"}"#, "an integer that other programs would round"),
            (#"{"$unset": true}"#, "removes the key, with --merge also an entry of a dictionary"),
            (#"{"$elements": {"[name=web]": {"port": 80}}}"#, "sets entries of one element of an array, or makes it"),
            (#"{"$elements": {"[=x]": true}}"#, "makes sure that an array has the element x"),
            (#"{"$dict": {...}}"#, "a dictionary that looks like one of these forms"),
            (#""$schema": "..." at the top"#, "names the schema for an editor; it is no key"),
        ],
        examples: [
            "apply -s editor seed.json": "Set the values in seed.json",
            "apply -s editor seed.json --check": "Exit with 1 if the suite has drifted",
        ]
    )

    package static let ownedSettings = Topic(
        "owned-settings",
        aliases: ["owner", "owned", "ownership"],
        summary: "Values that can be taken back",
        paragraphs: [
            """
            With 'apply --owner NAME', prefs remembers which values NAME has set in a suite, and what was there before.
            """,
            """
            A later 'apply --owner NAME' sets what the new seeds no longer have back to what it was before, or removes \
            it. A value that has changed meanwhile stays, and NAME no longer owns it.
            """,
            """
            A value of another owner is refused, with exit code 7. --take-over makes it yours, with what was there \
            before. 'prefs list --owners' shows who owns what.
            """,
        ],
        examples: [
            "apply -s editor --owner work seed.json": "Set the values, and take back earlier ones of 'work'",
            "apply -s editor --owner work --withdraw": "Take back all that 'work' has set",
        ]
    )

    package static let secrets = Topic(
        "secrets",
        aliases: ["secret"],
        summary: "Values that are not shown and not recorded",
        paragraphs: [
            """
            A value is secret if the schema of the suite says '"secret": true', or if 'apply --secrets' has set it. \
            The history does not record it, and '(secret)' stands in place of it in all output.
            """,
            """
            Only 'get', 'dump', 'edit', 'defaults read' and 'defaults export' show it; 'convert' and 'merge' write whole \
            files. A file of -o with a secret is readable by its owner alone.
            """,
            """
            Values of --secrets win over those of the other seeds, which must not have a key that the schema calls \
            secret. prefs remembers the keys: they are secret in the suite from then on. 'prefs history --forget KEY' erases what was \
            recorded of a key before; with --not-secret, the key is no longer secret.
            """,
        ],
        examples: ["apply -s editor seed.json --secrets secrets.json": "Set secrets beside the other values"]
    )

    package static let policies = Topic(
        "policies",
        aliases: ["policy", "managed"],
        summary: "Values that the administrator has set",
        paragraphs: [
            """
            The files in /etc/prefs/managed precede all others: a value there is what programs of PreferenceKit read, \
            whatever the user's file has. They count only if root alone can write them and their directories.
            """,
            """
            A write of such a key is refused, with exit code 7. 'apply --prune' and 'reset --all' leave it alone. A \
            seed can have it only with the same value. 'prefs explain KEY' shows where a value comes from.
            """,
        ],
        examples: ["list -s editor --managed": "List what the administrator has set for a suite"]
    )
}
