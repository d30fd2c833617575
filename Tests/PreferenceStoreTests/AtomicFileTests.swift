import Foundation
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
