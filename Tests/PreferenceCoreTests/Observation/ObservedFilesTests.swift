import Foundation
import Observation
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Observing files that appear, disappear or are damaged", .mayWait)
struct ObservedFilesTests {
    private let suites: SuiteDirectory
    private let preferences: Preferences
    private let news = News()

    init() throws {
        suites = try SuiteDirectory()
        preferences = try suites.preferences()
    }

    private func observe() -> PreferenceObservation {
        preferences.observe(.count) { [news] old, new in news.add("\(old) \(new)") }
    }

    /// Replaces a file with a new, complete one, as another program that follows the rules does.
    private func replace(_ name: String, with contents: PropertyListDictionary) throws {
        try suites.directory.write(PropertyList.dictionary(contents).serialized(as: .xml), to: "\(name).new")
        try suites.directory.rename("\(name).new", to: name)
    }

    @Test("observation reports the file in a directory that another program creates")
    func newDirectory() throws {
        let observation = observe()
        try replace("elsewhere/app.plist", with: ["count": 3])
        try suites.directory.rename("elsewhere", to: "user")
        #expect(news.next() == "7 3")
        #expect(preferences[.count] == 3)
        withExtendedLifetime(observation) {}
    }

    @Test("observation restores a change that a program without a lock overwrites, and keeps that program's change")
    func takenBack() throws {
        try suites.write(["title": "old"])
        preferences[.count] = 3
        let observation = observe()
        // The other program read the file before the change.
        try suites.directory.write(PropertyList.dictionary(["title": "new"]).serialized(as: .xml), to: suites.name())
        #expect(news.next() == "3 7")
        #expect(news.next() == "7 3")
        #expect(try suites.contents() == ["title": "new", "count": 3])
        withExtendedLifetime(observation) {}
    }

    @Test("observation reports an in-place write of the same size after each of its own changes")
    func sameSize() throws {
        preferences[.count] = 10
        let observation = observe()
        for value in stride(from: 11, to: 50, by: 3) {
            try suites.directory.write(
                PropertyList.dictionary(["count": .integer(PropertyListInteger(Int64(value)))]).serialized(as: .xml),
                to: suites.name()
            )
            #expect(news.next() == "\(value - 1) \(value)")
            preferences[.count] += 2
            #expect(news.next() == "\(value) \(value + 2)")
        }
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }

    @Test("observation reports an in-place write with the date and size of its own change")
    func sameDate() throws {
        preferences[.count] = 10
        let observation = observe()
        let file = suites.directory.path(of: suites.name())
        let copy = suites.directory.path(of: "copy")
        #expect(try Subprocess("/bin/cp", ["--preserve=timestamps", file, copy]).run().ending == .exited(0))
        try suites.directory.write(PropertyList.dictionary(["count": 11]).serialized(as: .xml), to: suites.name())
        #expect(try Subprocess("/bin/touch", ["-r", copy, file]).run().ending == .exited(0))
        #expect(news.next() == "10 11")
        #expect(preferences[.count] == 11)
        withExtendedLifetime(observation) {}
    }

    @Test("observation reports a directory that is removed and created again")
    func removedDirectory() throws {
        try suites.write(["count": 1])
        let observation = observe()
        try FileManager.default.removeItem(atPath: suites.directory.path(of: "user"))
        #expect(news.next() == "1 7")
        try replace(suites.name(), with: ["count": 2])
        #expect(news.next() == "7 2")
        withExtendedLifetime(observation) {}
    }

    @Test("observation reports a symbolic link that changes to another file, and that file's changes")
    func symbolicLink() throws {
        try replace("dotfiles/a.plist", with: ["count": 1])
        try replace("dotfiles/b.plist", with: ["count": 2])
        try suites.directory.makeDirectory("user")
        try suites.directory.symlink(suites.name(), to: "../dotfiles/a.plist")
        let observation = observe()
        #expect(preferences[.count] == 1)
        try suites.directory.symlink("user/link", to: "../dotfiles/b.plist")
        try suites.directory.rename("user/link", to: suites.name())
        #expect(news.next() == "1 2")
        try replace("dotfiles/b.plist", with: ["count": 3])
        #expect(news.next() == "2 3")
        preferences[.count] += 1
        #expect(news.next() == "3 4")
        #expect(try suites.directory.isSymbolicLink(suites.name()))
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }

