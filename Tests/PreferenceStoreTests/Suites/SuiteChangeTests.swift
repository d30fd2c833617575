import Glibc
import PropertyLists
import Testing

@testable import PreferenceStore

@Suite("Changing a suite file")
struct SuiteChangeTests {
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test("creating a file creates its directories too, for their owner only")
    func creates() throws {
        let change = try SuiteFile(path: directory("config//ByHost/app.plist")).set("a", to: 1)
        #expect(change.outcome == .created)
        #expect(try directory.suite("config/ByHost/app.plist") == ["a": 1])
        #expect(try directory.status("config").permissions == 0o700)
        #expect(try directory.status("config/ByHost").permissions == 0o700)
        #expect(try directory.status("config/ByHost/app.plist").permissions == 0o600)
    }

    @Test("the closure runs once in a directory that is created, and again if the file is there meanwhile")
    func runsOnce() throws {
        let file = SuiteFile(path: directory("new/app.plist"))
        for isThereMeanwhile in [false, true] {
            var runCount = 0
            let change = try file.change { suite in
                runCount += 1
                if isThereMeanwhile, runCount == 1 { try SuiteFile(path: file.path).set("b", to: 2) }
                suite["a"] = 1
                return runCount
            }.get()
            #expect(change.value == (isThereMeanwhile ? 2 : 1) && change.value == runCount)
            #expect(try directory.suite("new/app.plist") == (isThereMeanwhile ? ["a": 1, "b": 2] : ["a": 1]))
            unsafe #expect(unlink(file.path) == 0 && rmdir(directory("new")) == 0)
        }
    }

    @Test("a file is created readable by all on request")
    func createsReadable() throws {
        try SuiteFile(path: directory("etc/app.plist")).set("a", to: 1, ChangeOptions(access: .readableByAll))
        #expect(try directory.status("etc").permissions == 0o755)
        #expect(try directory.status("etc/app.plist").permissions == 0o644)
    }

