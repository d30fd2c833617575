import Foundation
import TestSupport

/// The programs that use the library, which the package builds beside the tests.
enum Peer {
    private static let directory = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent()

    /// Returns a program as a subprocess with these arguments and this configuration directory.
    static func subprocess(
        _ arguments: [String] = [],
        of program: String = "PreferenceKitPeer",
        in directory: TemporaryDirectory
    ) -> Subprocess {
        var subprocess = Subprocess(
            Self.directory.appendingPathComponent(program).path,
            arguments,
            environment: ["HOME": directory.path, "XDG_CONFIG_HOME": directory.path]
        )
        subprocess.keptDirectory = directory
        return subprocess
    }
}
