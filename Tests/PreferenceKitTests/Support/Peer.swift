import Foundation
import TestSupport

/// The program on PreferenceKit that the package builds beside the tests, as another process.
enum Peer {
    private static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("PreferenceKitPeer").path

    /// The program with those arguments, whose configuration directory is a given one.
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
