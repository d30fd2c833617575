import Foundation

/// Prints a line that is read at once, whoever reads it.
nonisolated func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
