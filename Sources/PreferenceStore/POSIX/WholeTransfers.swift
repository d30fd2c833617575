import Glibc

/// Every byte from where an open file stands to its end, read(2); of a pipe, until its last writer closes it.
///
/// - Throws: `fileTooLarge` where there are more bytes than any preferences have, as in a device that never ends.
func readToEnd(of descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    try unsafe withTemporaryBytes(64 * 1024) { piece throws(SystemError) in
        while true {
            let count = try retryingOnInterrupt { unsafe read(descriptor, piece.baseAddress, piece.count) }
            guard count > 0 else { return }
            guard count <= FileReader.sizeLimit - bytes.count else { throw .fileTooLarge }
            unsafe bytes.append(contentsOf: piece.prefix(count))
        }
    }
    return bytes
}

/// Writes all bytes to an open file, in as many calls of write(2) as it takes.
func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        let rest = bytes.extracting(written...)
        let count = try retryingOnInterrupt {
            unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        // A file that takes nothing and names no reason would be written to for ever.
        guard count > 0 else { throw .inputOutput }
        written += count
    }
}
