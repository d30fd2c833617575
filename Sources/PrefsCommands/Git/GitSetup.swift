import CommandErrors
import CommandGrammar
import OtherTools
import PreferenceStore

extension Verb {
    static let gitSetup = Verb(
        "git-setup",
        summary: "Let git merge and show property lists",
        discussion: """
            Configures git so that it merges property lists with 'prefs merge' and shows their differences with 'prefs
            textconv', binary ones too. The configuration is that of the repository, or of the user with --global. A
            second run changes nothing.

            Prints the line that turns both on for '*.plist'. It belongs in the file .gitattributes of the repository,
            or in ~/.config/git/attributes for all repositories of the user. 'git diff --no-textconv' shows the files
            themselves.
            """,
        groups: [
            OptionGroup(
                "Configuration",
                Option(["--global"], "Write the configuration of the user, not that of the repository") {
                    $0.isGlobalGit = true
                },
                .dryRun(summary: "Print the git commands, and run none")
            ),
            .messages,
        ],
        examples: [
            "git-setup": "Set up the repository of the working directory",
            "git-setup --global": "Set up all repositories of the user",
        ],
        exits: .plain([.writeFailed: "git is not installed, or cannot write its configuration"]),
        action: VerbAction(VerbRun.gitSetup)
    )
}

extension VerbRun {
    fileprivate func gitSetup() throws -> ExitCode {
        let isGlobal = options.isGlobalGit
        let prefs =
            CallingProcess.isFirstInPath("prefs") ? "prefs" : CallingProcess.executablePath?.shellWord ?? "prefs"
        let settings: KeyValuePairs = [
            // git appends the path, which can begin with '-'.
            "diff.plist.textconv": "\(prefs) textconv --",
            "merge.plist.name": "property lists key by key",
            "merge.plist.driver": "\(prefs) merge --no-history --path=%P %O %A %B",
            // Between several common ancestors, conflicts leave the older one, which remains a property list.
            "merge.plist.recursive": "binary",
        ]
        for (name, value) in settings {
            let words = ["config", isGlobal ? "--global" : "--local", "--replace-all", name, value]
            if options.writing.isDryRun {
                printer.writeLine((["git"] + words.map(\.shellWord)).joined(separator: " "))
                continue
            }
            let code = CallingProcess.git(words)
            guard code == 0 else { throw CommandError.gitFailed(setting: name, code: code, isGlobal: isGlobal) }
        }
        guard !options.writing.isDryRun else { return .done }
        printer.writeLine("*.plist diff=plist merge=plist")
        messages.note(.gitConfigured(isGlobal: isGlobal))
        return .done
    }
}

extension CommandError {
    /// Returns the error of a setting that git has not written; the exit code is nil if git is not installed.
    fileprivate static func gitFailed(setting: String, code: Int32?, isGlobal: Bool) -> CommandError {
        guard let code else {
            return CommandError(
                .writeFailed,
                Message("cannot configure git: git is not in PATH", hint: "install git")
            )
        }
        let text = "cannot configure git: 'git config \(setting)' failed with exit code \(code)"
        let hint = isGlobal ? nil : "run it in a repository, or with --global"
        return CommandError(.writeFailed, Message(text, hint: hint))
    }
}

extension Message {
    fileprivate static func gitConfigured(isGlobal: Bool) -> Message {
        Message(
            "git is configured; the printed line makes it merge and show property lists",
            hint: "append it to \(isGlobal ? "~/.config/git/attributes" : ".gitattributes")"
        )
    }
}
