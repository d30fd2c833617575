import TestSupport
import Testing

@Suite("The search list")
struct SearchListTests {
    /// The layers of the configuration directory, from the highest precedence to the lowest.
    static let userLayers = [
        "ByHost/t..plist", "t.plist", "ByHost/.GlobalPreferences..plist", ".GlobalPreferences.plist",
    ]

    /// The layers of `/usr/local/etc`, which follow the user's layers.
    static let systemLayers = [
        "ByHost/t.plist", "t.plist", "ByHost/.GlobalPreferences.plist", ".GlobalPreferences.plist",
    ]

    @Test("the first layer with the key wins")
    func order() throws {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        for layer in Self.userLayers.reversed() {
            expect(try prefs.run("get", "k", "--default", "none"), exit: 0)
            try prefs.directory.write(Self.document(layer), to: "config/\(layer)")
            try prefs.directory.age("config/\(layer)")
            expect(try prefs.run("get", "k"), prints: layer + "\n")
            // A suite without a file of its own does not exist, but has the shared keys.
            let errors = layer.contains("Global") ? ErrorOutput.missingSuite("t") : .nothing
            expect(try prefs.run("list", "k"), prints: "k\t\(layer)\n", errors: errors)
            expect(try prefs.run("get", "only \(layer)"), prints: "1\n")
        }
        let keys = (Self.userLayers.map { "only \($0)" } + ["k"]).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        expect(try prefs.run("keys"), prints: keys.map { $0 + "\n" }.joined())
    }

    @Test("--only and a selector read one file")
    func only() throws {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        for layer in Self.userLayers {
            try prefs.directory.write(Self.document(layer), to: "config/\(layer)")
            try prefs.directory.age("config/\(layer)")
        }
        let selectors = [["--by-host"], ["--only"], ["-g", "--by-host"], ["-g"]]
        for (options, layer) in zip(selectors, Self.userLayers) {
            expect(try prefs.run(["get", "k"] + options), prints: layer + "\n")
            expect(try prefs.run(["keys"] + options), prints: "k\nonly \(layer)\n")
            expect(try prefs.run(["list", "k"] + options), prints: "k\t\(layer)\n")
            for other in Self.userLayers where other != layer {
                expect(try prefs.run(["get", "only \(other)"] + options), prints: "", exit: 1)
                expect(try prefs.run(["exists", "only \(other)"] + options), prints: "", exit: 1, errors: .optional)
                expect(try prefs.run(["type", "only \(other)"] + options), prints: "", exit: 1)
            }
        }
        expect(try prefs.run("dump", "--json"), prints: "{\"k\":\"t.plist\",\"only t.plist\":1}\n")
    }

    @Test("a write changes the suite's own file and no other layer")
    func writing() throws {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        for layer in Self.userLayers {
            try prefs.directory.write(Self.document(layer), to: "config/\(layer)")
            try prefs.directory.age("config/\(layer)")
        }
        try prefs.change("set", "k", "changed")
        expect(try prefs.run("get", "k", "--only"), prints: "changed\n")
        expect(try prefs.run("get", "k"), prints: "ByHost/t..plist\n")
        for layer in Self.userLayers where layer != "t.plist" {
            #expect(try prefs.directory.text(of: "config/\(layer)") == Self.document(layer))
        }
    }

    @Test("path prints the paths of the system layers")
    func systemPaths() throws {
        let prefs = try PrefsCommand()
        expect(try prefs.run("path", "--system", "-s", "x"), prints: "/usr/local/etc/x.plist\n")
        expect(try prefs.run("path", "--system", "-g"), prints: "/usr/local/etc/.GlobalPreferences.plist\n")
        expect(try prefs.run("path", "--system", "--by-host", "-s", "x"), prints: "/usr/local/etc/ByHost/x.plist\n")
    }

    @Test(
        "the system layers follow the user's layers",
        .enabled(if: PrivateMounts.areAllowed, "needs unshare(1) and the right to mount")
    )
    func systemOrder() throws {
        var prefs = try PrefsCommand()
        prefs.environment["PREFS_SUITE"] = "t"
        let mounts = PrivateMounts(prefs)
        try prefs.directory.makeDirectory("system")
        for layer in Self.systemLayers.reversed() {
            try prefs.directory.write(Self.document("system \(layer)"), to: "system/\(layer)")
            try prefs.directory.age("system/\(layer)")
            expect(try mounts.run("get", "k"), prints: "system \(layer)\n")
        }
        expect(try mounts.run("get", "k", "--system"), prints: "system t.plist\n")
        expect(try mounts.run("get", "k", "--only"), prints: "", exit: 1)
        expect(try mounts.run("set", "k", "new", "--system"), prints: "")
        #expect(try prefs.directory.mode(of: "system/t.plist") == 0o600)
        expect(try mounts.run("set", "k", "new", "--system", "-s", "fresh"), prints: "")
        #expect(try prefs.directory.mode(of: "system/fresh.plist") == 0o644)
        let user = ".GlobalPreferences.plist"
        try prefs.directory.write(Self.document(user), to: "config/\(user)")
        try prefs.directory.age("config/\(user)")
        expect(try mounts.run("get", "k"), prints: user + "\n")
    }

    static func document(_ layer: String) -> String {
        SuiteXML.document(["k": "<string>\(layer)</string>", "only \(layer)": "<integer>1</integer>"])
    }
}

/// Runs of the command with the test's directory `system` mounted at `/usr/local/etc`.
///
/// No other process sees the mount.
struct PrivateMounts {
    let prefs: PrefsCommand

    init(_ prefs: PrefsCommand) {
        self.prefs = prefs
    }

    static let areAllowed: Bool = {
        let script = "mount --bind /tmp /usr/local/etc"
        let outcome = try? Subprocess(
            "/usr/bin/unshare",
            ["-m", "/bin/sh", "-c", script],
            environment: ["PATH": "/usr/bin:/bin"]
        ).run()
        return outcome?.ending == .exited(0)
    }()

    func run(_ arguments: String...) throws -> SubprocessOutcome {
        let script = #"mount --bind "$1" /usr/local/etc && shift && exec "$@""#
        let system = prefs.directory.path(of: "system")
        return try Subprocess(
            "/usr/bin/unshare",
            ["-m", "/bin/sh", "-c", script, "sh", system, prefs.binary] + arguments,
            environment: prefs.environment
        ).run()
    }
}
