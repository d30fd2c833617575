import TestSupport

/// A shell in a mount namespace of its own, in which `/etc/prefs/managed` is a directory of the test.
///
/// The shell is root's, and finds `prefs` in its `PATH`. `as_user` runs a command as `nobody`.
struct ManagedDirectory {
    let prefs: PrefsCommand

    /// Whether the tests can mount.
    static let isAvailable: Bool = {
        guard OtherUser.isAvailable, let directory = try? ManagedDirectory() else { return false }
        return (try? directory.run("echo done").text) == "done\n"
    }()

    init() throws {
        prefs = try PrefsCommand()
        for path in [".", "config", "home", "work"] {
            try prefs.directory.setMode(0o777, of: path)
        }
    }

    func run(_ script: String) throws -> SubprocessOutcome {
        let prelude = """
            set -e; mkdir -p etc; cp -a /etc/passwd etc; mount --bind etc /etc; mkdir -p -m 755 /etc/prefs/managed
            as_user() { setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"; }
            managed=/etc/prefs/managed
            set +e

            """
        var environment = prefs.environment
        try prefs.directory.makeDirectory("bin")
        if !prefs.directory.exists("bin/prefs") { try prefs.directory.symlink("bin/prefs", to: prefs.binary) }
        environment["PATH"] = prefs.directory.path(of: "bin") + ":/usr/sbin:/usr/bin:/sbin:/bin"
        environment["PREFS_SUITE"] = "t"
        environment["PREFS_HISTORY"] = "off"
        return try Subprocess(
            "/usr/bin/unshare",
            ["--mount", "/bin/sh", "-c", prelude + script],
            environment: environment,
            workingDirectory: prefs.directory.path(of: "work")
        ).run()
    }
}
