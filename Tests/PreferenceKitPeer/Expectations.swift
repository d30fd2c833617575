import Foundation

/// Whether an expectation did not hold.
@MainActor private(set) var hasFailed = false

/// Says what is wrong, and goes on.
@MainActor
func fail(_ message: String, line: Int = #line) {
    hasFailed = true
    FileHandle.standardError.write(Data("line \(line): \(message)\n".utf8))
}

/// Expects a condition to hold.
@MainActor
func expect(_ condition: Bool, line: Int = #line) {
    if !condition {
        fail("not as expected", line: line)
    }
}

/// The names of the files in the configuration directory.
func configurationFiles() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: ProcessInfo.processInfo.environment["XDG_CONFIG_HOME"] ?? "")
}
