import CommandErrors
import CommandGrammar
import HelpTopics

extension CommandTable {
    /// What 'help' explains beside commands.
    static var helpTopics: [Topic] {
        [
            .concepts,
            .types.explaining([.typedValues, .valueSource, .defaultsForms]),
            .seeds,
            .ownedSettings.explaining([.ownedSettings]),
            .secrets.explaining([.secretSeed]),
            .policies,
            .globs.explaining([.patterns]),
            .options.explaining([.output(.json, .namesOnly, .null), .change, .messages]),
            .exitCodes(ExitCode.allCases.map { (String($0.rawValue), $0.summary) }),
            .environment,
            .files.explaining([.searchedFiles]),
        ]
    }
}
