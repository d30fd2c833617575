/// A shell that words can be completed in.
enum CompletionShell: String, CaseIterable, Sendable {
    case bash
    case zsh
    case fish
}
