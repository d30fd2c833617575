import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("The file that a path leads to")
struct FileTargetTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("is changed at the end of a chain of links, and the links stay")
    func chain() throws {
        try folder.makeFolder("dotfiles")
        try folder.makeFolder("config")
        try folder.write(["a": 1], to: "dotfiles/app.plist")
        try folder.link("config/app.plist", to: "../middle.plist")
        try folder.link("middle.plist", to: folder("dotfiles/app.plist"))
        try SuiteFile(path: folder("config/app.plist")).set("a", to: 2)
        #expect(try folder.suite("dotfiles/app.plist") == ["a": 2])
        #expect(try folder.status("config/app.plist").kind == .symbolicLink)
        #expect(try folder.status("middle.plist").kind == .symbolicLink)
        #expect(try folder.names == ["config", "dotfiles", "middle.plist"])
    }

    @Test("is created at the end of a link that leads nowhere")
    func dangling() throws {
        try folder.link("app.plist", to: "real.plist")
        #expect(try SuiteFile(path: folder("app.plist")).set("a", to: 1).outcome == .created)
        #expect(try folder.suite("real.plist") == ["a": 1])
        #expect(try folder.status("app.plist").kind == .symbolicLink)
    }

    @Test("is not created in a folder that only a link names")
    func danglingFolder() throws {
        try folder.link("app.plist", to: "unmounted/app.plist")
        let path = folder("app.plist")
        #expect(throws: PreferenceStoreError.system(.followLink, path: path, .noSuchFile)) {
            try SuiteFile(path: path).set("a", to: 1)
        }
        #expect(try folder.names == ["app.plist"])
    }

    @Test("is not found where links lead in a circle")
    func circle() throws {
        try folder.link("a.plist", to: "b.plist")
        try folder.link("b.plist", to: "a.plist")
        let path = folder("a.plist")
        #expect(throws: PreferenceStoreError.tooManySymlinks(path: path)) { try SuiteFile(path: path).set("a", to: 1) }
    }

    @Test("is found past 40 links and no more")
    func linkLimit() throws {
        try folder.write(["a": 1], to: "0")
        for number in 1...41 {
            try folder.link("\(number)", to: "\(number - 1)")
        }
        #expect(try SuiteFile(path: folder("40")).set("a", to: 2).outcome == .changed)
        let path = folder("41")
        #expect(throws: PreferenceStoreError.tooManySymlinks(path: path)) { try SuiteFile(path: path).set("a", to: 3) }
    }

    @Test("is refused where it is a folder or a FIFO, without waiting")
    func notRegular() throws {
        try folder.makeFolder("folder")
        #expect(unsafe mkfifo(folder("fifo"), 0o600) == 0)
        for (name, kind) in [("folder", .folder), ("fifo", .fifo), ("folder/", .folder), ("..", .folder)]
            as [(String, FileKind)]
        {
            let path = folder(name)
            #expect(throws: PreferenceStoreError.notRegularFile(path: path, kind)) {
                try SuiteFile(path: path).set("a", to: 1)
            }
        }
    }

    @Test("is refused where it has other names, and leaves them where that is asked for")
    func hardLinks() throws {
        try folder.write(["a": 1], to: "app.plist")
        try FileManager.default.linkItem(atPath: folder("app.plist"), toPath: folder("other.plist"))
        let file = SuiteFile(path: folder("app.plist"))
        #expect(throws: PreferenceStoreError.hardLinked(path: file.path, count: 2)) { try file.set("a", to: 2) }
        #expect(try folder.suite("app.plist") == ["a": 1])
        try file.set("a", to: 2, ChangeOptions(breaksHardLinks: true))
        #expect(try folder.suite("app.plist") == ["a": 2])
        #expect(try folder.suite("other.plist") == ["a": 1])
    }

    @Test(
        "is the last component of the path",
        arguments: [
            ("a", ".", "a"), ("/a", "/", "a"), ("a/b", "a", "b"), ("/a/b", "/a", "b"), ("a//b", "a", "b"),
            ("//a", "/", "a"), ("a/\u{301}b", "a", "\u{301}b"),
            ("./é", ".", "é"),
        ]
    )
    func split(path: String, folder: String, name: String) throws {
        let split = try #require(SplitPath(path))
        #expect(split.folder == folder)
        #expect(split.name == name)
    }

    @Test("has a name", arguments: ["", "/", "a/", ".", "..", "a/.", "a/.."])
    func nameless(path: String) {
        #expect(SplitPath(path) == nil)
    }
}
