/// strace(1), which traces the system calls of a program.
public enum Strace {
    public static let path = "/usr/bin/strace"

    /// Whether strace(1) is installed and can trace processes.
    public static let exists = (try? Subprocess(path, ["-o", "/dev/null", "/bin/true"]).run().ending) == .exited(0)

    /// Returns a program that strace(1) runs with an injection, such as a signal at a system call.
    public static func running(_ program: Subprocess, injecting injection: String) -> Subprocess {
        var subprocess = program
        subprocess.executable = path
        subprocess.arguments =
            ["-f", "-o", "/dev/null", "-e", "inject=\(injection)", program.executable] + program.arguments
        return subprocess
    }
}
