import CommandGrammar
import OtherTools

extension Verb {
    static let defaults = Verb(
        "defaults",
        summary: "Run a command line of defaults(1) of macOS",
        discussion: """
            Reads and changes the same files as the other commands, with the grammar, the output, the messages and the
            exit codes of defaults(1) of macOS, so that a script runs on both systems. 'defaults' as the name of the
            command, by a symbolic link, has the same effect. 'prefs defaults help' prints the grammar.

            It differs where the other one would lose data or guess. A corrupt file is an error, and is not overwritten.
            -int and -float take numbers only, and -float stores all digits. A change obeys the schema of the suite,
            and 'prefs undo' undoes it. -host and -app are errors: there are no other hosts and no bundles. delete-all
            is delete, since there are no containers.

            PREFS_SUITE does not apply. An untyped value is a string, or a property list if it is spelled like one; it
            replaces a value of any type.
            """,
        operands: [Operand(.defaultsWord, "What follows 'defaults' on macOS", .zeroOrMore)],
        groups: [],
        examples: [
            "defaults write com.example.app autosave -bool NO": "Set a bool",
            "defaults read com.example.app": "Print a domain in the format of macOS",
            "defaults export com.example.app -": "Print a domain as XML",
        ],
        exits: [
            ExitMeaning(.done), ExitMeaning(.absent, "an error; a message says which"),
            ExitMeaning(.usage, "the line is not one of defaults(1); its usage is printed", status: 255),
        ],
        isOtherGrammar: true,
        action: VerbAction(VerbRun.defaults)
    )
}

extension VerbRun {
    /// `prefs defaults`: runs a line, whose words are all operands.
    fileprivate func defaults() throws -> ExitCode {
        do {
            try DefaultsCommand(verb: self, line: DefaultsLine(operands)).run()
            return .done
        } catch DefaultsError.usage {
            printer.writeLine(DefaultsLine.usage)
            return .usage
        } catch {
            messages.complainAsDefaults(error)
            return .absent
        }
    }
}
