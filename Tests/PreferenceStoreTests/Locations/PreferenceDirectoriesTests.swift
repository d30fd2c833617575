import Testing

@testable import PreferenceStore

@Suite("The configuration directory")
struct PreferenceDirectoriesTests {
    @Test(
        "XDG_CONFIG_HOME comes first, then HOME, then the user database; relative paths are ignored",
        arguments: [
            (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/u", "/c"),
            (["XDG_CONFIG_HOME": "", "HOME": "/h"], "/u", "/h/.config"),
            (["XDG_CONFIG_HOME": "relative", "HOME": "/h"], "/u", "/h/.config"),
            (["HOME": "h"], "/u", "/u/.config"),
            ([:], "/u", "/u/.config"),
        ]
    )
    func directory(environment: [String: String], home: String, directory: String) throws {
        #expect(try configurationDirectory(environment.mapValues(EnvironmentValue.text), home: home) == directory)
    }

    @Test("a needed variable that is not UTF-8 is an error", arguments: ["XDG_CONFIG_HOME", "HOME"])
    func notUTF8(variable: String) {
        #expect(throws: PreferenceStoreError.noConfigurationDirectory(.notUTF8(variable: variable))) {
            try configurationDirectory([variable: .notUTF8], home: "/u")
        }
    }

    @Test("a variable that is not needed may be invalid UTF-8")
    func notUTF8BehindAnother() throws {
        #expect(try configurationDirectory(["XDG_CONFIG_HOME": .text("/c"), "HOME": .notUTF8], home: "/u") == "/c")
    }

    @Test("a home directory that is missing, empty or relative is an error", arguments: [nil, "", "relative"])
    func unknown(home: String?) {
        #expect(throws: PreferenceStoreError.noConfigurationDirectory(.noHome)) {
            try configurationDirectory([:], home: home)
        }
    }

    @Test(
        "the user database is searched by user ID only",
        arguments: [(1000, "/home/ada"), (0, "/root"), (100, nil), (7, ""), (8, nil)] as [(UInt32, String?)]
    )
    func userDatabase(user: UInt32, home: String?) {
        let database = """
            root:x:0:0:root:/root:/bin/sh
            1000:x:1:1000::/wrong:/bin/sh
            ada:x:1000:1000:Ada, \u{E9}:/home/ada:/bin/sh
            nobody:x:7:7:::

            cut:x:8:8
            """
        #expect(CallingProcess.homeDirectory(of: user, in: Array(database.utf8)) == home)
    }

    @Test("the system's directory is /usr/local/etc")
    func system() throws {
        let directories = try PreferenceDirectories { $0 == "XDG_CONFIG_HOME" ? .text("/c") : .unset }
        #expect(directories == PreferenceDirectories(user: "/c", system: "/usr/local/etc"))
    }

    @Test("the suites that have files are listed in byte order")
    func suites() throws {
        let directory = try TemporaryDirectory()
        for name in [
            "b.plist", "a.plist", "B.plist", ".GlobalPreferences.plist", "a.json", ".plist", ".b.plist.1.x.prefs-tmp",
        ] {
            try directory.write("", to: name)
        }
        try directory.makeDirectory("directory.plist")
        try directory.link("link.plist", to: "elsewhere")
        let suites = try PreferenceDirectories(user: directory.path).suites()
        #expect(suites.map(\.rawValue) == [".GlobalPreferences", "B", "a", "b", "link"])
    }

    @Test("a missing configuration directory has no suites")
    func missing() throws {
        let directory = try TemporaryDirectory()
        #expect(try PreferenceDirectories(user: directory("missing")).suites() == [])
    }

    private func configurationDirectory(
        _ environment: [String: EnvironmentValue],
        home: String?
    ) throws(PreferenceStoreError) -> String {
        try PreferenceDirectories.configurationDirectory({ environment[$0] ?? .unset }, homeDirectory: { home })
    }
}

@Suite("The search list")
struct SearchListTests {
    private let directories = PreferenceDirectories(user: "/u", system: "/s", managed: "/m")

    @Test("the search list of a suite is that of UserDefaults on Linux, after the managed files")
    func suite() throws {
        let list = SearchList(of: try SuiteName("app"), in: directories)
        #expect(
            list.map(\.file.path) == [
                "/m/app.plist",
                "/m/.GlobalPreferences.plist",
                "/u/ByHost/app..plist",
                "/u/app.plist",
                "/u/ByHost/.GlobalPreferences..plist",
                "/u/.GlobalPreferences.plist",
                "/s/ByHost/app.plist",
                "/s/app.plist",
                "/s/ByHost/.GlobalPreferences.plist",
                "/s/.GlobalPreferences.plist",
            ]
        )
    }

    @Test("the search list of the global suite contains each layer once")
    func global() {
        let list = SearchList(of: .global, in: directories)
        #expect(
            list.map(\.file.path) == [
                "/m/.GlobalPreferences.plist",
                "/u/ByHost/.GlobalPreferences..plist",
                "/u/.GlobalPreferences.plist",
                "/s/ByHost/.GlobalPreferences.plist",
                "/s/.GlobalPreferences.plist",
            ]
        )
    }
}
