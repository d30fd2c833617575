extension CommandContext {
    /// `prefs man`: the manual page.
    mutating func man() -> ExitCode {
        write(ManualPage.text.utf8)
        return .done
    }
}
