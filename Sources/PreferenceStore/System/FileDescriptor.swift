import CLinux
import Glibc
import PropertyLists

/// An open file or directory, which closes when its owner ends.
///
/// Every system call on files goes through this type and its extensions. Each call occurs in one place, throws its
/// error number, and is repeated after a signal if its manual page allows it.
struct FileDescriptor: ~Copyable, Sendable {
    let number: Int32

    /// The maximum size of a file, in bytes; a larger file cannot be one of preferences.
    static let sizeLimit = 1 << 30

    /// Flags for reading, without waiting for a FIFO's other end.
    static let readingFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

    /// Takes over a descriptor that a system call has just opened.
    init(number: Int32) {
        self.number = number
    }

    deinit {
        _ = Glibc.close(number)
    }

    /// Opens a path, by default relative to the working directory, openat(2).
    ///
    /// The descriptor is closed on exec.
    static func open(
        _ path: String,
        _ flags: Int32,
        mode: mode_t = 0,
        in directory: Int32 = AT_FDCWD
    ) throws(SystemError) -> FileDescriptor {
        // The call would treat the first NUL as the end of the path, and open another file.
        guard !path.utf8.contains(0) else { throw .invalidArgument }
        return FileDescriptor(
            number: try retryingOnInterrupt { unsafe openat(directory, path, flags | O_CLOEXEC, mode) }
        )
    }

    /// Opens a path without symbolic links, by default relative to the working directory, openat2(2).
    ///
    /// - Throws: `tooManySymbolicLinks` if the path has a symbolic link, and `notImplemented` before Linux 5.6.
    static func openRefusingLinks(
        _ path: String,
        _ flags: Int32,
        in directory: Int32 = AT_FDCWD
    ) throws(SystemError) -> FileDescriptor {
        FileDescriptor(
            number: try retryingOnInterrupt { unsafe openWithoutLinks(directory, path, flags | O_CLOEXEC) }
        )
    }

    /// Returns all bytes at a path.
    static func contents(ofPath path: String) throws(SystemError) -> [UInt8] { try open(path, O_RDONLY).readToEnd() }

    func open(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) -> FileDescriptor {
        try .open(path, flags, mode: mode, in: number)
    }

    /// Returns another descriptor of the same open file, F_DUPFD_CLOEXEC of fcntl(2).
    func duplicate() throws(SystemError) -> FileDescriptor {
        FileDescriptor(number: try retryingOnInterrupt { fcntl(number, F_DUPFD_CLOEXEC, 0) })
    }

    /// Closes the file, and throws if that fails, close(2).
    ///
    /// Linux closes the descriptor whatever the outcome, so the call is never repeated. A signal that interrupts it has
    /// lost nothing.
    consuming func close() throws(SystemError) {
        let outcome = Glibc.close(number)
        let error = SystemError.last
        discard self
        if outcome == -1, error != .interrupted {
            throw error
        }
    }
}

extension FileDescriptor {
    /// Reads at most this many bytes from the current offset, read(2); fewer if the file ends before.
    ///
    /// The file is never mapped: if another program truncated it during the read, SIGBUS would end this process.
    func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        guard limit > 0 else { return [] }
        let capacity = capacity(forFileOf: limit)
        guard canAllocate(capacity) else { throw .noMemory }
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            unsafe preferHugePages(for: buffer)
            do throws(SystemError) {
                while count < limit {
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count..<limit])
                    let read = try retryingOnInterrupt { unsafe Glibc.read(number, rest.baseAddress, rest.count) }
                    if read == 0 {
                        return
                    }
                    count += read
                }
            } catch {
                failure = error
            }
        }
        if let failure {
            throw failure
        }
        return bytes
    }

    /// The maximum number of bytes from a pipe, which may never end.
    private static let streamLimit = 256 << 20

    /// Reads all bytes from the current offset, read(2); of a pipe, until its last writer closes it.
    ///
    /// - Throws: `fileTooLarge` if a file is larger than any preferences, or a pipe than `streamLimit`; `notSupported`
    ///   for a device, which may have no end, other than null(4) and a terminal.
    func readToEnd() throws(SystemError) -> [UInt8] {
        var status = stat()
        try retryingOnInterrupt { unsafe fstat(number, &status) }
        let kind = FileKind(mode: status.st_mode)
        guard kind != .device || Self.isNull(status) || isatty(number) == 1 else { throw .notSupported }
        let limit = kind == .regular ? FileDescriptor.sizeLimit : Self.streamLimit
        let size = kind == .regular ? Int(status.st_size) : 0
        guard size <= limit else { throw .fileTooLarge }
        // A regular file is read into memory of its exact size. It may have grown, and files of proc(5) state no size.
        var bytes = try read(upTo: size)
        try unsafe withTemporaryBytes(64 * 1024) { piece throws(SystemError) in
            while true {
                let count = try retryingOnInterrupt { unsafe Glibc.read(number, piece.baseAddress, piece.count) }
                guard count > 0 else { return }
                guard count <= limit - bytes.count else { throw .fileTooLarge }
                unsafe bytes.append(contentsOf: piece.prefix(count))
            }
        }
        return bytes
    }

    /// Whether a status is that of null(4), by its device number.
    private static func isNull(_ status: stat) -> Bool { status.st_mode & S_IFMT == S_IFCHR && status.st_rdev == 0x103 }

    /// Lends the first bytes to a new file, which then refers to the same blocks of the disk, ioctl_ficlonerange(2).
    ///
    /// Few file systems can do that, such as btrfs and xfs. A later write to one of the files does not affect the
    /// other.
    ///
    /// - Parameter length: the number of bytes, a multiple of the file system's block size.
    func lendStart(_ length: Int, to file: borrowing FileDescriptor) throws(SystemError) {
        try retryingOnInterrupt { shareStart(number, file.number, length) }
    }

    /// Moves to an offset, at which the next call reads or writes, lseek(2).
    func seek(to offset: Int) throws(SystemError) {
        _ = try retryingOnInterrupt { lseek(number, off_t(offset), SEEK_SET) }
    }

    /// Cuts the file off at a size, in bytes, ftruncate(2).
    func truncate(to size: Int) throws(SystemError) {
        try retryingOnInterrupt { ftruncate(number, off_t(size)) }
    }

    /// Writes all bytes at the current offset.
    func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try writeAll(bytes, to: number)
    }

    /// Returns whether the file has these bytes from an offset on, pread(2).
    func contains(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) -> Bool {
        // One piece at a time stays in the processor's cache.
        let pieceSize = min(bytes.count, 64 * 1024)
        return try unsafe withTemporaryBytes(pieceSize) { piece throws(SystemError) in
            var compared = 0
            while compared < bytes.count {
                let length = min(piece.count, bytes.count - compared)
                let count = try retryingOnInterrupt {
                    unsafe pread(number, piece.baseAddress, length, off_t(offset + compared))
                }
                let expected = bytes.extracting(compared..<compared + count)
                let isSame = unsafe expected.withUnsafeBytes { expected in
                    guard let left = expected.baseAddress, let right = piece.baseAddress else { return true }
                    return unsafe memcmp(left, right, count) == 0
                }
                guard count > 0, isSame else { return false }
                compared += count
            }
            return true
        }
    }

    /// Returns whether the file has no byte at an offset, pread(2).
    func ends(at offset: Int) throws(SystemError) -> Bool {
        var byte: UInt8 = 0
        return try retryingOnInterrupt { unsafe pread(number, &byte, 1, off_t(offset)) } == 0
    }

    /// Flushes the file to disk, fsync(2).
    ///
    /// A failure is final. The kernel forgets it, so a second call would succeed with nothing on disk.
    func synchronize() throws(SystemError) {
        try retryingOnInterrupt { fsync(number) }
    }
}

