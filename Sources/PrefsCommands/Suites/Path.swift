import CommandErrors
import CommandGrammar
import PreferenceStore
import PropertyLists

extension Verb {
    static let path = Verb(
        "path",
        summary: "Print the path of a suite's file",
        discussion: "The path is that of the file that 'prefs set' writes. The file does not need to exist.",
        groups: [.writtenFile, .output(.json(summary: "Print a JSON string"), .null), .messages],
        examples: [
            "path -s group.x": Example("Print the path of the suite group.x", prints: "/home/ada/.config/group.x.plist")
        ],
        exits: .reading([.unreadableFile: "there is no configuration directory"]),
        action: VerbAction(VerbRun.path)
    )
}

extension VerbRun {
    fileprivate func path() throws -> ExitCode {
        let path = try reader.selection().file.path
        if try !printer.writeIfJSON(.string(path)) { try printer.writeVerbatim(path) }
        return .done
    }
}
