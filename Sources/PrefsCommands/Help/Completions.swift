import CommandErrors
import CommandGrammar

extension Verb {
    static let completions = Verb(
        "completions",
        summary: "Print the completion script for a shell",
        discussion: """
            The script completes commands, options, suites and keys. The keys are those of the selected suite and of its
            schema. It completes the values that the schema allows, and true and false for a bool. The script runs
            prefs, which must be in PATH.

            Scripts/install installs the scripts where each shell finds them. To load one by hand in bash, add 'source
            <(prefs completions bash)' to ~/.bashrc. In zsh, add 'source <(prefs completions zsh)' to ~/.zshrc, after
            'compinit'. In fish, add 'prefs completions fish | source' to ~/.config/fish/config.fish.
            """,
        operands: [Operand(.shell, "The shell: bash, zsh or fish")],
        groups: [.helpAlone],
        examples: ["completions bash": "Print the script for bash"],
        exits: .plain(),
        action: VerbAction(VerbRun.completions, usesFiles: false)
    )
}

extension VerbRun {
    fileprivate func completions() -> ExitCode {
        printer.write((CompletionShell(rawValue: operands[0])?.script(of: CommandTable.prefs.program) ?? "").utf8)
        return .done
    }
}
