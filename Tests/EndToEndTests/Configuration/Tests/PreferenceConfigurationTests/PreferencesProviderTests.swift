import Configuration
import ConfigurationTesting
import Foundation
import PreferenceConfiguration
import PreferenceCore
import Testing

// One test after another, since a handler of problems is that of the program.
@Suite("A provider of preferences", .serialized)
struct PreferencesProviderTests {
    private let backend = PreferenceBackend.inMemory()
    private let server: Preferences

    init() {
        server = Preferences(backend, suite: "server")
    }

    private var provider: PreferencesProvider { PreferencesProvider(backend, suite: "server") }

    @Test("passes the tests of Swift Configuration for providers, in memory and in a file", arguments: [true, false])
    func compatibility(inMemory: Bool) async throws {
        let directory = try TemporaryDirectory()
        let backend = inMemory ? backend : directory.backend
        let (magic, magic2) = (Array("magic".utf8), Array("magic2".utf8))
        let values: [String: PropertyList] = [
            "string": "Hello", "other.string": "Other Hello",
            "int": 42, "other.int": 24,
            "double": 3.14, "other.double": 2.72,
            "bool": true, "other.bool": false,
            "bytes": .data(magic), "other.bytes": .data(magic2),
            "stringy.array": ["Hello", "World"], "other.stringy.array": ["Hello", "Swift"],
            "inty.array": [42, 24], "other.inty.array": [16, 32],
            "doubly.array": [3.14, 2.72], "other.doubly.array": [0.9, 1.8],
            "booly.array": [true, false], "other.booly.array": [false, true, true],
            "byteChunky.array": [.data(magic), .data(magic2)],
            "other.byteChunky.array": [.data(magic), .data(magic2), .data(magic)],
        ]
        try await Preferences(backend, suite: "server").transaction { transaction in
            for (key, value) in values {
                try transaction.set(value, for: PreferenceKey<PropertyList?>(validating: key))
            }
        }
        try await ProviderCompatTest(provider: PreferencesProvider(backend, suite: "server")).runTest()
    }

    @Test(
        "converts a number only if the result is exact",
        arguments: [
            (8080, .double, .double(8080)), (8080.0, .int, .int(8080)),
            ([1, 2.5], .doubleArray, .doubleArray([1, 2.5])),
            ([], .stringArray, .stringArray([])),
        ] as [(PropertyList, ConfigType, ConfigContent)]
    )
    func converted(value: PropertyList, type: ConfigType, content: ConfigContent) throws {
        set(value)
        #expect(try provider.value(forKey: ["http", "port"], type: type).value?.content == content)
    }

