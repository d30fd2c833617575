import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// The rules of `fs.protected_symlinks` and `fs.protected_regular`, which apply whatever this system's settings are.
@Suite(
    "A directory that everyone can write to",
    .enabled(if: CallingProcess.isRoot, "only root can give a link to another user")
)
struct StickyDirectoryTests {
    private let directory: TemporaryDirectory
    private static let other: uid_t = 65534

    init() throws {
        directory = try TemporaryDirectory()
        try directory.makeDirectory("open")
        try directory.makeDirectory("home")
        try directory.setPermissions(0o1777, of: "open")
        try directory.write(["a": 1], to: "home/app.plist")
    }

    private func giveAway(_ name: String) {
        #expect(unsafe lchown(directory(name), Self.other, Self.other) == 0)
    }

    private func refusal(_ path: String, _ kind: FileKind) -> PreferenceStoreError {
        .notTrusted(path: path, kind, owner: Self.other)
    }

    @Test(
        "another user's link is not followed: to a file, to a missing file, or to a directory in the path",
        arguments: [
            ("open/link", "../home/app.plist", "open/link"), ("open/link", "../home/new.plist", "open/link"),
            ("open/link", "../home", "open/link/new.plist"), ("open/link", "../home", "open/link/new/new.plist"),
        ]
    )
    func link(name: String, destination: String, path: String) throws {
        try directory.link(name, to: destination)
        giveAway(name)
        let path = directory(path)
        #expect(throws: refusal(path, .symbolicLink)) { try SuiteFile(path: path).set("a", to: 2) }
        #expect(throws: refusal(path, .symbolicLink)) {
            try AtomicFile(path: path).write([1].span, createsDirectories: true)
        }
        #expect(try directory.suite("home/app.plist") == ["a": 1])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory("home")) == ["app.plist"])
    }

    @Test("a link is followed if it belongs to the caller or to the directory's owner")
    func ownLink() throws {
        try directory.link("open/own", to: "../home/app.plist")
        try SuiteFile(path: directory("open/own")).set("a", to: 2)
        try directory.link("open/owners", to: "../home/app.plist")
        for name in ["open/owners", "open", "home", "home/app.plist"] {
            giveAway(name)
        }
        try SuiteFile(path: directory("open/owners")).set("a", to: 3)
        #expect(try directory.suite("home/app.plist") == ["a": 3])
    }

    @Test("another user's link is followed if the directory is not sticky")
    func notSticky() throws {
        try directory.setPermissions(0o777, of: "open")
        try directory.link("open/link", to: "../home/app.plist")
        giveAway("open/link")
        try SuiteFile(path: directory("open/link")).set("a", to: 2)
        #expect(try directory.suite("home/app.plist") == ["a": 2])
    }

    @Test("another user's file is not replaced, even with breaksHardLinks")
    func file() throws {
        try directory.write(["a": 1], to: "open/app.plist")
        giveAway("open/app.plist")
        let path = directory("open/app.plist")
        for breaksHardLinks in [false, true] {
            #expect(throws: refusal(path, .regular)) {
                try SuiteFile(path: path).set("a", to: 2, ChangeOptions(breaksHardLinks: breaksHardLinks))
            }
            #expect(throws: refusal(path, .regular)) {
                try AtomicFile(path: path).write([1].span, breaksHardLinks: breaksHardLinks)
            }
        }
        #expect(try directory.suite("open/app.plist") == ["a": 1])
    }

    @Test("every user can open the lock file, and a file planted in its place is not changed")
    func lockFile() throws {
        let lock = directory("open/.prefs.lock")
        let probe = StoreProbe { [directory] moment in
            if moment == .read {
                #expect((try? directory.status("open/.prefs.lock").permissions) == 0o666)
            }
        }
        try SuiteFile(path: directory("open/own.plist"), probe: probe).set("a", to: 1)

        try FileManager.default.linkItem(atPath: directory("home/app.plist"), toPath: lock)
        // The planted hard link is removed, and the file that it links to does not change.
        try SuiteFile(path: directory("open/own.plist")).set("a", to: 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory("open")) == ["own.plist"])
        #expect(try directory.suite("home/app.plist") == ["a": 1])
        try directory.link("open/.prefs.lock", to: "../home/app.plist")
        giveAway("open/.prefs.lock")
        #expect(throws: PreferenceStoreError.notRegularFile(path: lock, .symbolicLink)) {
            try SuiteFile(path: directory("open/own.plist")).set("a", to: 3)
        }
        #expect(try directory.suite("home/app.plist") == ["a": 1])
        #expect(try directory.status("home/app.plist").permissions != 0o666)
    }

    @Test(
        "only users who can write to the directory can open its lock file",
        arguments: [(0o700, 0o600), (0o755, 0o600), (0o775, 0o660), (0o777, 0o666), (0o500, 0o600)]
            as [(mode_t, mode_t)]
    )
    func lockPermissions(permissions: mode_t, lock: mode_t) throws {
        try directory.setPermissions(permissions, of: "home")
        let probe = StoreProbe { [directory] moment in
            if moment == .read {
                #expect((try? directory.status("home/.prefs.lock").permissions) == lock)
            }
        }
        try SuiteFile(path: directory("home/app.plist"), probe: probe).set("a", to: 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory("home")) == ["app.plist"])
    }
}
