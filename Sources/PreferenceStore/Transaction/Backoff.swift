/// Pauses between attempts: 1 ms at first, each twice the last, up to 50 ms.
///
/// Each is longer or shorter by up to a half, so that processes that wait for the same thing do not all ask at once.
struct Backoff {
    private var milliseconds = 1.0

    mutating func next() -> Duration {
        defer { milliseconds = min(milliseconds * 2, 50) }
        return .milliseconds(milliseconds * .random(in: 0.5...1.5))
    }
}
