import PreferenceStore
import PropertyLists

extension Verb {
    static let path = Verb(
        "path",
        summary: "print the path of a suite's file",
        discussion: "The file need not be there: it is the one that 'prefs set' writes.",
        groups: [.writtenFile, .output(.json(summary: "a JSON string"), .null), .messages],
        examples: ["path -s group.x": "print where the suite group.x is kept"],
        exits: .reading(),
        run: CommandContext.path
    )
}

extension CommandContext {
    fileprivate func path() throws(CommandError) -> ExitCode {
        let path = try selection().file.path
        if try !writeIfJSON(.string(path)) { try writeVerbatim(path) }
        return .done
    }
}
