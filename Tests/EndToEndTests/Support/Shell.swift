import TestSupport

/// A POSIX shell with the command in its `PATH`.
struct Shell {
    let prefs: PrefsCommand

    init(_ prefs: PrefsCommand) throws {
        self.prefs = prefs
        try prefs.directory.makeDirectory("bin")
        if !prefs.directory.exists("bin/prefs") { try prefs.directory.symlink("bin/prefs", to: prefs.binary) }
    }

    func run(_ script: String, _ arguments: String...) throws -> SubprocessOutcome {
        try subprocess(script, arguments).run()
    }

    func subprocess(_ script: String, _ arguments: [String] = []) -> Subprocess {
        var environment = prefs.environment
        environment["PATH"] = prefs.directory.path(of: "bin") + ":/usr/bin:/bin"
        return Subprocess(
            "/bin/sh",
            ["-c", script, "script"] + arguments,
            environment: environment,
            workingDirectory: prefs.directory.path(of: "work")
        )
    }
}
