import CommandErrors
import CommandGrammar
import PropertyLists

/// The extent, the conditions and the method of a change.
struct WritingOptions {
    /// The time to wait for other writers, in seconds; nil for the usual one.
    fileprivate(set) var lockTimeout: Double?
    fileprivate(set) var replacesCorrupt = false
    fileprivate(set) var breaksHardLinks = false
    /// Whether the change is not recorded in the history.
    fileprivate(set) var isUnrecorded = false
    fileprivate(set) var isDryRun = false
    /// Whether the verb only says whether something would change.
    var isCheck = false
    /// Whether the verb goes on although something has changed, or exists already.
    var isForced = false
    /// Whether a document sets the types of stored values.
    fileprivate(set) var changesTypes = false

    /// Whether nothing is written.
    var isRehearsal: Bool { isDryRun || isCheck }
}

extension OptionGroup {
    /// Options of every verb that changes a file.
    static let change = writing(.noHistory)

    /// The same options without `--no-history`, for undo and redo.
    static let changeOfHistory = writing()

    private static func writing(_ others: Option...) -> OptionGroup {
        OptionGroup("Writing", of: [.lockTimeout, .replaceCorrupt, .breakHardLinks] + others + [.dryRun])
    }
}

extension Option {
    static let lockTimeout = Option(
        ["--lock-timeout"],
        "Wait at most SECONDS for other writers, by default 10; 0 tries once",
        takes: [.word(.seconds)]
    ) { options, occurrence in
        let text = occurrence.argument
        guard let seconds = Double(decimal: text), 0...86_400 ~= seconds else {
            throw CommandError.invalidSeconds(text)
        }
        options.writing.lockTimeout = seconds
    }

    fileprivate static let replaceCorrupt = Option(
        ["--replace-corrupt"],
        "Replace a corrupt file, and keep its bytes beside it as NAME.corrupt-TIME"
    ) { $0.writing.replacesCorrupt = true }

    static let breakHardLinks = Option(
        ["--break-hard-links"],
        "Replace a file with hard links; its other names keep the old bytes"
    ) { $0.writing.breaksHardLinks = true }

    static let noHistory = Option(
        ["--no-history"],
        "Do not record the change; 'prefs undo' then cannot undo it"
    ) { $0.writing.isUnrecorded = true }

    static let dryRun = dryRun(summary: "Print what would change, and write nothing")

    static func dryRun(summary: String) -> Option {
        Option(["--dry-run"], summary, excludes: ["--replace-corrupt"]) { $0.writing.isDryRun = true }
    }

    static let changeTypes = Option(
        ["--change-types"],
        "Take the types of JSON, even if the suite has others"
    ) { $0.writing.changesTypes = true }

    /// Returns the option that makes a verb go on although something has changed, or exists already.
    static func force(summary: String) -> Option {
        Option(["--force"], summary) { $0.writing.isForced = true }
    }
}

extension CommandError {
    fileprivate static func invalidSeconds(_ word: String) -> CommandError {
        CommandError(usage: "\(word.quoted) is not a number of seconds", hint: "write 0 to 86400, as in 2.5")
    }
}
