import Glibc

/// Room for the bytes of a file of which only some are read, mmap(2): what nobody has touched takes no memory.
///
/// The file itself is not mapped.
@safe
struct SparseBytes: ~Copyable {
    private let memory: UnsafeMutableRawBufferPointer

    /// Room for some bytes, all of them zero.
    ///
    /// - Precondition: there is at least one.
    init(count: Int) throws(SystemError) {
        let start = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let start = unsafe start, unsafe start != MAP_FAILED else { throw .last }
        unsafe memory = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit {
        unsafe munmap(memory.baseAddress, memory.count)
    }

    /// Puts what a file has in a range at a place here, pread(2); as far as that goes, where the file ends before.
    mutating func read(
        _ range: Range<Int>,
        of file: borrowing FileDescriptor,
        to place: Int
    ) throws(SystemError) {
        var rest = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place..<place + range.count])
        var offset = range.lowerBound
        while unsafe !rest.isEmpty {
            let count = try retryingOnInterrupt {
                unsafe pread(file.number, rest.baseAddress, rest.count, off_t(offset))
            }
            guard count > 0 else { return }
            unsafe rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
            offset += count
        }
    }

    /// Lends all bytes for the time of the body.
    func withBytes<Value, Failure: Error>(
        _ body: (Span<UInt8>) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try unsafe body(memory.bindMemory(to: UInt8.self).span)
    }
}
