/// What a sample shows, line by line.
struct ShownLines {
    let show: @Sendable (String) -> Void
    private var lines: AsyncStream<String>.Iterator

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        show = { continuation.yield($0) }
        lines = stream.makeAsyncIterator()
    }

    /// Waits for the next line.
    mutating func next() async -> String? {
        await lines.next(isolation: #isolation)
    }
}
