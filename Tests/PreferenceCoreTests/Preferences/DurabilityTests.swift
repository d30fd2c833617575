import PreferenceCore
import PreferenceStore
import TestSupport
import Testing

@Suite("Durability", .mayWait)
struct DurabilityTests {
    private static let writes: [(name: String, write: @Sendable (Preferences) throws -> Void)] = [
        ("subscript", { $0[.count] = 1 }),
        ("change in place", { $0[.count] += 1 }),
        ("set", { try $0.set(3, for: .count) }),
        ("setIfMissing", { try $0.setIfMissing("t", for: .title) }),
        ("transaction", { try $0.transaction { $0[.flag] = true } }),
        ("change", { _ = try $0.change { $0[.ratio] = 1 } }),
        ("remove", { try $0.remove(.count) }),
        ("reset", { $0.reset(.title) }),
        ("resetAll", { $0.resetAll() }),
        (
            "a suite that a key names",
            { preferences in
                try Preferences.$standard.withValue(preferences) {
                    try Preferences.set(1, for: PreferenceKey<Int>("n", default: 0, suite: "group.x"))
                }
            }
        ),
    ]

    @Test("a write waits for the disk unless the instance chooses memory")
    func instances() throws {
        let suites = try SuiteDirectory()
        let initialisers: [(Durability) throws -> Preferences] = [
            { Preferences(.directories(suites.directories), durability: $0) },
            { Preferences(directory: suites.directory.path(of: "a"), durability: $0) },
            { Preferences(suite: try SuiteName("b"), directories: suites.directories, durability: $0) },
            {
                let file = SuiteFile(path: suites.directory.path(of: "c.plist"))
                return Preferences(file: file, searchList: [file], durability: $0)
            },
        ]
        for initialiser in initialisers {
            // The two instances share the contents in memory. The first write also creates directories.
            let (disk, memory) = (try initialiser(.disk), try initialiser(.memory))
            for (name, write) in Self.writes.dropLast() {
                #expect(try fsyncCount { try write(disk) } > 0, "\(name)")
            }
            for (name, write) in Self.writes.dropLast() {
                #expect(try fsyncCount { try write(memory) } == 0, "\(name)")
            }
        }
    }

    @Test("the suites of the environment's directories have the durability of the instance")
    func environment() async {
        await #expect(processExitsWith: .success) {
            try withConfigurationDirectory { _ in
                let suite = try SuiteName("b")
                for (name, write) in Self.writes {
                    #expect(try fsyncCount { try write(Preferences(suite: "a", durability: .memory)) } == 0, "\(name)")
                    #expect(
                        try fsyncCount { try write(Preferences(suite: suite, durability: .memory)) } == 0,
                        "\(name)"
                    )
                    #expect(try fsyncCount { try write(Preferences(suite: nil, durability: .memory)) } == 0, "\(name)")
                }
                #expect(try fsyncCount { try Preferences.set(2, for: .count) } > 0)
            }
        }
    }

    @Test("the options of a transaction take precedence over the instance's choice")
    func options() throws {
        let suites = try SuiteDirectory()
        let preferences = Preferences(.directories(suites.directories), durability: .memory)
        #expect(try fsyncCount { try preferences.transaction(options: ChangeOptions()) { $0[.count] = 1 } } > 0)
    }
}
