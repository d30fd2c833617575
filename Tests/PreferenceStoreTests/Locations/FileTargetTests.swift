import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("The file that a path leads to")
struct FileTargetTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("a change follows a chain of symbolic links, and the links remain")
    func chain() throws {
        try directory.makeDirectory("dotfiles")
        try directory.makeDirectory("config")
        try directory.write(["a": 1], to: "dotfiles/app.plist")
        try directory.link("config/app.plist", to: "../middle.plist")
        try directory.link("middle.plist", to: directory("dotfiles/app.plist"))
        try SuiteFile(path: directory("config/app.plist")).set("a", to: 2)
        #expect(try directory.suite("dotfiles/app.plist") == ["a": 2])
        #expect(try directory.status("config/app.plist").kind == .symbolicLink)
        #expect(try directory.status("middle.plist").kind == .symbolicLink)
        #expect(try directory.names == ["config", "dotfiles", "middle.plist"])
    }

    @Test("a file is created at the target of a dangling link")
    func dangling() throws {
        try directory.link("app.plist", to: "real.plist")
        #expect(try SuiteFile(path: directory("app.plist")).set("a", to: 1).outcome == .created)
        #expect(try directory.suite("real.plist") == ["a": 1])
        #expect(try directory.status("app.plist").kind == .symbolicLink)
    }

    @Test("a file is not created if the directory of the link's target does not exist")
    func danglingDirectory() throws {
        try directory.link("app.plist", to: "unmounted/app.plist")
        let path = directory("app.plist")
        #expect(throws: PreferenceStoreError.system(.followLink, path: path, .noSuchFile)) {
            try SuiteFile(path: path).set("a", to: 1)
        }
        #expect(try directory.names == ["app.plist"])
    }

    @Test("symbolic links in a circle are an error")
    func circle() throws {
        try directory.link("a.plist", to: "b.plist")
        try directory.link("b.plist", to: "a.plist")
        let path = directory("a.plist")
        #expect(throws: PreferenceStoreError.tooManySymlinks(path: path)) { try SuiteFile(path: path).set("a", to: 1) }
    }

    @Test("up to 40 symbolic links are followed")
    func linkLimit() throws {
        try directory.write(["a": 1], to: "0")
        for number in 1...41 {
            try directory.link("\(number)", to: "\(number - 1)")
        }
        #expect(try SuiteFile(path: directory("40")).set("a", to: 2).outcome == .changed)
        let path = directory("41")
        #expect(throws: PreferenceStoreError.tooManySymlinks(path: path)) { try SuiteFile(path: path).set("a", to: 3) }
    }

    @Test("a directory or a FIFO is refused without waiting")
    func notRegular() throws {
        try directory.makeDirectory("directory")
        #expect(unsafe mkfifo(directory("fifo"), 0o600) == 0)
        for (name, kind) in [
            ("directory", .directory), ("fifo", .fifo), ("directory/", .directory), ("..", .directory),
        ]
            as [(String, FileKind)]
        {
            let path = directory(name)
            #expect(throws: PreferenceStoreError.notRegularFile(path: path, kind)) {
                try SuiteFile(path: path).set("a", to: 1)
            }
        }
    }

    @Test("a file with several hard links is refused; with breaksHardLinks, the other names keep the old file")
    func hardLinks() throws {
        try directory.write(["a": 1], to: "app.plist")
        try FileManager.default.linkItem(atPath: directory("app.plist"), toPath: directory("other.plist"))
        let file = SuiteFile(path: directory("app.plist"))
        #expect(throws: PreferenceStoreError.hardLinked(path: file.path, count: 2)) { try file.set("a", to: 2) }
        #expect(try directory.suite("app.plist") == ["a": 1])
        try file.set("a", to: 2, ChangeOptions(breaksHardLinks: true))
        #expect(try directory.suite("app.plist") == ["a": 2])
        #expect(try directory.suite("other.plist") == ["a": 1])
    }

    @Test(
        "a path splits at its last slash into a directory and a name",
        arguments: [
            ("a", ".", "a"), ("/a", "/", "a"), ("a/b", "a", "b"), ("/a/b", "/a", "b"), ("a//b", "a", "b"),
            ("//a", "/", "a"), ("a/\u{301}b", "a", "\u{301}b"),
            ("./é", ".", "é"),
        ]
    )
    func split(path: String, directory: String, name: String) throws {
        let split = try #require(SplitPath(path))
        #expect(split.directory == directory)
        #expect(split.name == name)
    }

    @Test("a path without a file name does not split", arguments: ["", "/", "a/", ".", "..", "a/.", "a/.."])
    func nameless(path: String) {
        #expect(SplitPath(path) == nil)
    }
}
