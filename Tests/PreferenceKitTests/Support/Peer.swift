import Foundation
import TestSupport

/// The program on PreferenceKit that the package builds beside the tests, as another process.
enum Peer {
    private static let path = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("PreferenceKitPeer").path

    /// The program with those arguments, whose configuration folder is a given one.
    static func subprocess(_ arguments: [String], in folder: TemporaryFolder) -> Subprocess {
        var subprocess = Subprocess(
            path,
            arguments,
            environment: ["HOME": folder.path, "XDG_CONFIG_HOME": folder.path]
        )
        subprocess.keptFolder = folder
        return subprocess
    }
}
