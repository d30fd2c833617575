import Glibc

/// Measures the time of operations on a document.
///
/// This is the processor time of the process, which excludes other work of the machine.
struct Stopwatch {
    /// The minimum number of bytes in a sample, so that the clock can measure a small document.
    private static let bytesPerSample = 500_000

    /// The name of the document.
    let name: String
    let byteCount: Int

    /// Prints the time of an operation, without the time to release its result.
    func time<Value>(_ operation: String, _ body: () throws -> Value) rethrows {
        let repetitions = max(1, Self.bytesPerSample / byteCount)
        var elapsed = 0.0
        for _ in 1...repetitions {
            let start = Self.microseconds()
            let result = try body()
            elapsed += Self.microseconds() - start
            keep(result)
        }
        print("\(name)\t\(operation)\t\(elapsed / Double(repetitions))\t\(byteCount)")
    }

    private static func microseconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

/// Uses a value without effect, so that the compiler cannot omit its computation.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
