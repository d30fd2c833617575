import Foundation
import TestSupport
import Testing

@testable import PreferenceStore

@Suite("A file watcher", .mayWait)
struct FileWatcherTests {
    private let directory: TemporaryDirectory
    private let watcher: FileWatcher

    init() throws {
        directory = try TemporaryDirectory()
        watcher = try FileWatcher()
    }

    // MARK: Paths

    @Test(
        "a path is reported as it was given",
        arguments: ["//a//b/./c", "/a/d/../b/c", "/link/../b/c"]
    )
    func spelling(path: String) throws {
        try directory.run("mkdir -p a/b a/d; ln -s a/d link; echo 1 > a/b/c")
        let path = directory.path + path
        try watcher.watch(path)
        try directory.write("2", to: "a/b/c")
        #expect(try watcher.changesUpToNow() == [path])
    }

    @Test("names that appear and disappear in a directory are its changes, and writes to files in it are not")
    func directories() throws {
        try directory.run("mkdir a; echo 1 > a/old; ln -s a link")
        for path in [directory("link"), directory("a/old")] {
            try watcher.watch(path)
        }
        for (script, changes) in [
            ("echo 1 > a/new", ["link"]), ("echo 2 >> a/new", []), ("echo 2 >> a/old", ["a/old"]),
            ("rm a/new", ["link"]), ("mv a b; mkdir a", ["a/old", "link"]), ("echo 1 > a/x", ["link"]),
        ] {
            try directory.run(script)
            #expect(try watcher.changesUpToNow().sorted() == changes.map { directory($0) }, "\(script)")
        }
    }

    @Test("a relative path starts at the working directory")
    func relativePath() throws {
        try directory.write("1", to: "a")
        let workingDirectory = FileManager.default.currentDirectoryPath
        let depth = workingDirectory.split(separator: "/").count
        let path = String(repeating: "../", count: depth) + directory("a").drop { $0 == "/" }
        try watcher.watch(path)
        try directory.write("2", to: "a")
        #expect(try watcher.changesUpToNow() == [path])
    }

    @Test("paths that Unicode considers equivalent are different paths")
    func canonicalEquivalence() throws {
        let paths = [directory("\u{E9}"), directory("e\u{301}")]
        for path in paths {
            try watcher.watch(path)
        }
        try directory.write("1", to: "e\u{301}")
        #expect(try watcher.changesUpToNow().map { Array($0.utf8) } == [Array(paths[1].utf8)])
    }

