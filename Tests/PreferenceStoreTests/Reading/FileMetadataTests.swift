import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("File metadata after a change")
struct FileMetadataTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
        try directory.write(["a": 1], to: "app.plist")
    }

    @Test("the mode stays the same", arguments: [0o400, 0o600, 0o640, 0o644, 0o666] as [mode_t])
    func mode(permissions: mode_t) throws {
        try directory.setPermissions(permissions, of: "app.plist")
        try file.set("a", to: 2)
        #expect(try directory.status("app.plist").permissions == permissions)
    }

    @Test("the owner and group stay the same", .enabled(if: CallingProcess.isRoot, "only root may give a file away"))
    func owner() throws {
        let descriptor = try FileDescriptor.open(file.path, O_RDONLY)
        try descriptor.setOwner(FileOwner(user: 65534, group: 65533))
        try file.set("a", to: 2)
        let status = try directory.status("app.plist")
        #expect(status.owner == FileOwner(user: 65534, group: 65533))
    }

    @Test(
        "a file that root creates in another user's directory belongs to that user",
        .enabled(if: CallingProcess.isRoot)
    )
    func ownerOfDirectory() throws {
        let descriptor = try FileDescriptor.open(directory.path, O_RDONLY)
        try descriptor.setOwner(FileOwner(user: 65534, group: 65533))
        try SuiteFile(path: directory("new/app.plist")).set("a", to: 2)
        for name in ["new", "new/app.plist"] {
            let status = try directory.status(name)
            #expect(status.owner == FileOwner(user: 65534, group: 65533))
        }
    }

    @Test("extended attributes stay the same")
    func attributes() throws {
        try setAttribute("user.note", to: [1, 2, 3])
        try file.set("a", to: 2)
        #expect(try attribute("user.note") == [1, 2, 3])
    }

    @Test(
        "an attribute that only root may set stays the same",
        .enabled(if: CallingProcess.isRoot),
        arguments: ["security.note", "trusted.note"] as [AttributeName]
    )
    func privilegedAttribute(name: AttributeName) throws {
        try setAttribute(name, to: [1, 2, 3])
        #expect(try file.change { $0["a"] = 2 }.get().warnings == [])
        #expect(try attribute(name) == [1, 2, 3])
    }

    @Test("a removed file is created again without an attribute that only root may set, with a warning")
    func privilegedAttributeOfRemoved() throws {
        let saved = SavedFile(bytes: Array("{}".utf8), permissions: 0o600, attributes: ["security.note": [1]])
        let restored = SuiteFile(path: directory("restored.plist"))
        let lost = SuiteWarning.attributesLost(path: restored.path, names: ["security.note"])
        #expect(try restored.recreate(saved, telling: nil) == [lost])
        #expect(try !FileDescriptor.open(restored.path, O_RDONLY).attributeNames().contains("security.note"))
    }

    @Test("an extended attribute whose name is not UTF-8 stays the same")
    func attributeNotUTF8() throws {
        let name = AttributeName(Array("user.caf".utf8) + [0xE9])
        try setAttribute(name, to: [1])
        try file.set("a", to: 2)
        #expect(try attribute(name) == [1])
    }

    @Test("the access control list stays the same")
    func accessControlList() throws {
        let list = accessControlList(of: 65534)
        try setAttribute("system.posix_acl_access", to: list)
        let before = try directory.status("app.plist")
        try file.set("a", to: 2)
        #expect(try attribute("system.posix_acl_access") == list)
        #expect(try directory.status("app.plist").permissions == before.permissions)
    }

    @Test("the file does not get the directory's default access control list")
    func defaultList() throws {
        try setAttribute("system.posix_acl_default", to: accessControlList(of: 65534), of: ".")
        try file.set("a", to: 2)
        #expect(try attribute("system.posix_acl_access") == nil)
    }

    private func attribute(_ name: AttributeName) throws -> [UInt8]? {
        let descriptor = try FileDescriptor.open(file.path, O_RDONLY)
        return try descriptor.attribute(name)
    }

    /// Sets an attribute, or cancels the test if the file system does not support such attributes.
    private func setAttribute(_ name: AttributeName, to value: [UInt8], of file: String = "app.plist") throws {
        let descriptor = try FileDescriptor.open(directory(file), O_RDONLY)
        do throws(SystemError) {
            try descriptor.setAttribute(name, to: value)
        } catch {
            guard error == .notSupported else { throw error }
            try Test.cancel("the file system of the temporary directory takes no such attribute")
        }
    }

    /// Returns an access control list that lets one user read, in the kernel's form of acl(5).
    ///
    /// The form is version 2, then the tag, permissions and user of each entry, all little-endian.
    private func accessControlList(of user: UInt32) -> [UInt8] {
        let nobody = UInt32.max
        let entries: [(tag: UInt16, permissions: UInt16, user: UInt32)] = [
            (0x01, 6, nobody), (0x02, 4, user), (0x04, 0, nobody), (0x10, 4, nobody), (0x20, 0, nobody),
        ]
        return entries.reduce(into: littleEndian(UInt32(2))) { bytes, entry in
            bytes += littleEndian(entry.tag) + littleEndian(entry.permissions) + littleEndian(entry.user)
        }
    }

    private func littleEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}

@Suite("Times in file names")
struct CompactTextTests {
    @Test(
        "times sort as text and contain no colon",
        arguments: [
            (Duration.zero, "19700101T000000Z"), (.seconds(951_782_400), "20000229T000000Z"),
            (.milliseconds(1_795_234_370_999), "20261121T041250Z"),
        ]
    )
    func text(time: Duration, text: String) {
        #expect(time.compactText == text)
    }
}
