import Foundation
import Glibc
import Testing

@testable import PreferenceStore

@Suite("Writing a whole file")
struct AtomicFileTests {
    private let directory: TemporaryDirectory
    private let bytes = Array("new".utf8)

    init() throws {
        directory = try TemporaryDirectory()
    }

    @Test("a new file is for its owner only, or readable by all")
    func new() throws {
        try AtomicFile(path: directory("a")).write(bytes.span)
        try AtomicFile(path: directory("b")).write(bytes.span, access: .readableByAll)
        #expect(try directory.bytes(of: "a") == bytes)
        #expect(try directory.status("a").permissions == 0o600)
        #expect(try directory.status("b").permissions == 0o644)
        #expect(try directory.names == ["a", "b"])
    }

    @Test("replacing a file through a link keeps the file's mode and the link")
    func replaced() throws {
        try directory.write("old", to: "a")
        try directory.setPermissions(0o640, of: "a")
        try directory.link("link", to: "a")
        try AtomicFile(path: directory("link")).write(bytes.span, durability: .memory)
        #expect(try directory.bytes(of: "a") == bytes)
        #expect(try directory.status("a").permissions == 0o640)
        #expect(try directory.status("link").kind == .symbolicLink)
        #expect(try directory.names == ["a", "link"])
    }

    @Test("a file with several hard links is refused; with breaksHardLinks, the other names keep the old file")
    func hardLinks() throws {
        try directory.write("old", to: "a")
        try FileManager.default.linkItem(atPath: directory("a"), toPath: directory("b"))
        let file = AtomicFile(path: directory("a"))
        #expect(throws: PreferenceStoreError.hardLinked(path: file.path, count: 2)) { try file.write(bytes.span) }
        #expect(try directory.bytes(of: "a") == Array("old".utf8))
        try file.write(bytes.span, breaksHardLinks: true)
        #expect(try directory.bytes(of: "a") == bytes)
        #expect(try directory.bytes(of: "b") == Array("old".utf8))
    }

    @Test("a write fails if the directory does not exist or the path is a directory")
    func refused() throws {
        let missing = directory("missing/a")
        #expect(throws: PreferenceStoreError.system(.open, path: missing, .noSuchFile)) {
            try AtomicFile(path: missing).write(bytes.span)
        }
        try directory.makeDirectory("a")
        #expect(throws: PreferenceStoreError.notRegularFile(path: directory("a"), .directory)) {
            try AtomicFile(path: directory("a")).write(bytes.span)
        }
        #expect(try directory.names == ["a"])
    }
}

@Suite("Removing files and creating their directories")
struct AtomicFileRemovalTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    private func file(_ name: String) -> AtomicFile {
        AtomicFile(path: directory(name))
    }

    @Test("missing directories are created only on request, with the access of the file")
    func directories() throws {
        let bytes = Array("text".utf8)
        #expect(throws: PreferenceStoreError.system(.open, path: directory("a/b/c"), .noSuchFile)) {
            try file("a/b/c").write(bytes.span)
        }
        #expect(try directory.names == [])
        try file("a/b/c").write(bytes.span, createsDirectories: true)
        #expect(try directory.bytes(of: "a/b/c") == bytes)
        #expect(try directory.status("a").permissions == 0o700)
        #expect(try directory.status("a/b").permissions == 0o700)
        try file("x/y").write(bytes.span, access: .readableByAll, createsDirectories: true)
        #expect(try directory.status("x").permissions == 0o755)
    }

    @Test("removing a file reports whether it existed, and removes a link but not its target")
    func removal() throws {
        try directory.write("text", to: "file")
        try directory.link("link", to: "file")
        #expect(try file("link").remove())
        #expect(try directory.names == ["file"])
        #expect(try file("file").remove())
        #expect(try !file("file").remove())
        #expect(try !file("no/directory").remove())
        try directory.makeDirectory("directory")
        #expect(throws: PreferenceStoreError.system(.remove, path: directory("directory"), SystemError(code: EISDIR))) {
            _ = try file("directory").remove()
        }
    }
}
