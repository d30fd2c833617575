extension VerbSpecification {
    /// `prefs completions`.
    static var completions: VerbSpecification {
        VerbSpecification(
            name: .completions,
            summary: "print the script that completes words in a shell",
            discussion: [
                """
                The script completes verbs, options, suites, the keys of the suite that the line selects and of its \
                schema, the values that the schema allows, and true and false for a bool. It asks prefs itself, which has \
                to be in PATH.
                """,
                """
                Scripts/install puts the scripts where each shell looks for them. To load one by hand, put the first line \
                below into ~/.bashrc, the second one into ~/.zshrc behind 'compinit', or the third one into \
                ~/.config/fish/config.fish: 'source <(prefs completions bash)', 'source <(prefs completions zsh)', \
                'prefs completions fish | source'.
                """,
            ],
            operands: [OperandSpecification(.shell, summary: "bash, zsh or fish")],
            groups: [.helpAlone],
            examples: [CommandExample(["completions", "bash"], summary: "print the script for bash")],
            exits: [ExitMeaning(.done), ExitMeaning(.usage)]
        )
    }

    /// `prefs man`.
    static var man: VerbSpecification {
        VerbSpecification(
            name: .man,
            summary: "print the manual page, for man(1)",
            discussion: ["'prefs man | man -l -' shows the page where it is not installed."],
            operands: [],
            groups: [.helpAlone],
            examples: [CommandExample(["man"], summary: "print the source of the page")],
            exits: [ExitMeaning(.done), ExitMeaning(.usage)]
        )
    }
}