    @Test("a path that cannot be a file's is refused")
    func refusedPaths() throws {
        #expect(throws: PreferenceStoreError.system(.open, path: "", .noSuchFile)) { try watcher.watch("") }
        #expect(throws: PreferenceStoreError.system(.open, path: "/a\0", .invalidArgument)) {
            try watcher.watch("/a\0")
        }
        #expect(throws: PreferenceStoreError.notRegularFile(path: "/", .directory)) { try watcher.watch("/") }
        #expect(try watcher.watchCount() == 0)
    }

    @Test("all changed files are reported at once, and no others")
    func manyPaths() throws {
        for name in ["a", "b", "c"] {
            try watcher.watch(directory(name))
        }
        try directory.write("1", to: "c")
        try directory.write("1", to: "a")
        #expect(try watcher.changesUpToNow() == [directory("a"), directory("c")])
    }

    @Test("a change is reported for every path that leads to the file")
    func manyLinks() throws {
        try directory.run("echo 1 > real; ln -s real a; ln -s a b; ln real c; mkdir far; ln -s ../real far/d")
        let paths = [directory("a"), directory("b"), directory("c"), directory("far/d")]
        for path in paths {
            try watcher.watch(path)
        }
        try directory.write("2", to: "real")
        #expect(try watcher.changesUpToNow() == paths)
        try directory.run("mv a b")
        #expect(try watcher.changesUpToNow() == [directory("a"), directory("b")])
    }

    @Test("a file is watched until unwatch has been called as often as watch")
    func counting() throws {
        let path = directory("a")
        try watcher.watch(path)
        try watcher.watch(path)
        try directory.write("1", to: "a")
        #expect(try watcher.changesUpToNow() == [path])
        watcher.unwatch(path)
        try directory.write("2", to: "a")
        #expect(try watcher.changesUpToNow() == [path])
        watcher.unwatch(path)
        watcher.unwatch(path)
        try directory.write("3", to: "a")
        #expect(try watcher.changesUpToNow() == [])
        #expect(try watcher.watchCount() == 0)
    }

    @Test("an unwatched file is not reported, and the other files still are")
    func unwatching() throws {
        try watcher.watch(directory("a"))
        try watcher.watch(directory("b"))
        try directory.write("1", to: "a")
        try directory.write("1", to: "b")
        watcher.unwatch(directory("a"))
        #expect(try watcher.changesUpToNow() == [directory("b")])
        try directory.write("2", to: "b")
        #expect(try watcher.changesUpToNow() == [directory("b")])
    }

    // MARK: Permissions

    @Test("changes below a directory without read permission are reported")
    func unreadableDirectory() throws {
        try directory.run("mkdir -p etc/app; echo 1 > etc/app/a; chmod 311 etc")
        let path = directory("etc/app/a")
        try withoutRootAccess { try watcher.watch(path) }
        for change in ["echo 2 > etc/app/a", "echo 3 > etc/app/b; mv etc/app/b etc/app/a", "rm etc/app/a"] {
            try directory.run(change)
            #expect(try withoutRootAccess { try watcher.changesUpToNow() } == [path])
        }
        try directory.run("chmod 755 etc")
        #expect(try withoutRootAccess { try watcher.changesUpToNow() } == [path])
    }

    @Test("a file or directory that becomes readable is reported", arguments: ["etc/app/a", "etc/app", "etc"])
    func openedUp(name: String) throws {
        try directory.run("mkdir -p etc/app; echo 1 > etc/app/a; chmod 000 \(name)")
        let path = directory("etc/app/a")
        try withoutRootAccess { try watcher.watch(path) }
        try directory.run("chmod 755 \(name)")
        #expect(try withoutRootAccess { try watcher.changesUpToNow() } == [path])
        try directory.run("echo 2 > etc/app/a")
        #expect(try withoutRootAccess { try watcher.changesUpToNow() } == [path])
    }

    // MARK: Amounts

    @Test("many changes are reported once")
    func coalescing() throws {
        try watcher.watch(directory("a"))
        try watcher.watch(directory("b"))
        for number in 1...500 {
            try directory.write("\(number)", to: "a")
            try directory.write("\(number)", to: "new")
            directory.rename("new", to: "b")
        }
        #expect(try watcher.changesUpToNow() == [directory("a"), directory("b")])
        #expect(try watcher.changesUpToNow() == [])
    }

    @Test("the watches of replaced files and directories are removed")
    func watchCount() throws {
        let path = directory("etc/a")
        try directory.makeDirectory("etc")
        try directory.write("0", to: "etc/a")
        try watcher.watch(path)
        let count = try watcher.watchCount()
        for number in 1...300 {
            try directory.write("\(number)", to: "etc/new")
            directory.rename("etc/new", to: "etc/a")
            #expect(try watcher.changesUpToNow() == [path])
        }
        for _ in 1...100 {
            directory.rename("etc", to: "old")
            try directory.makeDirectory("etc")
            directory.rename("old/a", to: "etc/a")
            _ = unsafe rmdir(directory("old"))
            #expect(try watcher.changesUpToNow() == [path])
        }
        #expect(try watcher.watchCount() == count)
    }

    @Test("paths share the watches of files and directories")
    func sharing() throws {
        try directory.run("echo 1 > a; ln -s a b; ln -s b c")
        try watcher.watch(directory("a"))
        let count = try watcher.watchCount()
        try watcher.watch(directory("b"))
        try watcher.watch(directory("c"))
        #expect(try watcher.watchCount() == count)
        watcher.unwatch(directory("a"))
        #expect(try watcher.watchCount() == count)
    }

    @Test("all files are reported after the system's event queue overflows", .enabled(if: queueLimit < 100_000))
    func overflow() throws {
        try watcher.watch(directory("a"))
        try watcher.watch(directory("b"))
        for _ in 0...Self.queueLimit / 2 {
            _ = unsafe mkdir(directory("other"), 0o700)
            _ = unsafe rmdir(directory("other"))
        }
        try directory.write("1", to: "a")
        #expect(try watcher.changesUpToNow() == [directory("a"), directory("b")])
        try directory.write("2", to: "a")
        #expect(try watcher.changesUpToNow() == [directory("a")])
    }

    /// The maximum length of an event queue, inotify(7).
    private static let queueLimit: Int = {
        let limit = try? String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
        return limit.flatMap { Int($0.dropLast()) } ?? .max
    }()

    @Test(
        "the error names the limit of the system that is reached",
        arguments: [
            (ENOSPC, "cannot watch files: the limit fs.inotify.max_user_watches is reached"),
            (
                EMFILE,
                "cannot watch files: the limit fs.inotify.max_user_instances, or of open files, is reached"
            ),
            (ENOMEM, "cannot watch files: cannot allocate memory"),
        ]
    )
    func limits(code: Int32, message: String) {
        let error = PreferenceStoreError.cannotWatch(WatchProblem(SystemError(code: code)))
        #expect(error.description == message)
    }
}