    @Test("observation continues if a later file in the search list cannot be read")
    func damagedLayer() throws {
        let global = ".GlobalPreferences"
        try suites.writeOld("<plist>", to: global)
        let observation = observe()
        withObservationTracking {
            _ = preferences[.flag]
        } onChange: { [news] in
            news.add("flag")
        }
        try replace(suites.name(), with: ["count": 1])
        #expect(news.next() == "7 1")
        preferences[.count] = 2
        #expect(news.next() == "1 2")
        try suites.write(["flag": true, "count": 5], to: global)
        #expect(news.next() == "flag")
        preferences.reset(.count)
        #expect(news.next() == "2 5")
        #expect(news.rest == [])
        withExtendedLifetime(observation) {}
    }

    @Test("changes() yields the changes in a damaged file once it is repaired", .timeLimit(.minutes(10)))
    func repaired() async throws {
        try suites.write(["count": 1, "title": "x"])
        var changes = preferences.changes().makeAsyncIterator()
        try suites.writeOld("<plist>")
        #expect(throws: PreferenceError.self) { try preferences.value(for: .count) }
        try suites.write(["count": 2, "title": "x"])
        #expect(await changes.next() == PreferenceChange(key: "count", old: 1, new: 2))
        try suites.write(["count": 2])
        #expect(await changes.next() == PreferenceChange(key: "title", old: "x", new: nil))
    }

    @Test("observing a key reports a value under a former name that another declaration of the key lacks")
    func formerName() throws {
        let renamed = PreferenceKey<Int>("count", default: 7).formerly("Count")
        #expect(preferences[.count] == 7)
        withObservationTracking {
            _ = preferences[renamed]
        } onChange: { [news] in
            news.add("changed")
        }
        try suites.write(["Count": 1])
        #expect(preferences[renamed] == 1)
        #expect(news.next() == "changed")
    }

    /// The way in which another program changes a file.
    enum ForeignChange: String, CaseIterable, Codable {
        case commit, rename, inPlace, removal
    }

    @Test(
        "a change just after the first access of a process is read, and reported if it is observed",
        arguments: ForeignChange.allCases,
        [false, true]
    )
    func firstChange(change: ForeignChange, isObserved: Bool) async {
        await #expect(processExitsWith: .success) { [change, isObserved] in
            let test = try ObservedFilesTests()
            try test.suites.write(["count": 1])
            let observation = isObserved ? test.observe() : nil
            #expect(test.preferences[.count] == 1)
            let name = test.suites.name()
            switch change {
            case .commit:
                _ = try SuiteFile(path: test.suites.path()).change { root throws(Never) in root["count"] = 2 }
            case .rename: try test.replace(name, with: ["count": 2])
            case .inPlace:
                try test.suites.directory.write(PropertyList.dictionary(["count": 2]).serialized(as: .xml), to: name)
            case .removal: try FileManager.default.removeItem(atPath: test.suites.path())
            }
            let value = change == .removal ? 7 : 2
            if isObserved {
                #expect(test.news.next() == "1 \(value)")
            }
            #expect(test.preferences[.count] == value)
            withExtendedLifetime(observation) {}
        }
    }

    @Test("a few reads start no watcher, many do, and each finds the changes")
    func firstReads() async {
        await #expect(processExitsWith: .success) {
            func watcherCount() throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
                    return target == "anon_inode:inotify"
                }
            }
            let suites = try SuiteDirectory()
            let preferences = try suites.preferences()
            #expect(preferences[.count] == 7)
            for count in 1..<64 {
                let contents = PropertyList.dictionary(["count": count.propertyList])
                try suites.directory.write(contents.serialized(as: .xml), to: suites.name())
                #expect(preferences[.count] == count)
            }
            #expect(try watcherCount() == 0)
            #expect(preferences[.count] == 63)
            #expect(try watcherCount() == 1)
        }
    }

    @Test("if the system refuses to watch a file, each read finds the changes, and one problem is reported")
    func unwatched() async {
        await #expect(processExitsWith: .success) {
            let suites = try SuiteDirectory()
            try suites.write(["count": 1])
            let preferences = try suites.preferences()
            let news = News()
            let reported = try problems {
                for _ in 0..<64 { #expect(preferences[.count] == 1) }
                try withoutRoomForFiles { #expect(preferences[.count] == 1) }
                #expect(preferences[.count] == 1)
            }
            let refusals = reported.filter { if case .store(.cannotWatch) = $0 { true } else { false } }
            #expect(refusals.count == 1)
            let observation = preferences.observe(.count) { old, new in news.add("\(old) \(new)") }
            try suites.directory.write(PropertyList.dictionary(["count": 2]).serialized(as: .xml), to: suites.name())
            #expect(preferences[.count] == 2)
            #expect(news.next() == "1 2")
            preferences[.count] += 1
            #expect(news.next() == "2 3")
            #expect(news.rest == [])
            withExtendedLifetime(observation) {}
        }
    }
}
