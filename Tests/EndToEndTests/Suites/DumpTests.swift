import TestSupport
import Testing

@Suite("Dumping suites", .mayWait)
struct DumpTests {
    @Test(
        "--changed leaves out what the system's files have, whose values precede the defaults",
        .enabled(if: PrivateMounts.areAllowed, "needs unshare(1) and the right to mount")
    )
    func changedFromSystem() throws {
        let prefs = try PrefsCommand.withSchema(
            #"{"properties":{"a":{"default":1},"b":{"default":1}}}"#,
            suite: SuiteXML.document(["a": "<integer>1</integer>", "b": "<integer>2</integer>", "c": "<true/>"])
        )
        let mounts = PrivateMounts(prefs)
        try prefs.directory.makeDirectory("system")
        try prefs.directory.write(
            SuiteXML.document(["a": "<integer>2</integer>", "b": "<integer>2</integer>", "c": "<integer>1</integer>"]),
            to: "system/t.plist"
        )
        try prefs.directory.write(SuiteXML.document(["c": "<true/>"]), to: "system/.GlobalPreferences.plist")
        try expect(
            mounts.run("dump", "--changed", "--typed", "--compact", "-s", "t"),
            prints: #"{"a":1,"c":true}"# + "\n"
        )
        // Without the entry, a program would read another file of the user.
        let shared = SuiteXML.document(["b": "<integer>5</integer>"])
        try prefs.directory.write(shared, to: "config/.GlobalPreferences.plist")
        try expect(
            mounts.run("dump", "--changed", "--typed", "--compact", "-s", "t"),
            prints: #"{"a":1,"b":2,"c":true}"# + "\n"
        )
    }
}
