extension VerbSpecification {
    /// `prefs get`.
    static var get: VerbSpecification {
        VerbSpecification(
            name: .get,
            summary: "print the values of keys",
            discussion: [
                """
                Prints one value a line, in the order of the keys: strings as they are, containers as JSON, data as \
                base64. It looks where an app would: in the suite, then in what all suites share, the user's files \
                before the system's. If a key is unset and no --default stands for it, nothing is printed at all.
                """
            ],
            operands: [
                OperandSpecification(
                    .key,
                    .oneOrMore,
                    summary: "a key of the suite, whole and as it is: general.launchCount is one key"
                )
            ],
            groups: [
                .searchedFiles,
                .pointer,
                OptionGroup(
                    "What is asked",
                    [
                        OptionSpecification(
                            .defaultValue,
                            ["--default"],
                            arguments: [.verbatim(.value)],
                            summary: "print VALUE, as it is, for each key that is unset"
                        ),
                        OptionSpecification(
                            .expect,
                            ["--expect"],
                            arguments: [.word(.type)],
                            summary: "fail with exit code 3 if a value is of another type than TYPE"
                        ),
                    ]
                ),
                .output(.json, .typed, .raw, .null),
                .messages,
            ],
            examples: [
                CommandExample(["get", "general.launchCount"], summary: "print one value"),
                CommandExample(
                    ["get", "-s", "group.x", "name", "--default", "nobody"],
                    summary: "print a value of the suite group.x, or 'nobody' if it is unset"
                ),
                CommandExample(["get", "name", "flag", "--json"], summary: "print two values as one JSON object"),
                CommandExample(
                    ["get", "window", "--at", "/frame/0/width"],
                    summary: "print a part of a value: the width in the first element of 'frame'"
                ),
            ],
            exits: [
                ExitMeaning(.done, "every key is set, or --default stands for it"),
                ExitMeaning(.absent, "a key is unset; nothing is printed"),
                ExitMeaning(.usage),
                ExitMeaning(.invalidValue, "a value is of another type than asked for, or JSON cannot hold it"),
                ExitMeaning(.unreadableFile),
            ]
        )
    }
}

extension OptionSpecification {
    fileprivate static let raw = OptionSpecification(
        .raw,
        ["--raw"],
        summary: "the bytes of a data value, as they are",
        excludes: [.json, .typed, .null]
    )
}
