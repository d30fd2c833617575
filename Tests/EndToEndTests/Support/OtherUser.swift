import TestSupport

/// Runs the command as a user that is not root, for whom permissions count.
struct OtherUser {
    let prefs: PrefsCommand
    let number: UInt32
    /// The path of the program that is run.
    var program: String

    /// The user `nobody` unless another number is given.
    init(_ prefs: PrefsCommand, number: UInt32 = 65534) {
        self.prefs = prefs
        self.number = number
        program = prefs.binary
    }

    /// Whether the tests may start a program as another user, and that user may run the command.
    static let canBeTaken: Bool = {
        guard let prefs = try? PrefsCommand() else { return false }
        return (try? OtherUser(prefs).run("--version").ending) == .exited(0)
    }()

    /// Whether a program of root's that is set-user-ID acts as root for another user, where temporary files are.
    static let canRaisePrivileges: Bool = {
        guard canBeTaken, let prefs = try? PrefsCommand() else { return false }
        var user = OtherUser(prefs)
        user.program = prefs.directory.path(of: "id")
        return (try? user.open()) != nil
            && (try? prefs.directory.copyRaisingPrivileges("id", of: "/usr/bin/id")) != nil
            && (try? user.run("-u").text) == "0\n"
    }()

    /// Lets the user in: into the test's directory, and into those named.
    func open(_ directories: String...) throws {
        for directory in ["."] + directories {
            try prefs.directory.setMode(0o777, of: directory)
        }
    }

    func run(_ arguments: String..., input: [UInt8] = []) throws -> SubprocessOutcome {
        try run(arguments, input: input)
    }

    func run(_ arguments: [String], input: [UInt8] = []) throws -> SubprocessOutcome {
        let options = ["--reuid=\(number)", "--regid=\(number)", "--clear-groups", "--"]
        return try Subprocess(
            "/usr/bin/setpriv",
            options + [program] + arguments,
            environment: prefs.environment,
            input: input,
            workingDirectory: "/"
        ).run()
    }
}

extension TemporaryDirectory {
    /// Copies a program, and has the copy act as the user who runs the tests whoever starts it.
    func copyRaisingPrivileges(_ name: String, of program: String) throws {
        _ = try Subprocess("/bin/cp", ["--", program, path(of: name)]).run()
        try setMode(0o4755, of: name)
    }
}