    @Test(
        "refuses a value of another type, and says which it has",
        arguments: [
            ("80", .int), (1, .bool), (1.5, .int), (true, .string), (["a", 1], .stringArray), (["a": 1], .string),
        ] as [(PropertyList, ConfigType)]
    )
    func wrongType(value: PropertyList, type: ConfigType) async throws {
        set(value)
        for read in [provider.value, provider.snapshot().value] {
            #expect {
                try read(["http", "port"], type)
            } throws: {
                guard case PreferenceError.wrongType("http.port", _, value.kind, _, _) = $0 else { return false }
                return true
            }
        }
        await #expect(throws: PreferenceError.self) {
            try await provider.fetchValue(forKey: ["http", "port"], type: type)
        }
        #expect(ConfigReader(provider: provider).int(forKey: "http.missing", default: 3) == 3)
    }

    @Test("marks the values of secret keys")
    func secret() throws {
        set(80)
        let secret = PreferencesProvider(backend, suite: "server", secretsSpecifier: .specific(["http.port"]))
        #expect(try secret.value(forKey: ["http", "port"], type: .int).value?.isSecret == true)
        #expect(try provider.value(forKey: ["http", "port"], type: .int).value?.isSecret == false)
    }

    @Test("refuses a key with NUL", arguments: [["a\0"], ["a", "\0b"]])
    func invalidKey(components: [String]) {
        #expect(throws: PreferenceError.invalidKey(components.joined(separator: "."))) {
            try provider.value(forKey: AbsoluteConfigKey(components), type: .string)
        }
    }

    @Test("reports each change of a value once, and no change of another key")
    func watchedValue() async throws {
        set(1)
        var ports: [Int?] = []
        try await provider.watchValue(forKey: ["http", "port"], type: .int) { updates in
            for await update in updates {
                ports.append(try? update.get().int)
                switch ports.count {
                case 1:
                    set("other", for: "http.host")
                    set(2)
                case 2: set("text")
                case 3: set(nil)
                case 4: set(3)
                default: return
                }
            }
        }
        #expect(ports == [1, 2, nil, nil, 3])
    }

    @Test("reports a transaction as one snapshot")
    func watchedSnapshot() async throws {
        var read: [[Int?]] = []
        try await provider.watchSnapshot { updates in
            for await snapshot in updates {
                read.append(try ["a", "b"].map { try snapshot.value(forKey: [$0], type: .int).int })
                guard read.count < 3 else { return }
                try await server.transaction {
                    $0[PreferenceKey<Int>("a", default: 0)] += 1
                    $0[PreferenceKey<Int>("b", default: 0)] += 2
                }
            }
        }
        #expect(read == [[nil, nil], [1, 2], [2, 4]])
    }

    @Test("a snapshot does not change")
    func snapshot() throws {
        set(1)
        let snapshot = provider.snapshot()
        set(2)
        #expect(try snapshot.value(forKey: ["http", "port"], type: .int).value?.content == .int(1))
        #expect(try provider.value(forKey: ["http", "port"], type: .int).value?.content == .int(2))
    }

    @Test(
        "keeps the last values of a file that is damaged, has none if it never had any, and throws if it reads the file"
    )
    func damaged() async throws {
        let directory = try TemporaryDirectory()
        let provider = PreferencesProvider(directory.backend, suite: "server")
        Preferences(directory.backend, suite: "server")[PreferenceKey<Int>("http.port", default: 0)] = 80
        #expect(try provider.value(forKey: ["http", "port"], type: .int).int == 80)
        try directory.damage("server")
        #expect(throws: PreferenceError.self) { try provider.snapshot().value(forKey: ["http", "port"], type: .int) }
        await #expect(throws: PreferenceError.self) {
            try await provider.fetchValue(forKey: ["http", "port"], type: .int)
        }
        #expect(try provider.value(forKey: ["http", "port"], type: .int).int == 80)
        #expect(try provider.value(forKey: ["http", "host"], type: .string).value == nil)
        try directory.damage("other")
        let other = PreferencesProvider(directory.backend, suite: "other")
        let config = ConfigReader(providers: [other, InMemoryProvider(values: ["a": 1])])
        #expect(try config.requiredInt(forKey: "a") == 1)
    }

    @Test("reports a damaged file once, and its values when it is repaired")
    func repaired() async throws {
        let directory = try TemporaryDirectory()
        try directory.damage("server")
        try await confirmation { reported in
            let old = Preferences.onProblem
            defer { Preferences.onProblem = old }
            Preferences.onProblem = { _ in reported() }
            let provider = PreferencesProvider(directory.backend, suite: "server")
            var ports: [Int?] = []
            try await provider.watchValue(forKey: ["http", "port"], type: .int) { updates in
                for await update in updates {
                    ports.append(try update.get().int)
                    guard ports.count < 2 else { return }
                    let host = try provider.value(forKey: ["http", "host"], type: .string).value
                    #expect(host == nil)
                    try directory.write(["http.port": 80], to: "server")
                }
            }
            #expect(ports == [nil, 80])
        }
    }

    @Test("gives a reader that is slow the latest of many snapshots")
    func manySnapshots() async throws {
        try await provider.watchSnapshot { updates in
            for count in 1...1_000 { set(.integer(PropertyListInteger(Int64(count)))) }
            let snapshot = try #require(await updates.first { _ in true })
            let port = try snapshot.value(forKey: ["http", "port"], type: .int).int
            #expect(port == 1_000)
        }
    }

    @Test("ends its updates when the task is cancelled")
    func cancelled() async throws {
        let provider = provider
        let task = Task {
            try await provider.watchValue(forKey: ["a"], type: .int) { updates in
                var count = 0
                for await _ in updates {
                    count += 1
                    withUnsafeCurrentTask { $0?.cancel() }
                }
                return count
            }
        }
        #expect(try await task.value == 1)
    }

    private func set(_ value: PropertyList?, for key: String = "http.port") {
        server[PreferenceKey<PropertyList?>(key)] = value
    }
}

extension LookupResult {
    /// The value as an integer; nil if there is none, or of another type.
    fileprivate var int: Int? {
        guard case .int(let int)? = value?.content else { return nil }
        return int
    }
}

/// A test's own directory, which is removed with its contents when the test ends.
private final class TemporaryDirectory: Sendable {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("prefs-\(UUID())")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var backend: PreferenceBackend { .directory(url.path) }

    /// Writes a file of a suite in place, as a careless program does.
    func write(_ values: [String: Int], to suite: String) throws {
        let data = try PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
        try data.write(to: url.appendingPathComponent("\(suite).plist"))
    }

    /// Leaves the start of a document in the file of a suite.
    func damage(_ suite: String) throws {
        try Data("<plist><dict>".utf8).write(to: url.appendingPathComponent("\(suite).plist"))
    }
}
