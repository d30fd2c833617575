import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Temporary files that were left behind")
struct StrayFilesTests {
    private let folder: TemporaryFolder
    /// A number that Linux gives to no process: it is beyond the greatest pid_max.
    private let nobody = 5_000_000

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("are removed when their process is gone and they are over an hour old")
    func stale() throws {
        try folder.write("", to: ".app.plist.\(nobody).0123abcd.prefs-tmp")
        try change(hoursLater: 2)
        #expect(try folder.names == ["app.plist"])
    }

    @Test("stay while they are younger")
    func young() throws {
        try folder.write("", to: ".app.plist.\(nobody).0123abcd.prefs-tmp")
        try change(hoursLater: 0)
        #expect(try folder.names.count == 2)
    }

    @Test("stay while a process has their number, whichever")
    func running() throws {
        try folder.write("", to: ".app.plist.\(CallingProcess.identifier).0123abcd.prefs-tmp")
        try folder.write("", to: ".app.plist.1.0123abcd.prefs-tmp")
        try change(hoursLater: 2)
        #expect(try folder.names.count == 3)
    }

    @Test("stay where they are links")
    func link() throws {
        try folder.write("", to: "precious")
        try folder.link(".app.plist.\(nobody).0123abcd.prefs-tmp", to: "precious")
        try change(hoursLater: 2)
        #expect(try folder.names.count == 3)
    }

    @Test(
        "are told from other files by their names",
        arguments: [
            ".app.plist.prefs-tmp", "app.plist.1.0123abcd.prefs-tmp", ".app.plist.x.0123abcd.prefs-tmp",
            ".app.plist.-1.0123abcd.prefs-tmp", ".app.plist.0.0123abcd.prefs-tmp", ".app.plist.1.0123abc.prefs-tmp",
            ".app.plist.1.0123abcg.prefs-tmp", ".app.plist.1.0123abcd.prefs-tmp~", "",
        ]
    )
    func otherNames(name: String) {
        #expect(TemporaryName(name) == nil)
    }

    @Test("have a name that says of which file and process they are")
    func name() throws {
        let name = TemporaryName(for: "app.plist")
        #expect(name.text.hasPrefix(".app.plist.\(CallingProcess.identifier)."))
        #expect(TemporaryName(name.text)?.process == CallingProcess.identifier)
    }

    private func change(hoursLater hours: Int) throws {
        let clock = TestClock(ahead: .seconds(3600 * hours))
        try SuiteFile(path: folder("app.plist"), probe: StoreProbe(clock: clock.storeClock())).set("a", to: 1)
    }
}
