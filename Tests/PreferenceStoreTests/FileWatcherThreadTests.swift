import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PreferenceStore

@Suite("A file watcher, among threads,")
struct FileWatcherThreadTests {
    private let folder: TemporaryFolder
    private let watcher: FileWatcher

    init() throws {
        folder = try TemporaryFolder()
        watcher = try FileWatcher()
    }

    @Test("waits for a change in another process")
    func waiting() throws {
        let path = folder("a")
        try watcher.watch(path)
        let waiter = Background { [watcher] in try watcher.nextChanges(timeout: .seconds(10)) }
        try folder.run("echo 1 > a")
        #expect(try waiter.result() == .changed([path]))
    }

    @Test("waits no longer than it may")
    func timeout() throws {
        try watcher.watch(folder("a"))
        #expect(try watcher.nextChanges(timeout: .nanoseconds(1)) == .timedOut)
        #expect(try watcher.nextChanges(timeout: .seconds(-1)) == .timedOut)
    }

    @Test("takes paths while a thread waits")
    func watchingMore() throws {
        let waiter = Background { [watcher] in try watcher.nextChanges(timeout: .seconds(10)) }
        try watcher.watch(folder("a"))
        try folder.write("1", to: "a")
        #expect(try waiter.result() == .changed([folder("a")]))
    }

    @Test("tells one thread of a change, and all that they are to stop")
    func stopping() throws {
        try watcher.watch(folder("a"))
        try folder.write("1", to: "a")
        let waiters = (1...4).map { _ in
            Background { [watcher] in
                var outcomes: [FileChanges] = []
                repeat {
                    outcomes.append(try watcher.nextChanges(timeout: .seconds(10)))
                } while outcomes.last != .stopped && outcomes.last != .timedOut
                return outcomes
            }
        }
        let early = try watcher.nextChanges(timeout: .zero)
        watcher.stop()
        let outcomes = try [early] + waiters.flatMap { try $0.result() }
        #expect(outcomes.count { $0 == .stopped } == 4)
        #expect(outcomes.count { $0 == .changed([folder("a")]) } <= 1)
        #expect(!outcomes.dropFirst().contains(.timedOut))
    }

    @Test("stays stopped, whatever changes")
    func stopped() throws {
        try watcher.watch(folder("a"))
        watcher.stop()
        watcher.stop()
        try folder.write("1", to: "a")
        #expect(try watcher.nextChanges() == .stopped)
        #expect(try watcher.nextChanges(timeout: .zero) == .stopped)
    }

    @Test("loses no change that comes while the watch begins")
    func beginning() throws {
        var generator = SeededGenerator.printingSeed()
        for round in 1...300 {
            let folder = try TemporaryFolder()
            let change = try #require(RacingChange.allCases.randomElement(using: &generator))
            try change.prepare(folder)
            let (delay, otherDelay) = (
                Int.random(in: 0...20_000, using: &generator), Int.random(in: 0...20_000, using: &generator)
            )
            let changer = Background {
                spin(delay)
                try change.make(folder)
            }
            spin(otherDelay)
            let watcher = try FileWatcher()
            try watcher.watch(folder("etc/app/a"))
            while folder.text(of: "etc/app/a") != "new" {
                let changes = try watcher.nextChanges(timeout: .seconds(10))
                try #require(changes == .changed([folder("etc/app/a")]), "round \(round): \(change)")
            }
            try changer.result()
        }
    }

    @Test("tells of the last change, whatever came before and however fast")
    func storm() throws {
        var generator = SeededGenerator.printingSeed()
        for round in 1...30 {
            let folder = try TemporaryFolder()
            let watcher = try FileWatcher()
            try watcher.watch(folder("etc/app/a"))
            var changes = (1...100).map { _ in RacingChange.allCases.randomElement(using: &generator) }
            changes.append(.folders)
            let changer = Background { [changes] in
                for change in changes.compactMap(\.self) {
                    try folder.clear()
                    try change.prepare(folder)
                    try change.make(folder, text: "then")
                }
                try folder.write("new", to: "etc/app/a")
            }
            while folder.text(of: "etc/app/a") != "new" {
                let changes = try watcher.nextChanges(timeout: .seconds(10))
                try #require(changes == .changed([folder("etc/app/a")]), "round \(round)")
            }
            try changer.result()
        }
    }
}

/// A change of `etc/app/a` to other text, after which nothing else happens to it.
private enum RacingChange: CaseIterable {
    case write, rename, creation, folders, movedFolder, link, folderLink

    /// Makes the folder as it is before the change.
    func prepare(_ folder: TemporaryFolder) throws {
        guard self != .folders else { return }
        try folder.makeFolder("etc")
        switch self {
        case .folders: break
        case .write, .rename, .creation, .link:
            try folder.makeFolder("etc/app")
            if self != .creation {
                try folder.write("old", to: "etc/app/a")
            }
        case .movedFolder, .folderLink:
            try folder.makeFolder("old")
            try folder.write("old", to: "old/a")
            try folder.link("etc/app", to: "../old")
        }
    }

    func make(_ folder: TemporaryFolder, text: String = "new") throws {
        switch self {
        case .write, .creation:
            try folder.write(text, to: "etc/app/a")
        case .rename:
            try folder.write(text, to: "etc/app/b")
            _ = unsafe Glibc.rename(folder("etc/app/b"), folder("etc/app/a"))
        case .folders:
            try folder.makeFolder("etc")
            try folder.makeFolder("etc/app")
            try folder.write(text, to: "etc/app/a")
        case .movedFolder:
            try folder.makeFolder("new")
            try folder.write(text, to: "new/a")
            _ = unsafe Glibc.rename(folder("old"), folder("older"))
            _ = unsafe Glibc.rename(folder("new"), folder("old"))
        case .link:
            try folder.write(text, to: "target")
            try folder.link("link", to: "../../target")
            _ = unsafe Glibc.rename(folder("link"), folder("etc/app/a"))
        case .folderLink:
            try folder.makeFolder("new")
            try folder.write(text, to: "new/a")
            try folder.link("link", to: "../new")
            _ = unsafe Glibc.rename(folder("link"), folder("etc/app"))
        }
    }
}

extension TemporaryFolder {
    /// The text of a file; nil where it is not there.
    fileprivate func text(of name: String) -> String? {
        (try? bytes(of: name)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Removes everything in the folder.
    fileprivate func clear() throws {
        for name in try names {
            try FileManager.default.removeItem(atPath: self(name))
        }
    }
}

/// Keeps a thread busy for a moment.
private func spin(_ rounds: Int) {
    let counter = Atomic(0)
    for _ in 0..<rounds {
        counter.add(1, ordering: .sequentiallyConsistent)
    }
}
