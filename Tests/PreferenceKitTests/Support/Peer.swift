import Foundation
import TestSupport

/// The program that uses PreferenceKit, which the package builds beside the tests.
enum Peer {
    private static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("PreferenceKitPeer").path

    /// Returns the program as a subprocess with these arguments and this configuration directory.
    static func subprocess(_ arguments: [String], in directory: TemporaryDirectory) -> Subprocess {
        var subprocess = Subprocess(
            path,
            arguments,
            environment: ["HOME": directory.path, "XDG_CONFIG_HOME": directory.path]
        )
        subprocess.keptDirectory = directory
        return subprocess
    }
}
