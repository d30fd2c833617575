import Foundation
import Glibc
import Testing

@testable import PreferenceStore

@Suite("A file that is written whole")
struct AtomicFileTests {
    private let folder: TemporaryFolder
    private let bytes = Array("new".utf8)

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("is new, for its owner alone or for all to read")
    func new() throws {
        try AtomicFile(path: folder("a")).write(bytes.span)
        try AtomicFile(path: folder("b")).write(bytes.span, access: .readableByAll)
        #expect(try folder.bytes(of: "a") == bytes)
        #expect(try folder.status("a").permissions == 0o600)
        #expect(try folder.status("b").permissions == 0o644)
        #expect(try folder.names == ["a", "b"])
    }

    @Test("keeps the mode of the old one, at the end of a link")
    func replaced() throws {
        try folder.write("old", to: "a")
        try folder.setPermissions(0o640, of: "a")
        try folder.link("link", to: "a")
        try AtomicFile(path: folder("link")).write(bytes.span, durability: .memory)
        #expect(try folder.bytes(of: "a") == bytes)
        #expect(try folder.status("a").permissions == 0o640)
        #expect(try folder.status("link").kind == .symbolicLink)
        #expect(try folder.names == ["a", "link"])
    }

    @Test("is refused where it has other names, and leaves them where that is asked for")
    func hardLinks() throws {
        try folder.write("old", to: "a")
        try FileManager.default.linkItem(atPath: folder("a"), toPath: folder("b"))
        let file = AtomicFile(path: folder("a"))
        #expect(throws: PreferenceStoreError.hardLinked(path: file.path, count: 2)) { try file.write(bytes.span) }
        #expect(try folder.bytes(of: "a") == Array("old".utf8))
        try file.write(bytes.span, breaksHardLinks: true)
        #expect(try folder.bytes(of: "a") == bytes)
        #expect(try folder.bytes(of: "b") == Array("old".utf8))
    }

    @Test("needs a folder, and no folder in its place")
    func refused() throws {
        let missing = folder("missing/a")
        #expect(throws: PreferenceStoreError.system(.open, path: missing, .noSuchFile)) {
            try AtomicFile(path: missing).write(bytes.span)
        }
        try folder.makeFolder("a")
        #expect(throws: PreferenceStoreError.notRegularFile(path: folder("a"), .folder)) {
            try AtomicFile(path: folder("a")).write(bytes.span)
        }
        #expect(try folder.names == ["a"])
    }
}

@Suite("Files that are removed, and folders that are made for them")
struct AtomicFileRemovalTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func file(_ name: String) -> AtomicFile {
        AtomicFile(path: folder(name))
    }

    @Test("folders are made only where that is asked for, for whoever may use the file")
    func folders() throws {
        let bytes = Array("text".utf8)
        #expect(throws: PreferenceStoreError.system(.open, path: folder("a/b/c"), .noSuchFile)) {
            try file("a/b/c").write(bytes.span)
        }
        #expect(try folder.names == [])
        try file("a/b/c").write(bytes.span, makesFolders: true)
        #expect(try folder.bytes(of: "a/b/c") == bytes)
        #expect(try folder.status("a").permissions == 0o700)
        #expect(try folder.status("a/b").permissions == 0o700)
        try file("x/y").write(bytes.span, access: .readableByAll, makesFolders: true)
        #expect(try folder.status("x").permissions == 0o755)
    }

    @Test("removing a file tells whether there was one, and leaves what a link leads to")
    func removal() throws {
        try folder.write("text", to: "file")
        try folder.link("link", to: "file")
        #expect(try file("link").remove())
        #expect(try folder.names == ["file"])
        #expect(try file("file").remove())
        #expect(try !file("file").remove())
        #expect(try !file("no/folder").remove())
        try folder.makeFolder("folder")
        #expect(throws: PreferenceStoreError.system(.remove, path: folder("folder"), SystemError(code: EISDIR))) {
            _ = try file("folder").remove()
        }
    }
}
