import Glibc

/// Takes the time of two ways to the same value, in turns, so that both meet the same machine.
///
/// It is the time that the processor works for the process.
struct Stopwatch {
    private let turns: Int

    init(turns: Int) {
        self.turns = turns
    }

    /// Prints a line: the name, and the median nanoseconds of one call of each way.
    func compare(_ name: String, repeating count: Int, _ ours: () throws -> Void, _ theirs: () throws -> Void) rethrows
    {
        var samples: (ours: [Double], theirs: [Double]) = ([], [])
        for _ in 0..<turns {
            samples.ours.append(try Self.nanoseconds(of: ours) / Double(count))
            samples.theirs.append(try Self.nanoseconds(of: theirs) / Double(count))
        }
        print("\(name)\t\(Self.median(samples.ours))\t\(Self.median(samples.theirs))")
    }

    private static func median(_ samples: [Double]) -> Double {
        let sorted = samples.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }

    private static func nanoseconds(of body: () throws -> Void) rethrows -> Double {
        let start = now()
        try body()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}

/// Does nothing with a value, which the compiler cannot know: the value must have been computed.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
