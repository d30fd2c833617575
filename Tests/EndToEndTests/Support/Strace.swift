import TestSupport
import Testing

extension Strace {
    /// Runs the command with an injection of strace(1), such as a signal at a system call.
    static func run(_ prefs: PrefsCommand, injecting injection: String, _ arguments: [String]) throws
        -> SubprocessOutcome
    {
        try running(prefs.subprocess(arguments), injecting: injection).run()
    }

    /// Runs the command, and returns its system calls with the given names, one per line.
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