@Suite("Inotify records", .mayWait)
struct InotifyEventTests {
    @Test("records become events with the names in directories, without the padding")
    func records() {
        let records = record(1, name: "a.plist", size: 16) + record(2) + record(3, name: "b", size: 2)
        #expect(
            events(in: records) == [
                .change(WatchPoint(watch: 1, name: Array("a.plist".utf8))),
                .change(WatchPoint(watch: 2, name: [])),
                .change(WatchPoint(watch: 3, name: Array("b".utf8))),
            ]
        )
    }

    @Test("a record can report that the queue overflowed")
    func overflow() {
        // IN_Q_OVERFLOW
        let records = record(-1, mask: 0x4000)
        #expect(events(in: records) == [.overflow])
    }

    @Test("a truncated record counts as an overflow", arguments: 1..<32)
    func cut(count: Int) {
        let records = record(2) + record(1, name: "a", size: 16).prefix(count)
        #expect(
            events(in: records) == [.change(WatchPoint(watch: 2, name: [])), .overflow]
        )
    }

    @Test("a name length that exceeds the data counts as an overflow")
    func hugeName() {
        let records = words(1, 2, 0, .max) + Array("a".utf8)
        #expect(events(in: records) == [.overflow])
    }

    private func events(in records: [UInt8]) -> [InotifyEvent] {
        unsafe InotifyEvent.parse(records.span.bytes)
    }

    private func record(_ watch: Int32, mask: UInt32 = 2, name: String = "", size: Int = 0) -> [UInt8] {
        let padding = [UInt8](repeating: 0, count: size - name.utf8.count)
        return words(UInt32(bitPattern: watch), mask, 0, UInt32(size)) + Array(name.utf8) + padding
    }

    private func words(_ words: UInt32...) -> [UInt8] {
        words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
    }
}

extension FileWatcher {
    /// Returns the paths that may have changed up to now, sorted.
    ///
    /// The system queues an event before the change returns.
    func changesUpToNow() throws -> [String] {
        guard case .changed(let paths) = try nextChanges(timeout: .zero) else { return [] }
        return paths.sorted()
    }

    /// Returns the number of files and directories that the system watches for this watcher, from proc(5).
    func watchCount() throws -> Int {
        let information = try String(contentsOfFile: "/proc/self/fdinfo/\(inotify.number)", encoding: .utf8)
        return information.split(separator: "\n").count { $0.hasPrefix("inotify wd:") }
    }
}
