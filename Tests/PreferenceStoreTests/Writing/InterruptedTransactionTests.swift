import Foundation
import PropertyLists
import Testing

@testable import PreferenceStore

/// The files that a killed process leaves.
///
/// The tests repeat the steps that it had done, or stop a transaction in the middle.
@Suite("An interrupted transaction")
struct InterruptedTransactionTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
        try file.set("a", to: 1)
    }

    @Test("a transaction is undone if it had not reached its commit")
    func beforeCommit() throws {
        try stray("app.plist", containing: ["a": 9])
        try file.set("b", to: 1)
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a transaction is undone if its file has no bytes and not yet a name of its own")
    func unmarked() throws {
        try directory.write("", to: TemporaryName(for: "app.plist", inode: 0, .random()).text)
        try file.set("b", to: 1)
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a transaction of another suite in the directory is recovered too, even by a change without effect")
    func otherSuite() throws {
        try stray("other.plist", containing: ["a": 9])
        #expect(try file.set("a", to: 1).outcome == .unchanged)
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "a transaction is finished if it had displaced the file that it had read, whoever wrote that file",
        arguments: [false, true]
    )
    func afterCommit(isForeign: Bool) throws {
        if isForeign {
            try directory.write(["a": 1, "theirs": 1], to: "app.plist", isOld: true)
        }
        try interruptAfterCommit(of: "b") { _ in }
        #expect(try directory.names.count == 2)
        try file.set("c", to: 1)
        #expect(
            try directory.suite("app.plist")
                == (isForeign ? ["a": 1, "theirs": 1, "b": 1, "c": 1] : ["a": 1, "b": 1, "c": 1])
        )
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a transaction is merged with the file that it displaced if another program had just written that file")
    func foreignWrite() throws {
        try interruptAfterCommit(of: "b") { try $0.write(["a": 1, "theirs": 1], to: "app.plist") }
        let change = try file.set("c", to: 1)
        #expect(change.warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 1, "b": 1, "c": 1])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a merge also keeps the keys of a third program's write")
    func thirdProgram() throws {
        try interruptAfterCommit(of: "b") { try $0.write(["a": 1, "theirs": 1], to: "app.plist") }
        try directory.write(["a": 1, "b": 1, "third": 1], to: "app.plist")
        try file.set("c", to: 1)
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "third": 1, "theirs": 1, "c": 1])
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "a displaced foreign write is kept beside the suite if no attribute tells what to merge"
    )
    func withoutAttributes() throws {
        try interruptAfterCommit(of: "b") { try $0.write(["a": 1, "theirs": 1], to: "app.plist") }
        try FileDescriptor.open(file.path, O_RDONLY).removeAttribute(.commitRecord)
        let change = try file.set("c", to: 1)
        guard case .foreignWriteKept(file.path, let kept)? = change.warnings.first else {
            Issue.record("no warning says where the bytes are")
            return
        }
        #expect(try directory.suite(String(kept.dropFirst(directory.path.count + 1))) == ["a": 1, "theirs": 1])
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "c": 1])
    }

    @Test("a transaction is finished without attributes if it had displaced the file that it had read")
    func finishedWithoutAttributes() throws {
        try interruptAfterCommit(of: "b") { _ in }
        try FileDescriptor.open(file.path, O_RDONLY).removeAttribute(.commitRecord)
        #expect(try file.set("c", to: 1).warnings == [])
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "c": 1])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a second name of the suite is removed", arguments: [0, 35])
    func secondName(inode: ino_t) throws {
        let name = TemporaryName(for: "app.plist", inode: inode, .random()).text
        try FileManager.default.linkItem(atPath: file.path, toPath: directory(name))
        try file.set("b", to: 1)
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("an unfinished write that was displaced is kept beside the suite, with a warning")
    func unfinishedWrite() throws {
        try interruptAfterCommit(of: "b") { try $0.write("<plist><dict>", to: "app.plist") }
        let change = try file.set("c", to: 1)
        guard case .foreignWriteKept(file.path, let kept)? = change.warnings.first else {
            Issue.record("no warning says where the bytes are")
            return
        }
        #expect(
            try directory.bytes(of: String(kept.dropFirst(directory.path.count + 1))) == Array("<plist><dict>".utf8)
        )
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "c": 1])
    }

    @Test("a temporary name that matches neither file is not touched")
    func unknown() throws {
        let name = TemporaryName(for: "app.plist", inode: 35, .random()).text
        try directory.write(["only": "copy"], to: name)
        try file.set("b", to: 1)
        #expect(try directory.suite(name) == ["only": "copy"])
    }

    @Test("a file that another program had only truncated is kept, and takes no key away")
    func truncatedWrite() throws {
        try interruptAfterCommit(of: "b") { try $0.write("", to: "app.plist") }
        let change = try file.set("c", to: 1)
        guard case .foreignWriteKept(file.path, _)? = change.warnings.first else {
            Issue.record("no warning says where the bytes are")
            return
        }
        #expect(try directory.suite("app.plist") == ["a": 1, "b": 1, "c": 1])
    }

    @Test("a program that still writes the displaced file is waited for, and its write is merged")
    func slowWrite() throws {
        try interruptAfterCommit(of: "b") { _ in }
        let displaced = try #require(try directory.names.first { TemporaryName($0) != nil })
        let writer = try FileHandle(forWritingTo: URL(fileURLWithPath: directory(displaced)))
        let clock = TestClock()
        let storeClock = clock.storeClock { [directory] in
            guard clock.waited > .milliseconds(100), (try? writer.offset()) == 0 else { return }
            let bytes = try? PropertyList.dictionary(["a": 1, "theirs": 1]).serialized(as: .xml)
            try? writer.truncate(atOffset: 0)
            writer.write(Data(bytes ?? []))
            try? writer.close()
            try? directory.date(displaced, clock.wallTime)
        }
        try SuiteFile(path: file.path, probe: StoreProbe(clock: storeClock)).set("c", to: 1)
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 1, "b": 1, "c": 1])
    }

    @Test("changes are restored although the last writer was killed before it dated the file")
    func undated() throws {
        try file.set("acknowledged", to: 1)
        try file.set("killed", to: 1)
        // What the commit had left by then.
        let descriptor = try FileDescriptor.open(file.path, O_RDONLY)
        let record = try #require(try descriptor.attribute(.commitRecord))
        let fields = record.split(separator: UInt8(ascii: " "), maxSplits: 1)
        try descriptor.setAttribute(.commitRecord, to: fields[0] + Array(" -".utf8) + fields[1])
        // A program writes that had read the file before both commits.
        try directory.write(["a": 1, "theirs": 1], to: "app.plist")
        let change = try file.set("c", to: 1)
        #expect(change.warnings == [.changesRestored(path: file.path, keys: ["acknowledged", "killed"])])
        #expect(
            try directory.suite("app.plist") == ["a": 1, "acknowledged": 1, "c": 1, "killed": 1, "theirs": 1]
        )
    }

    @Test("a displaced file is not merged into a suite that has the inode number of its new file only by chance")
    func inodeUsedAgain() throws {
        try file.set("theirs", to: 2)
        try file.set("b", to: 1)
        let inode = try directory.status("app.plist").identity.inode
        let name = TemporaryName(for: "app.plist", inode: inode, .random()).text
        try directory.write(["a": 1, "theirs": 1], to: name)
        let change = try file.set("c", to: 1)
        guard case .foreignWriteKept(file.path, let kept)? = change.warnings.first else {
            Issue.record("no warning says where the bytes are")
            return
        }
        #expect(try directory.suite(String(kept.dropFirst(directory.path.count + 1))) == ["a": 1, "theirs": 1])
        #expect(try directory.suite("app.plist") == ["a": 1, "theirs": 2, "b": 1, "c": 1])
    }

    @Test("a link with a temporary name is not touched")
    func link() throws {
        let name = TemporaryName(for: "app.plist", inode: 0, .random()).text
        try directory.write("", to: "precious")
        try directory.link(name, to: "precious")
        try file.set("b", to: 1)
        #expect(try directory.names == [name, "app.plist", "precious"])
    }

    @Test(
        "the names of other files are not temporary names",
        arguments: [
            ".app.plist.prefs-tmp", "app.plist.1.0123a.prefs-tmp", ".app.plist.x!.0123a.prefs-tmp",
            ".app.plist.-1.0123a.prefs-tmp", ".app.plist.1.0123.prefs-tmp", ".app.plist.1.0123é.prefs-tmp",
            ".app.plist.1.0123a.prefs-tmp~", "", "..1.0123a.prefs-tmp", ".1.0123a.prefs-tmp",
        ]
    )
    func otherNames(name: String) {
        #expect(TemporaryName(name) == nil)
    }

    @Test(
        "a temporary name contains the file's name and the inode",
        arguments: ["app.plist", "a", ".x..y.plist", "é.1.zzzzz"]
    )
    func name(target: String) throws {
        let mark = TemporaryName.Mark.random()
        let name = try #require(TemporaryName(TemporaryName(for: target, inode: 1_234_567_890_123, mark).text))
        #expect(name.target == target)
        #expect(name.inode == 1_234_567_890_123)
        #expect(name.mark == mark)
    }

    /// Creates a new file under a temporary name for another file.
    private func stray(_ target: String, containing suite: PropertyListDictionary) throws {
        try directory.write(suite, to: "new")
        let inode = try directory.status("new").identity.inode
        #expect(
            unsafe rename(directory("new"), directory(TemporaryName(for: target, inode: inode, .random()).text)) == 0
        )
    }

    /// Sets a key to 1, then restores the directory to its state right after the commit, when the process was killed.
    ///
    /// Before the commit, another program does something that the change has not seen.
    private func interruptAfterCommit(
        of key: String,
        _ event: @escaping @Sendable (TemporaryDirectory) throws -> Void
    ) throws {
        let probe = StoreProbe(clock: TestClock().storeClock()) { [directory] moment in
            #expect(throws: Never.self) {
                switch moment {
                case .rechecked:
                    if try !directory.names.contains("kept") {
                        try event(directory)
                    }
                case .committed:
                    // Second names preserve both files, whatever the process does next.
                    if try !directory.names.contains("kept"),
                        let displaced = try directory.names.first(where: { TemporaryName($0) != nil })
                    {
                        try FileManager.default.linkItem(atPath: directory("app.plist"), toPath: directory("kept"))
                        try FileManager.default.linkItem(
                            atPath: directory(displaced),
                            toPath: directory("kept." + displaced)
                        )
                    }
                default: break
                }
            }
        }
        _ = try? SuiteFile(path: file.path, probe: probe).set(key, to: 1, ChangeOptions(breaksHardLinks: true))
        let displaced = try #require(try directory.names.first { $0.hasPrefix("kept.") })
        let name = String(displaced.dropFirst("kept.".count))
        #expect(unsafe rename(directory("kept"), directory("app.plist")) == 0)
        unsafe unlink(directory("kept"))
        #expect(unsafe rename(directory(displaced), directory(name)) == 0)
        unsafe unlink(directory(displaced))
    }
}