    @Test("other keys are kept, and the closure's value is returned")
    func changes() throws {
        try directory.write(["b": 1, "c": 2], to: "app.plist")
        let change = try file.change { suite in
            suite["b"] = 3
            suite["c"] = nil
            suite["a"] = "new"
            return suite.count
        }.get()
        #expect(change.value == 2)
        #expect(change.outcome == .changed)
        #expect(try directory.suite("app.plist") == ["a": "new", "b": 3])
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a change without effect writes nothing")
    func unchanged() throws {
        try directory.write(["a": 1], to: "app.plist")
        let before = try directory.status("app.plist")
        #expect(try file.set("a", to: 1).outcome == .unchanged)
        #expect(try directory.status("app.plist") == before)
    }

    @Test("a new directory gets the set-group-ID bit of the directory above")
    func groupOfDirectory() throws {
        try directory.makeDirectory("shared")
        try directory.setPermissions(0o2770, of: "shared")
        try SuiteFile(path: directory("shared/etc/app.plist")).set("a", to: 1)
        #expect(try directory.status("shared/etc").permissions == 0o2700)
    }

    @Test("no file and no directory is created for a suite that stays empty")
    func staysEmpty() throws {
        #expect(try file.set("a", to: nil).outcome == .unchanged)
        #expect(try SuiteFile(path: directory("config/app.plist")).set("a", to: nil).outcome == .unchanged)
        #expect(try directory.names == [])
    }

    @Test("an error of the closure abandons the change and is returned")
    func abandoned() throws {
        struct Refusal: Error {}
        try directory.write(["a": 1], to: "app.plist")
        let result = try file.change { (suite) throws(Refusal) in
            suite["a"] = 2
            throw Refusal()
        }
        #expect(throws: Refusal.self) { try result.get() }
        #expect(try directory.suite("app.plist") == ["a": 1])
        // The lock is free again.
        #expect(try file.set("a", to: 3, ChangeOptions(lockTimeout: .zero)).outcome == .changed)
    }

    @Test(
        "a new key goes to its sorted position if the keys are sorted, else to the end",
        arguments: [
            (["a", "c"], ["a", "b", "c"]), (["c", "a"], ["c", "a", "b"]), ([], ["b"]), (["c"], ["b", "c"]),
            (["a", "B"], ["a", "B", "b"]), (["B", "a"], ["B", "a", "b"]),
        ]
    )
    func order(old: [String], new: [String]) throws {
        var suite = PropertyListDictionary()
        for key in old {
            suite[key] = 1
        }
        try directory.write(suite, to: "app.plist")
        try file.set("b", to: 2)
        #expect(try file.read()?.root.keys == new)
    }

    @Test("many new keys are sorted among the old ones while others are removed", .timeLimit(.minutes(10)))
    func manyKeys() throws {
        let keys = (0..<20_000).map { "key\($0)" }
        _ = try file.change { suite in
            // Each key once, out of order: the factor has no divisor in common with the count.
            for position in keys.indices {
                suite[keys[position * 7_919 % keys.count]] = 1
            }
        }
        #expect(try file.read()?.root.keys == keys.sorted())
        _ = try file.change { suite in
            for key in keys.prefix(100) {
                suite[key] = nil
                suite["new \(key)"] = 1
            }
        }
        let changed = keys.dropFirst(100) + keys.prefix(100).map { "new \($0)" }
        #expect(try file.read()?.root.keys == changed.sorted())
    }

    @Test("a truncated file is refused and not changed")
    func corrupt() throws {
        try directory.write("<plist><dict>", to: "app.plist", isOld: true)
        let before = try directory.status("app.plist")
        #expect(throws: PreferenceStoreError.self) { try file.set("a", to: 1) }
        #expect(try directory.status("app.plist") == before)
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a corrupt file is replaced on request, and its bytes are kept beside it")
    func replacesCorrupt() throws {
        try directory.write("<plist><dict>", to: "app.plist", isOld: true)
        try directory.setPermissions(0o640, of: "app.plist")
        let change = try file.set("a", to: 1, ChangeOptions(replacesCorrupt: true))
        guard case .corruptFileKept(file.path, let kept)? = change.warnings.first else {
            Issue.record("no warning says where the bytes are")
            return
        }
        let name = String(kept.dropFirst(directory.path.count + 1))
        #expect(name.hasPrefix("app.plist.corrupt-20"))
        #expect(try directory.bytes(of: name) == Array("<plist><dict>".utf8))
        #expect(try directory.status(name).permissions == 0o640)
        #expect(try directory.suite("app.plist") == ["a": 1])
        #expect(try directory.names == ["app.plist", name])
    }

    @Test("no copy remains of a corrupt file that could not be replaced")
    func corruptNotReplaced() throws {
        try directory.write("<plist><dict>", to: "app.plist", isOld: true)
        let notANumber = PropertyList.date(PropertyListDate(secondsSinceReferenceDate: .nan))
        #expect(throws: PreferenceStoreError.self) {
            try file.set("a", to: notANumber, ChangeOptions(replacesCorrupt: true))
        }
        #expect(try directory.bytes(of: "app.plist") == Array("<plist><dict>".utf8))
        #expect(try directory.names == ["app.plist"])
    }

    @Test("a corrupt file is replaced on request, even by an empty suite")
    func emptiesCorrupt() throws {
        try directory.write("<plist><dict>", to: "app.plist", isOld: true)
        #expect(try file.set("a", to: nil, ChangeOptions(replacesCorrupt: true)).outcome == .changed)
        #expect(try directory.suite("app.plist") == [:])
    }

    @Test("a file without bytes is an empty suite, with a warning")
    func empty() throws {
        try directory.write("", to: "app.plist", isOld: true)
        let change = try file.set("a", to: 1)
        #expect(change.warnings == [.emptyFile(path: file.path)])
        #expect(try directory.suite("app.plist") == ["a": 1])
    }

    @Test("a file whose root is an array is refused")
    func array() throws {
        try directory.write(PropertyList.array([]).serialized(as: .xml), to: "app.plist")
        #expect(throws: PreferenceStoreError.rootNotDictionary(path: file.path, .array)) { try file.set("a", to: 1) }
    }

    @Test(
        "a value that the format cannot encode leaves no file behind, and fails in a rehearsal too",
        arguments: [false, true]
    )
    func cannotEncode(isRehearsal: Bool) throws {
        var nested: PropertyList = [:]
        for _ in 0..<PropertyList.depthLimit {
            nested = [nested]
        }
        try directory.write(["a": 1], to: "app.plist")
        for file in [file, SuiteFile(path: directory.path + "/new.plist")] {
            #expect {
                try file.set("a", to: nested, ChangeOptions(isRehearsal: isRehearsal))
            } throws: {
                guard case PreferenceStoreError.cannotEncode(file.path, .xml, _) = $0 else { return false }
                return true
            }
        }
        #expect(try directory.suite("app.plist") == ["a": 1])
        #expect(try directory.names == ["app.plist"])
    }

