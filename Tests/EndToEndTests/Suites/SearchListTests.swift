import TestSupport
import Testing

@Suite("The search list", .mayWait)
struct SearchListTests {
    /// The layers of `/usr/local/etc`, which follow the user's layers.
    static let systemLayers = [
        "ByHost/t.plist", "t.plist", "ByHost/.GlobalPreferences.plist", ".GlobalPreferences.plist",
    ]

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
