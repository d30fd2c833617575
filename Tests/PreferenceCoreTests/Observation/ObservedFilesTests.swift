import Foundation
import Observation
import PreferenceStore
import PropertyLists
import TestSupport
import Testing

@testable import PreferenceCore

@Suite("Observing files that come, go and are damaged")
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

    /// Writes a file as another program that keeps the rules would: whole, in the place of the one before.
    private func replace(_ name: String, with contents: PropertyListDictionary) throws {
        try suites.directory.write(PropertyList.dictionary(contents).serialized(as: .xml), to: "\(name).new")
        try suites.directory.rename("\(name).new", to: name)
    }

    @Test("tells of a directory that was not there, made by another program with the file in it")
    func newDirectory() throws {
        let observation = observe()
        try replace("elsewhere/app.plist", with: ["count": 3])
        try suites.directory.rename("elsewhere", to: "user")
        #expect(news.next() == "7 3")
        #expect(preferences[.count] == 3)
        withExtendedLifetime(observation) {}
    }

    @Test("puts a change back that a program without a lock has taken back, and keeps what that program wrote")
    func takenBack() throws {
        try suites.write(["title": "old"])
        preferences[.count] = 3
        let observation = observe()
        // It had read the file before the change.
        try suites.directory.write(PropertyList.dictionary(["title": "new"]).serialized(as: .xml), to: suites.name())
        #expect(news.next() == "3 7")
        #expect(news.next() == "7 3")
        #expect(try suites.contents() == ["title": "new", "count": 3])
        withExtendedLifetime(observation) {}
    }

    @Test("tells of a write in place, of as many bytes as the file had, after each change of its own")
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

    @Test("tells of a write in place that has the date and the size of a change of its own")
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

    @Test("tells of a directory that is removed and made again")
    func removedDirectory() throws {
        try suites.write(["count": 1])
        let observation = observe()
        try FileManager.default.removeItem(atPath: suites.directory.path(of: "user"))
        #expect(news.next() == "1 7")
        try replace(suites.name(), with: ["count": 2])
        #expect(news.next() == "7 2")
        withExtendedLifetime(observation) {}
    }

    @Test("tells of a symbolic link that is turned to another file, and of that file's changes")
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

    @Test("goes on where a file behind the suite's own cannot be read")
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

    @Test("tells by all changes what a damaged file holds when it is whole again", .timeLimit(.minutes(10)))
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

    @Test("of a key tells of a value under a former name, another declaration of the key beside it")
    func formerName() throws {
        let renamed = PreferenceKey<Int>("count", default: 7, formerly: ["Count"])
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

    @Test("is by each reading where the system refuses to watch, which is reported once")
    func unwatched() async {
        await #expect(processExitsWith: .success) {
            let suites = try SuiteDirectory()
            try suites.write(["count": 1])
            let preferences = try suites.preferences()
            let news = News()
            let reported = try problems {
                try withoutRoomForFiles { #expect(preferences[.count] == 7) }
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
