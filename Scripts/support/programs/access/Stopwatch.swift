import Glibc

/// Measures two ways to do the same alternately, so that the state of the machine affects both.
struct Stopwatch {
    let turns: Int
    /// The clock of the times: that of the processor time of this process, or for a wait, a clock on the wall.
    var clock = CLOCK_PROCESS_CPUTIME_ID

    /// Prints a line: the name, and the median time of one call of each way, in nanoseconds.
    func compare(_ name: String, repeating count: Int, _ ours: () throws -> Void, _ theirs: () throws -> Void) rethrows
    {
        var samples: (ours: [Double], theirs: [Double]) = ([], [])
        for _ in 0..<turns {
            samples.ours.append(try nanoseconds(of: ours) / Double(count))
            samples.theirs.append(try nanoseconds(of: theirs) / Double(count))
        }
        print("\(name)\t\(Self.median(samples.ours))\t\(Self.median(samples.theirs))")
    }

    private static func median(_ samples: [Double]) -> Double {
        let sorted = samples.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private func nanoseconds(of body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return now() - start
    }

    private func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Uses a value without effect, so that the compiler cannot omit its computation.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
