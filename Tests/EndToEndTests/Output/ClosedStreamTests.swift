import TestSupport
import Testing

@Suite("Standard streams that are closed at the start")
struct ClosedStreamTests {
    @Test(
        "a closed stream is never confused with a preference file",
        arguments: ["<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-"]
    )
    func files(redirection: String) throws {
        let prefs = try PrefsCommand.withContractSuite()
        let shell = try Shell(prefs)
        let script = """
            for streams in open closed; do
                prefs dump -o $streams.plist
                if [ $streams = closed ]; then exec \(redirection); fi
                prefs set new v -f $streams.plist
                prefs toggle flag -f $streams.plist
                prefs get nope -f $streams.plist
            done
            """
        _ = try shell.run(script)
        let written = try prefs.directory.text(of: "work/open.plist")
        #expect(written.contains("<key>new</key>"))
        #expect(try prefs.directory.text(of: "work/closed.plist") == written)
    }

    @Test(
        "a command that needs a closed stream fails",
        arguments: [
            ("prefs get name >&-", 5, "bad file descriptor"), ("prefs toggle flag >&-", 5, "the change was made"),
            ("prefs get name -f - <&-", 4, "bad file descriptor"),
            ("prefs set k --value-file - <&-", 4, "standard input"),
        ]
    )
    func failure(script: String, exit: Int32, message: String) throws {
        let shell = try Shell(try PrefsCommand.withContractSuite())
        expect(try shell.run(script), prints: "", exit: exit, errors: .message([message]))
    }

    @Test("a command that does not use a closed stream succeeds", arguments: ["<&-", "2>&-", "<&- 2>&-"])
    func unused(redirection: String) throws {
        let shell = try Shell(try PrefsCommand.withContractSuite())
        expect(try shell.run("prefs get name \(redirection)"), prints: "Ada\n")
    }
}