/// The size of a huge page, in bytes.
private let hugePageSize = 1 << 21

/// Returns the capacity of an array for some bytes.
///
/// If they are many, the array fills huge pages, with the headers before its bytes: Linux aligns only such memory.
private func capacity(forFileOf count: Int) -> Int {
    let headerSize = 64
    guard count > hugePageSize / 2 else { return count }
    return (count + headerSize + hugePageSize - 1) / hugePageSize * hugePageSize - headerSize
}

/// Requests huge pages of memory for a large buffer that is yet to be filled, madvise(2).
///
/// The first touch of a page costs more than its bytes do: 5 MB are read in 0.6 ms instead of 2.7 ms. The headers have
/// touched the first page, so a huge page must replace it.
private func preferHugePages(for buffer: UnsafeMutableBufferPointer<UInt8>) {
    guard buffer.count > hugePageSize / 2, let start = buffer.baseAddress else { return }
    let firstPage = unsafe UnsafeMutableRawPointer(start) - Int(bitPattern: start) % 4096
    // MADV_COLLAPSE, which Glibc of Debian 12 does not declare.
    let collapse: Int32 = 25
    // Advice that the system cannot follow has no effect.
    _ = unsafe madvise(firstPage, buffer.count, MADV_HUGEPAGE)
    _ = unsafe madvise(firstPage, hugePageSize, collapse)
}

/// Returns whether that many bytes of memory can be allocated, mmap(2).
///
/// An array that cannot be allocated ends the process. This check uses mmap(2), because a malloc(3) whose memory is not
/// used is optimised away, as if it always succeeded.
private func canAllocate(_ count: Int) -> Bool {
    let small = 1 << 20
    guard count > small else { return true }
    // One page more, for what an array and malloc(3) put before the bytes.
    let size = count + 4096
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return false }
    return unsafe munmap(memory, size) == 0
}

/// Writes all bytes to an open file, with as many calls of write(2) as necessary.
func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        let rest = bytes.extracting(written...)
        let count = try retryingOnInterrupt {
            unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        }
        // A file that accepts nothing and reports no error would be written to forever.
        guard count > 0 else { throw .inputOutput }
        written += count
    }
}

extension FileDescriptor {
    /// Writes a document from an offset in it, to the same offset of this file, and reads the whole file back.
    ///
    /// Each piece is read back while it is in the processor's cache, which takes half the time of a second pass.
    ///
    /// - Returns: whether the file has the bytes of the document.
    func write(_ document: SplicedDocument, from start: Int) throws(SystemError) -> Bool {
        if start > 0 {
            try seek(to: start)
        }
        return try contains(document, afterWritingFrom: start)
    }

    func contains(_ document: SplicedDocument) throws(SystemError) -> Bool {
        try contains(document, afterWritingFrom: document.count)
    }

    private func contains(_ document: SplicedDocument, afterWritingFrom start: Int) throws(SystemError) -> Bool {
        let pieceSize = 256 * 1024
        var offset = 0
        var isSame = true
        try document.forEachPart { part throws(SystemError) in
            var rest = part
            while isSame, !rest.isEmpty {
                // No piece contains bytes from both sides of the start.
                let limit = offset < start ? start - offset : pieceSize
                let piece = rest.extracting(first: limit)
                if offset >= start {
                    try write(piece)
                }
                isSame = try contains(piece, at: offset)
                offset += piece.count
                rest = rest.extracting(droppingFirst: piece.count)
            }
        }
        guard isSame else { return false }
        return try ends(at: offset)
    }
}
