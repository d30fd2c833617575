import Glibc

/// Takes the time of operations on a document.
///
/// It is the time that the processor works for the process: what else the machine does is not part of it.
struct Stopwatch {
    /// How much a sample has to handle at least, so that the clock tells the time of a small document as well.
    private static let bytesPerSample = 500_000

    let size: SampleSize
    let byteCount: Int

    /// Prints how long an operation takes; what becomes of its results is not part of it.
    func time<Value>(_ operation: String, _ body: () throws -> Value) rethrows {
        let repetitions = max(1, Self.bytesPerSample / byteCount)
        var elapsed = 0.0
        for _ in 1...repetitions {
            let start = Self.microseconds()
            let result = try body()
            elapsed += Self.microseconds() - start
            keep(result)
        }
        print("\(size)\t\(operation)\t\(elapsed / Double(repetitions))\t\(byteCount)")
    }

    private static func microseconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// Does nothing with a value, which the compiler cannot know: the value must have been computed.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
