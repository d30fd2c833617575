import TestSupport
import Testing

/// The documents have the key `k` twice, and `before` once.
@Suite("Files with duplicate keys", .mayWait)
struct DuplicateKeyProcessTests {
    static let xml = """
        <plist><dict>
        <key>k</key><integer>1</integer>
        <key>before</key><integer>7</integer>
        <key>k</key><integer>2</integer>
        </dict></plist>

        """

    static let documents: [(document: [UInt8], places: [String])] = [
        (Array(xml.utf8), ["2:1", "4:1"]),
        (
            Array("bplist00".utf8) + [0xD3, 1, 2, 1, 3, 4, 5, 0x51, 0x6B, 0x56] + Array("before".utf8)
                + [0x10, 2, 0x10, 7, 0x10, 1] + [8, 15, 17, 24, 26, 28] + [0, 0, 0, 0, 0, 0, 1, 1]
                + [0, 0, 0, 0, 0, 0, 0, 6] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 30],
            [" at byte 24", " at byte 28"]
        ),
    ]

    @Test("every command and UserDefaults read the same entry", arguments: documents.indices)
    func reading(index: Int) throws {
        let (document, places) = Self.documents[index]
        let shared = try SharedDirectory()
        try shared.prefs.directory.write(document, to: shared.prefs.file(of: "s"))
        #expect(try shared.peerValue("read", "s", "k").text == "2")
        #expect(try shared.peerValue("read", "s", "before").text == "7")
        expect(try shared.prefs.run("get", "-s", "s", "k", "before"), prints: "2\n7\n")
        expect(try shared.prefs.run("list", "-s", "s"), prints: "before\t7\nk\t2\n")
        expect(try shared.prefs.run("list", "-s", "s", "--names-only"), prints: "before\nk\n")
        expect(try shared.prefs.run("find", "2", "--values"), prints: "s\tk\t2\n")
        let check = try shared.prefs.run("check", "-s", "s")
        expect(check, exit: 3, errors: .nothing)
        let path = shared.prefs.directory.path(of: shared.prefs.file(of: "s"))
        let found = check.text.split(separator: "\n").map { $0.dropFirst(path.utf8.count + 1) }
        #expect(found.count == 2)
        for (line, place) in zip(found, places) {
            #expect(line.hasPrefix(place + ": duplicate key 'k': UserDefaults would "))
        }
    }

    @Test("a change of another key keeps both entries, a change of the key leaves one", arguments: documents.indices)
    func changes(index: Int) throws {
        let (document, _) = Self.documents[index]
        let shared = try SharedDirectory()
        try shared.prefs.directory.write(document, to: shared.prefs.file(of: "s"))
        let path = shared.prefs.directory.path(of: shared.prefs.file(of: "s"))
        expect(try shared.prefs.run("set", "-s", "s", "before", "8"), prints: "", errors: .nothing)
        expect(try shared.prefs.run("check", "-s", "s"), exit: 3, errors: .nothing)
        let note = ErrorOutput.note("\(path): removed duplicates of 'k'")
        expect(
            try shared.prefs.run("set", "-s", "s", "k", "3", "--dry-run"),
            prints: "~ k 2 -> 3\n",
            errors: note
        )
        expect(try shared.prefs.run("set", "-s", "s", "k", "3"), prints: "", errors: note)
        expect(try shared.prefs.run("check", "-s", "s"), prints: "", errors: .nothing)
        #expect(try shared.peerValue("read", "s", "k").text == "3")
        #expect(try shared.peerValue("read", "s", "before").text == "8")
        expect(try shared.prefs.run("undo", "-s", "s"), prints: "~ k 3 -> 2\n", errors: .optional)
        expect(try shared.prefs.run("get", "-s", "s", "k"), prints: "2\n")
    }
}
