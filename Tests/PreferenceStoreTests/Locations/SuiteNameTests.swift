import Testing

@testable import PreferenceStore

@Suite("Suite names")
struct SuiteNameTests {
    @Test(
        "the path of a file implies its suite, also in ByHost",
        arguments: [
            ("/c/s.plist", "s"), ("/c/ByHost/s..plist", "s"), ("/c/ByHost/s.plist", "s"), ("/c/s..plist", "s."),
            ("/c/ByHost/.GlobalPreferences..plist", ".GlobalPreferences"), ("/c/s.json", nil), ("s.plist", "s"),
        ]
    )
    func pathOfFile(path: String, suite: String?) {
        #expect(SuiteFile(path: path).suite?.rawValue == suite)
    }

    @Test(
        "a single path component is a valid name",
        arguments: [
            "prefs", "com.example.App", ".GlobalPreferences", "a b", "...", ".hidden", "Ünï—😀", "-n", "a\\b", "x.plist",
        ]
    )
    func accepts(name: String) throws {
        #expect(try SuiteName(name).rawValue == name)
    }

    @Test(
        "a name that could leave the directory, or that nobody can read, is invalid",
        arguments: [
            ("", .empty), (".", .directory), ("..", .directory), ("../x", .separator), ("/abs", .separator),
            ("a/", .separator),
            ("a\0b", .controlCharacter("\0")), ("a\nb", .controlCharacter("\n")),
            ("\u{7f}", .controlCharacter("\u{7f}")),
            ("\u{85}", .controlCharacter("\u{85}")),
            (String(repeating: "x", count: 256), .tooLong(limit: SuiteName.maximumLength)),
        ] as [(String, SuiteNameProblem)]
    )
    func refuses(name: String, problem: SuiteNameProblem) {
        #expect(throws: PreferenceStoreError.invalidSuiteName(name, problem)) { try SuiteName(name) }
    }

    @Test("the longest name, in bytes, leaves room for the name of its temporary file")
    func longest() throws {
        let name = String(repeating: "é", count: SuiteName.maximumLength / 2)
        let suite = try SuiteName(name + String(repeating: "x", count: SuiteName.maximumLength % 2))
        let file = "\(suite)..plist"
        #expect(TemporaryName(for: file, inode: .max, .random()).text.utf8.count <= 255)
        #expect(throws: PreferenceStoreError.self) { try SuiteName("\(suite)x") }
    }

    @Test("names are compared by their bytes, as file names are")
    func equality() throws {
        #expect(try SuiteName("caf\u{e9}") != SuiteName("cafe\u{301}"))
        #expect(try SuiteName(".GlobalPreferences") == .global)
    }
}
