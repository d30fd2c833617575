import PropertyLists
import Testing

@testable import PreferenceStore

/// Each change is made by another process.
@Suite("A file watcher")
struct WatchedChangeTests {
    private let folder: TemporaryFolder
    private let watcher: FileWatcher
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        watcher = try FileWatcher()
        path = folder("etc/app/a.plist")
    }

    @Test(
        "tells once of a change to the file, to a folder on the way or to a link, and then of the next",
        arguments: WatchedChange.files + WatchedChange.folders + WatchedChange.links
    )
    func changes(change: WatchedChange) throws {
        try folder.run(change.preparation)
        try watcher.watch(path)
        #expect(try watcher.changesUpToNow() == [])
        try folder.run(change.change)
        #expect(try watcher.changesUpToNow() == [path])
        #expect(try watcher.changesUpToNow() == [])
        try folder.run("rm -rf etc; mkdir -p etc/app; echo 3 > etc/app/a.plist")
        #expect(try watcher.changesUpToNow() == [path])
        try folder.run("echo 4 > etc/app/a.plist")
        #expect(try watcher.changesUpToNow() == [path])
    }

    @Test("tells of nothing else", arguments: WatchedChange.others)
    func otherChanges(change: WatchedChange) throws {
        try folder.run(change.preparation)
        try watcher.watch(path)
        try folder.run(change.change)
        #expect(try watcher.changesUpToNow() == [])
    }

    @Test(
        "tells no longer of a file that the path has led to",
        arguments: [
            ("mv etc/app/a.plist old", "echo 2 > old"),
            ("mv etc old; mkdir etc", "echo 2 > old/app/a.plist; rm -r old"),
            ("mv etc/app/a.plist old; ln -s ../../other etc/app/a.plist", "echo 2 > old"),
        ]
    )
    func formerFiles(change: String, later: String) throws {
        try folder.run("mkdir -p etc/app; echo 1 > etc/app/a.plist")
        try watcher.watch(path)
        try folder.run(change)
        #expect(try watcher.changesUpToNow() == [path])
        try folder.run(later)
        #expect(try watcher.changesUpToNow() == [])
    }

    @Test("is not woken by what is written to other files in the folder")
    func otherFiles() throws {
        try folder.run("mkdir -p etc/app; echo 1 > etc/app/a.plist; echo 1 > etc/app/b.plist")
        try watcher.watch(path)
        try folder.run("echo 2 > etc/app/b.plist; cat etc/app/b.plist")
        #expect(try watcher.inotify.takeEvents().filter { $0.name == Array("b.plist".utf8) } == [])
    }

    @Test("tells of what this package writes")
    func ownWrites() throws {
        try folder.run("mkdir -p etc/app")
        try watcher.watch(path)
        try SuiteFile(path: path).set("a", to: 1)
        #expect(try watcher.changesUpToNow() == [path])
        try SuiteFile(path: path).set("a", to: 2)
        #expect(try watcher.changesUpToNow() == [path])
        try SuiteFile(path: path).set("a", to: 2)
        _ = try SuiteFile(path: path).read()
        #expect(try watcher.changesUpToNow() == [])
    }
}

extension InotifyEvent {
    /// The name in a folder that the event is about.
    fileprivate var name: [UInt8]? {
        guard case .change(let point) = self else { return nil }
        return point.name
    }
}