    @Test(
        "a change in a directory without write permission is refused",
        .disabled(if: CallingProcess.isRoot, "root may write everywhere")
    )
    func readOnlyDirectory() throws {
        try directory.write(["a": 1], to: "app.plist")
        try directory.setPermissions(0o500, of: ".")
        #expect(throws: PreferenceStoreError.system(.create, path: directory.path, .permissionDenied)) {
            try file.set("a", to: 2)
        }
        #expect(try directory.suite("app.plist") == ["a": 1])
        try directory.setPermissions(0o700, of: ".")
    }
}

@Suite("Changing selected keys of a suite file")
struct KeyedChangeTests {
    private static let text = """
        <plist version="1.0">
        <dict>
            <!-- kept by hand -->
            <key>a</key> <integer>1</integer>
            <key>c</key> <string>x</string> <!-- why -->
            <key>e</key> <array> <true/> </array>
        </dict>
        </plist>

        """
    private let directory: TemporaryDirectory
    private let file: SuiteFile

    init() throws {
        directory = try TemporaryDirectory()
        file = SuiteFile(path: directory("app.plist"))
    }

    @Test(
        "an XML file gets the same bytes as from a change of the whole suite",
        arguments: [
            [("a", 2)], [("c", nil)], [("b", true)], [("z", "new"), ("a", nil)], [("b", 1), ("c", nil), ("d", 2)],
            [("a", nil), ("c", nil), ("e", nil)], [],
        ] as [[(String, PropertyList?)]]
    )
    func xml(changes: [(key: String, value: PropertyList?)]) throws {
        try directory.write(Self.text, to: "whole.plist", isOld: true)
        try directory.write(Self.text, to: "app.plist", isOld: true)
        for (file, keys) in [(SuiteFile(path: directory("whole.plist")), nil), (file, changes.map(\.key))] {
            _ = try file.change(keys: keys) { document in
                for (key, value) in changes {
                    document.root[key] = value
                }
            }.get()
        }
        #expect(try directory.bytes(of: "app.plist") == directory.bytes(of: "whole.plist"))
    }

    @Test("the closure gets only the selected entries of an XML file")
    func entries() throws {
        try directory.write(Self.text, to: "app.plist", isOld: true)
        let change = try file.change(keys: ["e", "absent", "a"]) { $0.root }.get()
        #expect(change.value.elementsEqual(["a": 1, "e": [true]] as PropertyListDictionary))
        #expect(change.outcome == .unchanged)
    }

    @Test("comments are kept if the closure puts keys in another order")
    func order() throws {
        try directory.write(Self.text, to: "app.plist", isOld: true)
        let change = try file.change(keys: ["a", "e"]) { document in
            document.root = ["e": [true], "a": 2]
        }.get()
        #expect(change.outcome == .changed)
        #expect(try directory.suite("app.plist") == ["a": 2, "c": "x", "e": [true]])
        #expect(try String(decoding: directory.bytes(of: "app.plist"), as: UTF8.self).contains("<!-- kept by hand -->"))
    }

    @Test("keys change in a file of any format, which it keeps", arguments: PropertyListFormat.allCases)
    func formats(format: PropertyListFormat) throws {
        let old: PropertyListDictionary = ["a": 1, "b": ["x"], "c": true]
        try directory.write(PropertyList.dictionary(old).serialized(as: format), to: "app.plist", isOld: true)
        try file.set("b", to: "new")
        try file.set("d", to: "4")
        let document = try #require(try file.read())
        #expect(document.format == format)
        #expect(document.root == ["a": 1, "b": "new", "c": true, "d": "4"])
    }

    @Test("a file with an error elsewhere is not changed")
    func corrupt() throws {
        let text = Self.text.replacing("<true/>", with: "<integer>x</integer>")
        try directory.write(text, to: "app.plist", isOld: true)
        #expect(throws: PreferenceStoreError.self) { try file.set("a", to: 2) }
        #expect(try directory.bytes(of: "app.plist") == Array(text.utf8))
    }

    @Test("a key that another program sets in an old file just before the commit is kept")
    func foreignWriter() throws {
        try directory.write(["a": 1, "b": 1], to: "app.plist", isOld: true)
        let size = try directory.status("app.plist").size
        let probe = StoreProbe.once(.rechecked) { [directory] in
            try? directory.write(["a": 1, "b": 2], to: "app.plist")
        }
        try SuiteFile(path: file.path, probe: probe).set("a", to: 3)
        #expect(try directory.status("app.plist").size == size)
        #expect(try directory.suite("app.plist") == ["a": 3, "b": 2])
        #expect(try directory.names == ["app.plist"])
    }
}
