import TestSupport
import Testing

extension TemporaryFolder {
    /// Runs a script of sh(1) in the folder, to its end: another process, whose changes are all made then.
    func run(_ script: String) throws {
        let shell = Subprocess(
            "/bin/sh",
            ["-ec", script],
            environment: ["PATH": "/usr/bin:/bin"],
            workingFolder: path
        )
        let outcome = try shell.run()
        #expect(outcome.ending == .exited(0), "\(script): \(outcome.errorText)")
    }
}
