extension CommandContext {
    /// `prefs completions`: the script that completes command lines of `prefs` in a shell.
    mutating func completions() -> ExitCode {
        write((CompletionShell(rawValue: arguments.operands[0])?.script ?? "").utf8)
        return .done
    }
}
