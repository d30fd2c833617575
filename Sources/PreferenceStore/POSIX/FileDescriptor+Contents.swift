import Glibc

extension FileDescriptor {
    /// At most this many bytes from where the file stands, read(2); fewer where the file ends before.
    ///
    /// The file is never mapped: a program that cuts it short while it is read would end this one by SIGBUS.
    func read(upTo limit: Int) throws(SystemError) -> [UInt8] {
        guard limit > 0 else { return [] }
        guard canAllocate(limit) else { throw .noMemory }
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            unsafe preferHugePages(for: buffer)
            do throws(SystemError) {
                while count < limit {
                    let rest = unsafe UnsafeMutableBufferPointer(rebasing: buffer[count...])
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

    /// Writes all bytes where the file stands.
    func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try writeAll(bytes, to: number)
    }

    /// Whether the file holds these bytes from an offset on, pread(2).
    func holds(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) -> Bool {
        // A piece at a time stays in the processor's cache.
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

    /// Whether the file has no byte at an offset, pread(2).
    func ends(at offset: Int) throws(SystemError) -> Bool {
        var byte: UInt8 = 0
        return try retryingOnInterrupt { unsafe pread(number, &byte, 1, off_t(offset)) } == 0
    }

    /// Brings what was written to the disk, fsync(2).
    ///
    /// A failure is final. The kernel forgets it, so that a second call would succeed with nothing on the disk.
    func synchronize() throws(SystemError) {
        try retryingOnInterrupt { fsync(number) }
    }
}

/// Asks for memory of few large pages where a large buffer is yet to be filled, madvise(2): the first touch of a page
/// costs as much as its bytes do.
private func preferHugePages(for buffer: UnsafeMutableBufferPointer<UInt8>) {
    let pageSize = 4096
    guard buffer.count > 1 << 22, let start = buffer.baseAddress else { return }
    let offset = Int(bitPattern: start) % pageSize
    // Advice that the system cannot follow changes nothing.
    _ = unsafe madvise(UnsafeMutableRawPointer(start) - offset, buffer.count + offset, MADV_HUGEPAGE)
}

/// Whether memory for that many bytes is to be had, mmap(2).
///
/// An array that cannot have its memory ends the process. This asks by mmap(2): a malloc(3) whose memory is not used is
/// optimised away, as if there were always enough.
private func canAllocate(_ count: Int) -> Bool {
    let small = 1 << 20
    guard count > small else { return true }
    // A page more, for what an array and malloc(3) put before the bytes.
    let size = count + 4096
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return false }
    return unsafe munmap(memory, size) == 0
}
