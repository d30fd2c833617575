import PropertyLists
import TestSupport
import Testing

@testable import PreferenceStore

/// Changes that another process makes.
@Suite("A file watcher", .mayWait)
struct WatchedChangeTests {
    private let directory: TemporaryDirectory
    private let watcher: FileWatcher
    private let path: String

    init() throws {
        directory = try TemporaryDirectory()
        watcher = try FileWatcher()
        path = directory("etc/app/a.plist")
    }

    @Test(
        "a change to the file, a directory in its path or a link is reported once, and so is the next change",
        arguments: WatchedChange.files + WatchedChange.directories + WatchedChange.links
    )
    func changes(change: WatchedChange) throws {
        try directory.run(change.preparation)
        try watcher.watch(path)
        #expect(try watcher.changesUpToNow() == [])
        try directory.run(change.change)
        #expect(try watcher.changesUpToNow() == [path])
        #expect(try watcher.changesUpToNow() == [])
        try directory.run("rm -rf etc; mkdir -p etc/app; echo 3 > etc/app/a.plist")
        #expect(try watcher.changesUpToNow() == [path])
        try directory.run("echo 4 > etc/app/a.plist")
        #expect(try watcher.changesUpToNow() == [path])
    }

    @Test("other changes are not reported", arguments: WatchedChange.others)
    func otherChanges(change: WatchedChange) throws {
        try directory.run(change.preparation)
        try watcher.watch(path)
        try directory.run(change.change)
        #expect(try watcher.changesUpToNow() == [])
    }

    @Test(
        "a file that the path no longer leads to is not reported",
        arguments: [
            ("mv etc/app/a.plist old", "echo 2 > old"),
            ("mv etc old; mkdir etc", "echo 2 > old/app/a.plist; rm -r old"),
            ("mv etc/app/a.plist old; ln -s ../../other etc/app/a.plist", "echo 2 > old"),
        ]
    )
    func formerFiles(change: String, later: String) throws {
        try directory.run("mkdir -p etc/app; echo 1 > etc/app/a.plist")
        try watcher.watch(path)
        try directory.run(change)
        #expect(try watcher.changesUpToNow() == [path])
        try directory.run(later)
        #expect(try watcher.changesUpToNow() == [])
    }

    @Test("a write to another file in the directory queues no event")
    func otherFiles() throws {
        try directory.run("mkdir -p etc/app; echo 1 > etc/app/a.plist; echo 1 > etc/app/b.plist")
        try watcher.watch(path)
        try directory.run("echo 2 > etc/app/b.plist; cat etc/app/b.plist")
        #expect(try watcher.eventsUpToNow(of: "b.plist") == [])
    }

    @Test("changes by this package are reported, and a value that is there already is no change")
    func ownWrites() throws {
        try directory.run("mkdir -p etc/app")
        try watcher.watch(path)
        try SuiteFile(path: path).set("a", to: 1)
        #expect(try watcher.changesUpToNow() == [path])
        try SuiteFile(path: path).set("a", to: 2)
        #expect(try watcher.changesUpToNow() == [path])
        let status = try directory.status("etc/app/a.plist")
        try SuiteFile(path: path).set("a", to: 2)
        _ = try SuiteFile(path: path).read()
        #expect(try watcher.eventsUpToNow(of: "a.plist") == [])
        #expect(try directory.status("etc/app/a.plist") == status)
    }
}

extension FileWatcher {
    /// Takes the events up to now, and returns those of a name in a watched directory.
    ///
    /// Unlike those of a file itself, none of them comes late: the system reports the end of a write when the last
    /// process closes the file, and a process that another test starts meanwhile may have it open.
    fileprivate func eventsUpToNow(of name: String) throws -> [InotifyEvent] {
        try inotify.takeEvents().filter { $0.name == Array(name.utf8) }
    }
}

extension InotifyEvent {
    /// The file name that the event is about, or nil for an overflow.
    fileprivate var name: [UInt8]? {
        guard case .change(let point) = self else { return nil }
        return point.name
    }
}

