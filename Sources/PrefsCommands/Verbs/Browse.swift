import CommandGrammar
import PreferenceStore

extension Verb {
    static let browse = Verb(
        "browse",
        summary: "Browse and edit on a full screen",
        discussion: """
            Shows suites, keys and values on the whole terminal, and edits them in place. What other programs change
            appears at once. '?' shows the keys, and 'q' leaves.

            Each edit is a command such as 'prefs set', made when its line is drawn; 'y' shows and copies the command
            for a value. The types of values, the schema, locks and the history apply as they do there. 'u' undoes
            the edits of the session. If another program has changed a value meanwhile, prefs asks which one to keep.

            A date, data, an array or a dictionary opens in $VISUAL, else in $EDITOR, else in vi, as typed JSON. A
            secret value is '(secret)' until it is edited.

            Without -s or -f, the screen has a list of all suites. It needs a terminal of at least 30 columns and 6
            lines; on a smaller one, only 'q' has an effect.
            """,
        groups: [
            .searchedFiles,
            OptionGroup("Writing", .lockTimeout, .noHistory),
            .messages,
        ],
        examples: [
            "browse": "Browse all suites",
            "browse -s group.x": "Browse and edit the suite group.x",
        ],
        exits: .changing([
            .usage: "invalid command line, standard input or output is no terminal, or TERM is 'dumb' or unset",
            .writeFailed: "the terminal failed",
        ]),
        action: VerbAction(VerbRun.browse)
    )
}

extension VerbRun {
    fileprivate func browse() throws -> ExitCode {
        guard environment.isInputTerminal, printer.isTerminal else { throw CommandError.browseNeedsTerminal }
        guard !environment.isTerminalDumb else { throw CommandError.browseNeedsScreen }
        let selection = try reader.selection()
        guard !selection.isStandardInput else { throw CommandError.standardInputNotWritable }
        let isOne = !options.selection.selectors.isEmpty
        let names = try isOne ? nil : reader.directories().suiteFiles().suiteNames
        let first = try firstSelection(selection, among: names)
        try BrowseSession(self, first, suites: names).run()
        return .done
    }

    /// Returns the suite to show first: the selected one if it exists, else the first in the list.
    private func firstSelection(_ selection: Selection, among names: [String]?) throws -> Selection {
        guard let names, let first = names.first, !names.contains(selection.name) else { return selection }
        return try reader.selection(ofShownSuite: try SuiteName(first))
    }
}
