import TestSupport
import Testing

/// Traces the system calls of the command.
enum Strace {
    private static let path = "/usr/bin/strace"

    /// Whether processes can be traced here.
    static let isThere = (try? Subprocess(path, ["-o", "/dev/null", "/bin/true"]).run().ending) == .exited(0)

    /// The calls of those names that a run of the command makes, a line each.
    static func calls(_ names: [String], of prefs: PrefsCommand, _ arguments: [String]) throws -> [Substring] {
        let log = prefs.directory.path(of: "strace")
        let options = ["-f", "-o", log, "-e", "trace=\(names.joined(separator: ","))", prefs.binary]
        var subprocess = prefs.subprocess(options + arguments)
        subprocess.executable = path
        let outcome = try subprocess.run()
        #expect(outcome.ending == .exited(0), "\(outcome)")
        return try prefs.directory.text(of: "strace").split(separator: "\n")
    }
}
