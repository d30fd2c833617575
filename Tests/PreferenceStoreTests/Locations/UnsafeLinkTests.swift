import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// The rule of systemd's unsafe transitions: root follows a user's link only to what belongs to the same user.
@Suite(
    "A link in a directory of another user, for root",
    .enabled(if: CallingProcess.isRoot, "only root can give a link to another user")
)
struct UnsafeLinkTests {
    private let directory: TemporaryDirectory
    private static let user: uid_t = 65534
    private static let third: uid_t = 65533

    /// Creates a user's home with a suite, and directories with one of a third user, and of root.
    init() throws {
        directory = try TemporaryDirectory()
        for (name, owner) in [("home", Self.user), ("own", Self.user), ("third", Self.third), ("root", 0)] {
            try directory.makeDirectory(name)
            try directory.write(["a": 1], to: "\(name)/app.plist")
            giveAway(name, to: owner)
            giveAway("\(name)/app.plist", to: owner)
        }
    }

    private func giveAway(_ name: String, to user: uid_t = Self.user) {
        #expect(unsafe lchown(directory(name), user, user) == 0)
    }

    /// The contents of the directories of the others, and of the user's own beside the home.
    private func contents(of owner: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory(owner)).sorted()
    }

    private func set(_ path: String) throws(PreferenceStoreError) {
        try SuiteFile(path: directory(path)).set("a", to: 2)
    }

    @Test(
        "a link to a file, to a missing file or to a directory is followed only to what is the user's own",
        arguments: [
            ("OWNER/app.plist", "home/link"), ("OWNER/new.plist", "home/link"), ("OWNER", "home/link/app.plist"),
            ("OWNER", "home/link/new.plist"), ("OWNER/.", "home/link/new/new.plist"), ("second", "home/link"),
        ]
    )
    func link(destination: String, path: String) throws {
        for (owner, number) in [("third", Self.third), ("root", 0), ("own", Self.user)] {
            let destination = directory(destination.replacing("OWNER", with: owner))
            try? FileManager.default.removeItem(atPath: directory("home/link"))
            try? FileManager.default.removeItem(atPath: directory("second"))
            // A link of root on the way does not change who is the first user, and who the last.
            try directory.link("second", to: directory("\(owner)/app.plist"))
            try directory.link("home/link", to: destination)
            giveAway("home/link")
            guard number != Self.user else {
                try set(path)
                try AtomicFile(path: directory(path)).write([1].span, createsDirectories: true)
                continue
            }
            let refusal = PreferenceStoreError.notTrusted(
                path: directory(path),
                .symbolicLink,
                owner: Self.user,
                target: number
            )
            #expect(throws: refusal) { try set(path) }
            #expect(throws: refusal) {
                try AtomicFile(path: directory(path)).write([1].span, createsDirectories: true)
            }
            #expect(try directory.suite("\(owner)/app.plist") == ["a": 1])
            #expect(try contents(of: owner) == ["app.plist"])
        }
    }

    @Test("a link is followed from a directory of root, and through links that return to the user")
    func followed() throws {
        try directory.link("root/link", to: "../third/app.plist")
        try set("root/link")
        // The third user's directory is on the way only.
        try directory.link("home/there", to: "../third/../own/app.plist")
        try directory.link("home/folder", to: "../own")
        for link in ["there", "folder"] {
            giveAway("home/\(link)")
        }
        try set("home/there")
        try set("home/folder/app.plist")
        #expect(try directory.suite("third/app.plist") == ["a": 2])
        #expect(try directory.suite("own/app.plist") == ["a": 2])
        #expect(try directory.status("own/app.plist").owner.user == Self.user)
    }

    @Test("a third user's link on the way may lead only to that user's files")
    func chain() throws {
        try directory.link("third/link", to: "../own/app.plist")
        try directory.link("home/link", to: "../third/link")
        for link in ["third/link", "home/link"] {
            giveAway(link, to: link == "third/link" ? Self.third : Self.user)
        }
        #expect(throws: PreferenceStoreError.self) { try set("home/link") }
        #expect(try directory.suite("own/app.plist") == ["a": 1])
    }

    @Test("a user's state is neither read nor written nor removed through such a link")
    func history() throws {
        try directory.link("home/state", to: "../root")
        giveAway("home/state")
        let state = StateDirectory(path: directory("home/state"))
        let file = StateFile("f", in: state)
        try directory.write("{}\n", to: "root/f")
        let refusal = PreferenceStoreError.notTrusted(
            path: directory("home/state"),
            .symbolicLink,
            owner: Self.user,
            target: 0
        )
        #expect(throws: refusal) { try file.contents(upTo: 100) }
        #expect(throws: refusal) { try file.openForAppending() }
        #expect(throws: refusal) { try state.entries() }
        #expect(throws: refusal) { try state.remove(["f"]) }
        try SuiteFile(path: directory("home/app.plist")).set("a", to: 2)
        #expect(throws: refusal) {
            try AtomicFile(path: directory("home/state/app.plist")).remove()
        }
        #expect(try contents(of: "root") == ["app.plist", "f"])
    }
}
