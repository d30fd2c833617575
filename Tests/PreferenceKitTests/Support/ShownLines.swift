/// The lines that a sample prints.
struct ShownLines {
    let show: @Sendable (String) -> Void
    private var lines: AsyncStream<String>.Iterator

    init() {
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        show = { continuation.yield($0) }
        lines = stream.makeAsyncIterator()
    }

    /// Waits for the next line and returns it.
    mutating func next() async -> String? {
        await lines.next(isolation: #isolation)
    }
}
