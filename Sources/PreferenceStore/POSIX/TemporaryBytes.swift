import Glibc

/// Lends uninitialized memory to calls that fill it, malloc(3).
///
/// - Throws: `noMemory` where there is none to be had, in the middle of a transaction above all: the process would end
///   with its temporary file left behind if Swift asked for it.
func withTemporaryBytes<Outcome>(
    _ count: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(SystemError) -> Outcome
) throws(SystemError) -> Outcome {
    guard let memory = unsafe malloc(count) else { throw .noMemory }
    defer { unsafe free(memory) }
    return try unsafe body(UnsafeMutableRawBufferPointer(start: memory, count: count))
}
