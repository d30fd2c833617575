import TestSupport

/// Runs the command as a user that is not root, for whom permissions count.
struct OtherUser {
    let prefs: PrefsCommand
    let number: UInt32

    /// The user `nobody` unless another number is given.
    init(_ prefs: PrefsCommand, number: UInt32 = 65534) {
        self.prefs = prefs
        self.number = number
    }

    /// Whether the tests may start a program as another user, and that user may run the command.
    static let canBeTaken: Bool = {
        guard let prefs = try? PrefsCommand() else { return false }
        return (try? OtherUser(prefs).run("--version").ending) == .exited(0)
    }()

    /// Lets the user in: into the test's folder, and into those named.
    func open(_ folders: String...) throws {
        for folder in ["."] + folders {
            try prefs.folder.setMode(0o777, of: folder)
        }
    }

    func run(_ arguments: String..., input: [UInt8] = []) throws -> SubprocessOutcome {
        try run(arguments, input: input)
    }

    func run(_ arguments: [String], input: [UInt8] = []) throws -> SubprocessOutcome {
        let options = ["--reuid=\(number)", "--regid=\(number)", "--clear-groups", "--"]
        return try Subprocess(
            "/usr/bin/setpriv",
            options + [prefs.binary] + arguments,
            environment: prefs.environment,
            input: input,
            workingFolder: "/"
        ).run()
    }
}
