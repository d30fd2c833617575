import Foundation
import Glibc
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

    @Test("waits with any timeout, the longest and the shortest that there are", arguments: [Int128.min, .max])
    func extremeTimeout(attoseconds: Int128) throws {
        try watcher.watch(folder("a"))
        try folder.write("1", to: "a")
        let timeout = Duration(attoseconds: attoseconds)
        #expect(try watcher.nextChanges(timeout: timeout) == .changed([folder("a")]))
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
        #expect(outcomes.count { $0 == .changed([folder("a")]) } == 1)
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
            let path = folder("etc/app/a")
            let change = try #require(RacingChange.allCases.randomElement(using: &generator))
            try change.prepare(folder)
            let delays = (0..<2).map { _ in Int.random(in: 0...20_000, using: &generator) }
            let changer = Background {
                spin(delays[0])
                try change.make(folder)
            }
            spin(delays[1])
            try watcher.watch(path)
            while folder.text(of: "etc/app/a") != "new" {
                let changes = try watcher.nextChanges(timeout: .seconds(10))
                try #require(changes == .changed([path]), "round \(round): \(change)")
            }
            try changer.result()
            watcher.unwatch(path)
        }
    }

    @Test("tells of the last change, whatever came before and however fast")
    func storm() throws {
        var generator = SeededGenerator.printingSeed()
        for round in 1...10 {
            let folder = try TemporaryFolder()
            let watcher = try FileWatcher()
            try watcher.watch(folder("etc/app/a"))
            let changes = (1...100).compactMap { _ in RacingChange.allCases.randomElement(using: &generator) }
            let changer = Background {
                for change in changes + [.folders] {
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

/// A change of `etc/app/a` to other text, after which nothing more happens to it.
enum RacingChange: CaseIterable {
    case write, rename, creation, folders, movedFolder, link, folderLink

    /// Makes an empty folder what it is before the change.
    func prepare(_ folder: TemporaryFolder) throws {
        switch self {
        case .folders:
            break
        case .creation:
            try folder.makeFolder("etc")
            try folder.makeFolder("etc/app")
        case .write, .rename, .link:
            try folder.makeFolder("etc")
            try folder.makeFolder("etc/app")
            try folder.write("old", to: "etc/app/a")
        case .movedFolder, .folderLink:
            try folder.makeFolder("etc")
            try folder.makeFolder("old")
            try folder.write("old", to: "old/a")
            try folder.link("etc/app", to: "../old")
        }
    }

    /// Makes the change.
    func make(_ folder: TemporaryFolder, text: String = "new") throws {
        switch self {
        case .write, .creation:
            try folder.write(text, to: "etc/app/a")
        case .rename:
            try folder.write(text, to: "etc/app/b")
            folder.rename("etc/app/b", to: "etc/app/a")
        case .folders:
            try folder.makeFolder("etc")
            try folder.makeFolder("etc/app")
            try folder.write(text, to: "etc/app/a")
        case .movedFolder:
            try folder.makeFolder("new")
            try folder.write(text, to: "new/a")
            folder.rename("old", to: "older")
            folder.rename("new", to: "old")
        case .link:
            try folder.write(text, to: "target")
            try folder.link("link", to: "../../target")
            folder.rename("link", to: "etc/app/a")
        case .folderLink:
            try folder.makeFolder("new")
            try folder.write(text, to: "new/a")
            try folder.link("link", to: "../new")
            folder.rename("link", to: "etc/app")
        }
    }
}

extension TemporaryFolder {
    /// Gives a file or folder another name, over a file that has it, rename(2).
    func rename(_ name: String, to other: String) {
        let outcome = unsafe Glibc.rename(self(name), self(other))
        #expect(outcome == 0, "\(name) to \(other)")
    }
}
