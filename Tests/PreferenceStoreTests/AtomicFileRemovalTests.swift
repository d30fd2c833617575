import Glibc
import Testing

@testable import PreferenceStore

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
