import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("A file that changes keeps")
struct FileMetadataTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
        try directory.write(["a": 1], to: "app.plist")
    }

    @Test("its mode", arguments: [0o400, 0o600, 0o640, 0o644, 0o666] as [mode_t])
    func mode(permissions: mode_t) throws {
        try directory.setPermissions(permissions, of: "app.plist")
        try file.set("a", to: 2)
        #expect(try directory.status("app.plist").permissions == permissions)
    }

    @Test("its owner and group", .enabled(if: CallingProcess.isRoot, "only root may give a file away"))
    func owner() throws {
        let descriptor = try FileDescriptor.open(file.path, O_RDONLY)
        try descriptor.setOwner(FileOwner(user: 65534, group: 65533))
        try file.set("a", to: 2)
        let status = try directory.status("app.plist")
        #expect(status.ownership == FileOwner(user: 65534, group: 65533))
    }

    @Test("the owner of the directory, where root makes a file in another user's", .enabled(if: CallingProcess.isRoot))
    func ownerOfDirectory() throws {
        let descriptor = try FileDescriptor.open(directory.path, O_RDONLY)
        try descriptor.setOwner(FileOwner(user: 65534, group: 65533))
        try SuiteFile(path: directory("new/app.plist")).set("a", to: 2)
        for name in ["new", "new/app.plist"] {
            let status = try directory.status(name)
            #expect(status.ownership == FileOwner(user: 65534, group: 65533))
        }
    }

    @Test("its extended attributes")
    func attributes() throws {
        try setAttribute("user.note", to: [1, 2, 3])
        try file.set("a", to: 2)
        #expect(try attribute("user.note") == [1, 2, 3])
    }

    @Test("an extended attribute whose name is no UTF-8")
    func attributeNotUTF8() throws {
        let name = AttributeName(Array("user.caf".utf8) + [0xE9])
        try setAttribute(name, to: [1])
        try file.set("a", to: 2)
        #expect(try attribute(name) == [1])
    }

    @Test("its access control list")
    func accessControlList() throws {
        let list = accessControlList(of: 65534)
        try setAttribute("system.posix_acl_access", to: list)
        let before = try directory.status("app.plist")
        try file.set("a", to: 2)
        #expect(try attribute("system.posix_acl_access") == list)
        #expect(try directory.status("app.plist").permissions == before.permissions)
    }

    @Test("no list that the directory gives to new files")
    func defaultList() throws {
        try setAttribute("system.posix_acl_default", to: accessControlList(of: 65534), of: ".")
        try file.set("a", to: 2)
        #expect(try attribute("system.posix_acl_access") == nil)
    }

    private func attribute(_ name: AttributeName) throws -> [UInt8]? {
        let descriptor = try FileDescriptor.open(file.path, O_RDONLY)
        return try descriptor.attribute(name)
    }

    /// Sets an attribute, or cancels the test where the file system has none of the kind.
    private func setAttribute(_ name: AttributeName, to value: [UInt8], of file: String = "app.plist") throws {
        let descriptor = try FileDescriptor.open(directory(file), O_RDONLY)
        do throws(SystemError) {
            try descriptor.setAttribute(name, to: value)
        } catch {
            guard error == .notSupported else { throw error }
            try Test.cancel("the file system of the temporary directory takes no such attribute")
        }
    }

    /// A list that lets one user read, in the form of acl(5) that the kernel keeps: version 2, then tag, permissions
    /// and user of each entry, all little-endian.
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

@Suite("The time in the name of a file")
struct CompactTextTests {
    @Test(
        "sorts and needs no colon",
        arguments: [
            (Duration.zero, "19700101T000000Z"), (.seconds(951_782_400), "20000229T000000Z"),
            (.milliseconds(1_795_234_370_999), "20261121T041250Z"),
        ]
    )
    func text(time: Duration, text: String) {
        #expect(time.compactText == text)
    }
}
