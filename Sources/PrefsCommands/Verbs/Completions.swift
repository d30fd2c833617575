extension Verb {
    static let completions = Verb(
        "completions",
        summary: "print the script that completes words in a shell",
        discussion: """
            The script completes verbs, options, suites, the keys of the suite that the line selects and of its schema,
            the values that the schema allows, and true and false for a bool. It asks prefs itself, which has to be in
            PATH.

            Scripts/install puts the scripts where each shell looks for them. To load one by hand, put the first line
            below into ~/.bashrc, the second one into ~/.zshrc behind 'compinit', or the third one into
            ~/.config/fish/config.fish: 'source <(prefs completions bash)', 'source <(prefs completions zsh)', 'prefs
            completions fish | source'.
            """,
        operands: [Operand(.shell, "bash, zsh or fish")],
        groups: [.helpAlone],
        examples: ["completions bash": "print the script for bash"],
        exits: .plain(),
        usesFiles: false,
        run: CommandContext.completions
    )
}

extension CommandContext {
    fileprivate func completions() -> ExitCode {
        write((CompletionShell(rawValue: arguments.operands[0])?.script ?? "").utf8)
        return .done
    }
}