/// A change by another program to `etc/app/a.plist` or to a part of its path.
struct WatchedChange: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The script to run before the watch starts.
    let preparation: String
    /// The script to run while the file is watched.
    let change: String

    init(_ name: String, _ preparation: String, _ change: String) {
        testDescription = name
        self.preparation = preparation
        self.change = change
    }

    private static let file = "mkdir -p etc/app; echo 1 > etc/app/a.plist"
    private static let twoFiles = "mkdir -p etc/app; echo 1 > one; echo 2 > two"
    private static let twoDirectories =
        "mkdir etc one two; echo 1 > one/a.plist; echo 2 > two/a.plist; ln -s ../one etc/app"

    static let files = [
        Self("a write in place", file, "echo 2 > etc/app/a.plist"),
        Self("the same bytes again", file, "echo 1 > etc/app/a.plist"),
        Self("more at its end", file, "echo 2 >> etc/app/a.plist"),
        Self("a cut to nothing", file, ": > etc/app/a.plist"),
        Self("a write to another name of the file", "\(file); ln etc/app/a.plist other", "echo 2 > other"),
        Self("another file in its place", "\(file); echo 2 > new", "mv new etc/app/a.plist"),
        Self("a new file", "mkdir -p etc/app", "echo 1 > etc/app/a.plist"),
        Self("a new file, moved there", "mkdir -p etc/app; echo 1 > new", "mv new etc/app/a.plist"),
        Self("a new name of another file", "mkdir -p etc/app; echo 1 > new", "ln new etc/app/a.plist"),
        Self("its removal", file, "rm etc/app/a.plist"),
        Self("its removal while a program has it open", file, "exec 3< etc/app/a.plist; rm etc/app/a.plist"),
        Self("its removal while it has another name", "\(file); ln etc/app/a.plist other", "rm etc/app/a.plist"),
        Self("another name for it", file, "mv etc/app/a.plist etc/app/b.plist"),
        Self("its removal and a new one", file, "rm etc/app/a.plist; echo 2 > etc/app/a.plist"),
        Self("other permissions", file, "chmod 640 etc/app/a.plist"),
        Self("a directory in its place", file, "rm etc/app/a.plist; mkdir etc/app/a.plist"),
        Self(
            "a file in a directory's place",
            "mkdir -p etc/app/a.plist",
            "rmdir etc/app/a.plist; echo 1 > etc/app/a.plist"
        ),
        Self("a FIFO in its place", file, "rm etc/app/a.plist; mkfifo etc/app/a.plist"),
        Self(
            "a file in a FIFO's place",
            "mkdir -p etc/app; mkfifo etc/app/a.plist; echo 1 > new",
            "mv new etc/app/a.plist"
        ),
    ]

    static let directories = [
        Self("its directory and it", "mkdir etc", file),
        Self("all directories and it", ":", file),
        Self("a directory that holds it, moved there", "mkdir etc new; echo 1 > new/a.plist", "mv new etc/app"),
        Self("all directories, moved there", "mkdir -p new/app; echo 1 > new/app/a.plist", "mv new etc"),
        Self("the removal of its directory", file, "rm -r etc/app"),
        Self("the removal of all directories", file, "rm -r etc"),
        Self("the removal of all directories, and new ones", file, "rm -r etc; \(file)"),
        Self("its directory, moved away", file, "mv etc/app old"),
        Self("a directory above, moved away", file, "mv etc old"),
        Self("another directory in its directory's place", "\(file); mkdir new", "mv etc/app old; mv new etc/app"),
        Self(
            "another directory above",
            "\(file); mkdir -p new/app; echo 2 > new/app/a.plist",
            "mv etc old; mv new etc"
        ),
        Self("other permissions of its directory", file, "chmod 711 etc/app"),
        Self("a file in its directory's place", file, "rm -r etc/app; echo 1 > etc/app"),
        Self("a directory in a file's place", "mkdir etc; echo 1 > etc/app", "rm etc/app; \(file)"),
    ]

    static let links = [
        Self(
            "a link turned elsewhere",
            "\(twoFiles); ln -s ../../one etc/app/a.plist",
            "ln -sf ../../two etc/app/a.plist"
        ),
        Self(
            "a link turned elsewhere by a rename",
            "\(twoFiles); ln -s ../../one etc/app/a.plist; ln -s ../../two new",
            "mv new etc/app/a.plist"
        ),
        Self("a link in a file's place", "\(file); echo 2 > two", "ln -sf ../../two etc/app/a.plist"),
        Self("a write where a link leads", "\(twoFiles); ln -s ../../one etc/app/a.plist", "echo 2 > one"),
        Self("a write where an absolute link leads", "\(twoFiles); ln -s \"$PWD/one\" etc/app/a.plist", "echo 2 > one"),
        Self("another file where a link leads", "\(twoFiles); ln -s ../../one etc/app/a.plist", "mv two one"),
        Self("the removal of what a link leads to", "\(twoFiles); ln -s ../../one etc/app/a.plist", "rm one"),
        Self("a new file where a link leads", "mkdir -p etc/app; ln -s ../../far etc/app/a.plist", "echo 1 > far"),
        Self(
            "new directories where a link leads",
            "mkdir -p etc/app; ln -s ../../far/away/real etc/app/a.plist",
            "mkdir -p far/away; echo 1 > far/away/real"
        ),
        Self(
            "the first of three links turned",
            "\(twoFiles); ln -s b etc/app/a.plist; ln -s c etc/app/b; ln -s ../../one etc/app/c",
            "ln -sf ../../two etc/app/a.plist"
        ),
        Self(
            "the second of three links turned",
            "\(twoFiles); ln -s b etc/app/a.plist; ln -s c etc/app/b; ln -s ../../one etc/app/c",
            "ln -sf ../../two etc/app/b"
        ),
        Self(
            "the last of three links turned",
            "\(twoFiles); ln -s b etc/app/a.plist; ln -s c etc/app/b; ln -s ../../one etc/app/c",
            "ln -sf ../../two etc/app/c"
        ),
        Self("a link among the directories turned", twoDirectories, "ln -sfn ../two etc/app"),
        Self("a link among the directories replaced by a directory", twoDirectories, "rm etc/app; mkdir etc/app"),
        Self("a write behind a link among the directories", twoDirectories, "echo 2 > one/a.plist"),
        Self("another directory where a link among the directories leads", twoDirectories, "mv one old; mv two one"),
        Self(
            "a write behind a link to a name that is no UTF-8",
            "mkdir etc; cd etc; name=$(printf 'caf\\351'); mkdir \"$name\"; echo 1 > \"$name/a.plist\"; ln -s \"$name\" app",
            "echo 2 > etc/app/a.plist"
        ),
        Self(
            "the end of a circle of links",
            "\(twoFiles); ln -s b etc/app/a.plist; ln -s a.plist etc/app/b",
            "ln -sf ../../one etc/app/b"
        ),
    ]

    /// Actions that do not change the file.
    static let others = [
        Self("another file in its directory", file, "echo 1 > etc/app/b.plist"),
        Self("a write to another file", "\(file); echo 1 > etc/app/b.plist", "echo 2 > etc/app/b.plist"),
        Self("other permissions of another file", "\(file); echo 1 > etc/app/b.plist", "chmod 600 etc/app/b.plist"),
        Self("another file moved", "\(file); echo 1 > etc/app/b.plist", "mv etc/app/b.plist etc/app/a.plist.old"),
        Self("the removal of another file", "\(file); echo 1 > etc/app/b.plist", "rm etc/app/b.plist"),
        Self("a directory beside its directory", file, "mkdir etc/other; rmdir etc/other"),
        Self("a reader of it", file, "cat etc/app/a.plist; ls -l etc/app"),
        Self("a reader through a link", "\(twoFiles); ln -s ../../one etc/app/a.plist", "cat etc/app/a.plist"),
        Self("a write to where a link does not lead", "\(twoFiles); ln -s ../../one etc/app/a.plist", "echo 1 > two"),
    ]
}
