import Foundation

/// Whether an expectation failed.
@MainActor private(set) var hasFailed = false

/// Prints a message to standard error and records the failure, without ending the program.
@MainActor
func fail(_ message: String, line: Int = #line) {
    hasFailed = true
    FileHandle.standardError.write(Data("line \(line): \(message)\n".utf8))
}

/// Records a failure if a condition is false.
@MainActor
func expect(_ condition: Bool, line: Int = #line) {
    if !condition {
        fail("not as expected", line: line)
    }
}

/// Returns the names of the files in the configuration directory.
func configurationFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "")
}
