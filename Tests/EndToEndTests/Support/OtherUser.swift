import TestSupport

/// A user other than root who runs the command, because permissions do not restrict root.
struct OtherUser {
    var prefs: PrefsCommand
    let number: UInt32
    /// The path of the program to run.
    var program: String

    /// Selects the user with a user ID, by default `nobody`.
    init(_ prefs: PrefsCommand, number: UInt32 = 65534) {
        self.prefs = prefs
        self.number = number
        program = prefs.binary
    }

    /// Whether the tests can start a program as another user, and that user can run the command.
    static let isAvailable: Bool = {
        guard let prefs = try? PrefsCommand() else { return false }
        return (try? OtherUser(prefs).run("--version").ending) == .exited(0)
    }()

    /// Whether a set-user-ID program of root in a temporary directory runs as root for another user.
    static let canRaisePrivileges: Bool = {
        guard isAvailable, let prefs = try? PrefsCommand() else { return false }
        var user = OtherUser(prefs)
        user.program = prefs.directory.path(of: "id")
        return (try? user.open()) != nil
            && (try? prefs.directory.copyRaisingPrivileges("id", of: "/usr/bin/id")) != nil
            && (try? user.run("-u").text) == "0\n"
    }()

    /// Gives every user full access to the test's directory and to the given directories in it.
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
    /// Copies a program and makes the copy set-user-ID, so that it always runs as the user who runs the tests.
    func copyRaisingPrivileges(_ name: String, of program: String) throws {
        _ = try Subprocess("/bin/cp", ["--", program, path(of: name)]).run()
        try setMode(0o4755, of: name)
    }
}
