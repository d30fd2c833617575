import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import PreferenceStore

@Suite("A file watcher used by several threads", .mayWait)
struct FileWatcherThreadTests {
    private let directory: TemporaryDirectory
    private let watcher: FileWatcher

    init() throws {
        directory = try TemporaryDirectory()
        watcher = try FileWatcher()
    }

    @Test("a thread waits for a change in another process")
    func waiting() throws {
        let path = directory("a")
        try watcher.watch(path)
        let waiter = Background { [watcher] in try watcher.nextChanges(timeout: .seconds(60)) }
        try directory.run("echo 1 > a")
        #expect(try waiter.result() == .changed([path]))
    }

    @Test("a wait ends at the timeout")
    func timeout() throws {
        try watcher.watch(directory("a"))
        #expect(try watcher.nextChanges(timeout: .nanoseconds(1)) == .timedOut)
        #expect(try watcher.nextChanges(timeout: .seconds(-1)) == .timedOut)
    }

    @Test("a wait can have the longest and the shortest possible timeout", arguments: [Int128.min, .max])
    func extremeTimeout(attoseconds: Int128) throws {
        try watcher.watch(directory("a"))
        try directory.write("1", to: "a")
        let timeout = Duration(attoseconds: attoseconds)
        #expect(try watcher.nextChanges(timeout: timeout) == .changed([directory("a")]))
    }

    @Test("a path can be added while a thread waits")
    func watchingMore() throws {
        let waiter = Background { [watcher] in try watcher.nextChanges(timeout: .seconds(60)) }
        try watcher.watch(directory("a"))
        try directory.write("1", to: "a")
        #expect(try waiter.result() == .changed([directory("a")]))
    }

    @Test("a change is reported to one thread, and a stop to all")
    func stopping() throws {
        try watcher.watch(directory("a"))
        try directory.write("1", to: "a")
        let waiters = (1...4).map { _ in
            Background { [watcher] in
                var outcomes: [FileChanges] = []
                repeat {
                    outcomes.append(try watcher.nextChanges(timeout: .seconds(60)))
                } while outcomes.last != .stopped && outcomes.last != .timedOut
                return outcomes
            }
        }
        let early = try watcher.nextChanges(timeout: .zero)
        watcher.stop()
        let outcomes = try [early] + waiters.flatMap { try $0.result() }
        #expect(outcomes.count { $0 == .stopped } == 4)
        #expect(outcomes.count { $0 == .changed([directory("a")]) } == 1)
        #expect(!outcomes.dropFirst().contains(.timedOut))
    }

    @Test("a stopped watcher stays stopped, whatever changes")
    func stopped() throws {
        try watcher.watch(directory("a"))
        watcher.stop()
        watcher.stop()
        try directory.write("1", to: "a")
        #expect(try watcher.nextChanges() == .stopped)
        #expect(try watcher.nextChanges(timeout: .zero) == .stopped)
    }

    @Test("a change during the call to watch is not lost")
    func beginning() throws {
        var generator = SeededGenerator.printingSeed()
        for round in 1...300 {
            let directory = try TemporaryDirectory()
            let path = directory("etc/app/a")
            let change = try #require(RacingChange.allCases.randomElement(using: &generator))
            try change.prepare(directory)
            let delays = (0..<2).map { _ in Int.random(in: 0...20_000, using: &generator) }
            let changer = Background {
                spin(delays[0])
                try change.make(directory)
            }
            spin(delays[1])
            try watcher.watch(path)
            while directory.text(of: "etc/app/a") != "new" {
                let changes = try watcher.nextChanges(timeout: .seconds(60))
                try #require(changes == .changed([path]), "round \(round): \(change)")
            }
            try changer.result()
            watcher.unwatch(path)
        }
    }

    @Test("the last change is reported, however many changes precede it and however fast")
    func storm() throws {
        var generator = SeededGenerator.printingSeed()
        for round in 1...10 {
            let directory = try TemporaryDirectory()
            let watcher = try FileWatcher()
            try watcher.watch(directory("etc/app/a"))
            let changes = (1...100).compactMap { _ in RacingChange.allCases.randomElement(using: &generator) }
            let changer = Background {
                for change in changes + [.directories] {
                    try directory.clear()
                    try change.prepare(directory)
                    try change.make(directory, text: "then")
                }
                try directory.write("new", to: "etc/app/a")
            }
            while directory.text(of: "etc/app/a") != "new" {
                let changes = try watcher.nextChanges(timeout: .seconds(60))
                try #require(changes == .changed([directory("etc/app/a")]), "round \(round)")
            }
            try changer.result()
        }
    }
}

extension TemporaryDirectory {
    /// Returns the text of a file, or nil if it cannot be read.
    fileprivate func text(of name: String) -> String? {
        (try? bytes(of: name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Removes everything in the directory.
    fileprivate func clear() throws {
        for name in try names {
            try FileManager.default.removeItem(atPath: self(name))
        }
    }
}

/// Keeps the thread busy for a moment.
private func spin(_ rounds: Int) {
    let counter = Atomic(0)
    for _ in 0..<rounds {
        counter.add(1, ordering: .sequentiallyConsistent)
    }
}

/// A change of `etc/app/a` to other text, after which nothing else changes the file.
enum RacingChange: CaseIterable {
    case write, rename, creation, directories, movedDirectory, link, directoryLink

    /// Creates the state before the change in an empty directory.
    func prepare(_ directory: TemporaryDirectory) throws {
        switch self {
        case .directories:
            break
        case .creation:
            try directory.makeDirectory("etc")
            try directory.makeDirectory("etc/app")
        case .write, .rename, .link:
            try directory.makeDirectory("etc")
            try directory.makeDirectory("etc/app")
            try directory.write("old", to: "etc/app/a")
        case .movedDirectory, .directoryLink:
            try directory.makeDirectory("etc")
            try directory.makeDirectory("old")
            try directory.write("old", to: "old/a")
            try directory.link("etc/app", to: "../old")
        }
    }

    /// Makes the change.
    func make(_ directory: TemporaryDirectory, text: String = "new") throws {
        switch self {
        case .write, .creation:
            try directory.write(text, to: "etc/app/a")
        case .rename:
            try directory.write(text, to: "etc/app/b")
            directory.rename("etc/app/b", to: "etc/app/a")
        case .directories:
            try directory.makeDirectory("etc")
            try directory.makeDirectory("etc/app")
            try directory.write(text, to: "etc/app/a")
        case .movedDirectory:
            try directory.makeDirectory("new")
            try directory.write(text, to: "new/a")
            directory.rename("old", to: "older")
            directory.rename("new", to: "old")
        case .link:
            try directory.write(text, to: "target")
            try directory.link("link", to: "../../target")
            directory.rename("link", to: "etc/app/a")
        case .directoryLink:
            try directory.makeDirectory("new")
            try directory.write(text, to: "new/a")
            try directory.link("link", to: "../new")
            directory.rename("link", to: "etc/app")
        }
    }
}

extension TemporaryDirectory {
    /// Renames a file or directory, replacing any file with the new name, rename(2).
    func rename(_ name: String, to other: String) {
        let outcome = unsafe Glibc.rename(self(name), self(other))
        #expect(outcome == 0, "\(name) to \(other)")
    }
}
