import CommandErrors
import CommandGrammar
import HelpTopics

extension Verb {
    static let man = Verb(
        "man",
        summary: "Print the manual page, for man(1)",
        discussion: "'prefs man | man -l -' shows the page if it is not installed.",
        groups: [.helpAlone],
        examples: ["man": "Print the source of the page"],
        exits: .plain(),
        action: VerbAction(VerbRun.man, usesFiles: false)
    )
}

extension VerbRun {
    fileprivate func man() -> ExitCode {
        printer.write(CommandTable.manualPage.utf8)
        return .done
    }
}

extension CommandTable {
    /// The manual page prefs(1).
    static var manualPage: String {
        prefs.manualPage(
            version: CommandTable.version,
            date: CommandTable.date,
            description: Manual.description,
            examples: ("After '=>' is what an example prints for this suite:", Manual.exampleSuite),
            sections: prefs.topics + [Manual.schemas, Manual.otherPrograms],
            relatedPages: ["git-config(1)", "gsettings(1)", "plistutil(1)", "jq(1)"]
        )
    }
}
