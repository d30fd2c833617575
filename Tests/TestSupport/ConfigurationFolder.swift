internal import Glibc

/// Runs a body in this process with an empty configuration folder of its own.
///
/// Only for exit tests: the folder is named in the environment, which a process has one of.
public func withConfigurationFolder(_ body: (TemporaryFolder) throws -> Void) throws {
    let folder = try TemporaryFolder()
    guard unsafe setenv("XDG_CONFIG_HOME", folder.path, 1) == 0 else { throw SystemCallError("setenv") }
    try withExtendedLifetime(folder) { try body(folder) }
}
