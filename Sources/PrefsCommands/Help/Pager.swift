import CommandErrors
import CommandGrammar
import PreferenceStore

extension Printer {
    /// Shows a text that does not fit the terminal by `$PAGER`, or else by `less -FRX`, as git(1) does.
    ///
    /// - Returns: Whether it is shown: not in a pipe, if it fits, or without such a program.
    func showsInPager(_ text: String) -> Bool {
        guard isTerminal, let rows = environment.outputRows,
            text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= rows
        else { return false }
        let pager: String
        switch environment.variable("PAGER") {
        case .text(let command) where !command.isEmpty: pager = command
        // An empty one asks for none, as in git(1).
        case .text, .notUTF8: return false
        case .unset: pager = "less -FRX"
        }
        guard pager != "cat",
            let file = try? EditedFile(named: "help", contents: Array(text.utf8), in: environment.temporaryDirectory)
        else { return false }
        // Variables can precede the program.
        let program = pager.split(separator: " ").first { !$0.contains("=") } ?? ""
        let check = "command -v \(program) >/dev/null || exit \(Self.notFound)"
        let end = try? CallingProcess.run("\(check); { \(pager)\n} <\(file.path.shellWord); exit $?", [])
        return end != nil && end != .exited(Self.notFound)
    }

    /// The exit code of sh(1) for a command that does not exist.
    private static let notFound: Int32 = 127
}
