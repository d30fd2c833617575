import Foundation

/// Writes a line to standard output without a buffer, so that a reader receives it at once.
nonisolated func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
