import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Undo of a run that changed several files")
struct UndoOfSuitesTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        try process.write(["x": 1], to: "a")
        try process.write(["y": 2], to: "b")
        try process.directory.write(#"{"a":{"x":5},"b":{"y":7},"c":{"n":1}}"#, to: "all.json")
        #expect(process.run("apply", "--all-suites", process.directory.path(of: "all.json")).exit == 0)
    }

    private func contents() throws -> [PropertyList] {
        // An undo removes a file that the undone change created.
        ["a", "b", "c"].map { (try? process.contents($0)) ?? [:] }
    }

    @Test("one undo takes the whole run back, from any of its suites, and one redo puts it back")
    func whole() throws {
        #expect(process.withoutNote("undo", "-s", "c") == .prints("a\t~ x 5 -> 1\nb\t~ y 7 -> 2\nc\t- n 1\n"))
        #expect(try contents() == [["x": 1], ["y": 2], [:]])
        #expect(process.run("undo", "-s", "a").exit == 1)
        #expect(process.run("redo", "-s", "a", "-q", "--names-only") == .prints("a\tx\nb\ty\nc\tn\n"))
        #expect(try contents() == [["x": 5], ["y": 7], ["n": 1]])
        let ids = process.run("history", "--all-suites").outputs.joined().split(separator: "\n").map {
            $0.split(separator: "\t")[1]
        }
        #expect(Set(ids).count == 3 && ids.count == 9)
    }

    @Test("the change of a run is shown as 'apply' prints it, and as one JSON document")
    func shown() throws {
        let id = String(process.run("history", "-s", "a").outputs.joined().split(separator: "\t")[1])
        #expect(process.run("history", id) == .prints("a\t~ x 1 -> 5\nb\t~ y 2 -> 7\nc\t+ n 1\n"))
        let json = #"{"a":[{"key":"x","old":1,"new":5}],"b":[{"key":"y","old":2,"new":7}],"c":[{"key":"n","new":1}]}"#
        #expect(process.run("history", id, "--json") == .prints(json + "\n"))
    }

    @Test("a conflict in one suite is refused, and no suite is written")
    func conflict() throws {
        #expect(process.run("set", "-s", "b", "y", "9", "--no-history").exit == 0)
        let outcome = process.run("undo", "-s", "a")
        #expect(outcome.exit == 7)
        #expect(outcome.errors.contains("in suite 'b': 'y' is now 9, not 7"))
        #expect(try contents() == [["x": 5], ["y": 9], ["n": 1]])
        #expect(process.run("undo", "-s", "a", "--force", "-q").exit == 0)
        #expect(try contents() == [["x": 1], ["y": 2], [:]])
    }

    @Test("a suite that cannot be replaced is found before any is written")
    func failure() throws {
        try process.directory.link("second.plist", to: "b.plist")
        let outcome = process.run("undo", "-s", "a")
        #expect(outcome.exit == 5)
        #expect(outcome.errors.contains("it has 2 hard links"))
        #expect(try contents() == [["x": 5], ["y": 7], ["n": 1]])
        let lines = "a\t~ x 5 -> 1\nb\t~ y 7 -> 2\nc\t- n 1\n"
        #expect(process.withoutNote("undo", "-s", "b", "--break-hard-links") == .prints(lines))
        #expect(try contents() == [["x": 1], ["y": 2], [:]])
    }

    @Test("a run of which a file has no record left is refused, rather than half of it undone")
    func lostPart() throws {
        #expect(process.run("history", "--clear", "-s", "b").exit == 0)
        let outcome = process.run("undo", "-s", "a")
        #expect(outcome.exit == 7)
        #expect(outcome.errors.contains("of 3 changed files, 2 still have a record of it"))
        #expect(try contents() == [["x": 5], ["y": 7], ["n": 1]])
        #expect(process.run("undo", "-s", "a", "--force", "-q").exit == 0)
        #expect(try contents() == [["x": 1], ["y": 7], [:]])
    }

    @Test("a run whose last files have no record is undone as one that was stopped, with a note")
    func lostEnd() throws {
        #expect(process.run("history", "--clear", "-s", "c").exit == 0)
        let outcome = process.run("undo", "-s", "a")
        #expect(outcome.exit == 0)
        #expect(outcome.errors.contains("of the 3 files of this run, 2 have a record"))
        #expect(try contents() == [["x": 1], ["y": 2], ["n": 1]])
    }

    @Test("a change of one suite alone by apply --all-suites is its own")
    func others() throws {
        #expect(process.run("set", "-s", "c", "n", "2").exit == 0)
        #expect(process.withoutNote("undo", "-s", "c") == .prints("~ n 2 -> 1\n"))
        #expect(try contents() == [["x": 5], ["y": 7], ["n": 1]])
    }
}
