/// Lends uninitialized memory to a call that fills it.
func withTemporaryBytes<Outcome, Failure: Error>(
    _ count: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Outcome
) throws(Failure) -> Outcome {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
    defer { unsafe memory.deallocate() }
    return try unsafe body(memory)
}
