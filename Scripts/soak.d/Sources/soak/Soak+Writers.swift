import TestSupport

extension Soak {
    /// Lets writers and readers go on beside each other.
    func runWriters(
        _ suite: SuiteUnderTest,
        killing: Bool,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        let kills = killing ? options.kills : 0
        let goesOn: @Sendable () -> Bool = {
            guard kills > 0 else { return .now < end }
            let tally = suite.tally
            return tally.kills < kills && tally.counterexample == nil
        }
        var first = Writer("first", of: suite, &generator)
        try first.set("first.same")
        let watch = try SuiteWatch(of: suite)
        let workers = Workers()
        for number in 1...4 {
            var writer = Writer("writer\(number)", of: suite, &generator)
            writer.killChance = killing ? 0.8 : 0
            writer.increments = hasIncrement
            workers.start { [writer] in
                var writer = writer
                suite.repeatWhile(goesOn) { try writer.writeSomething() }
            }
        }
        for reading in SuiteReading.allCases {
            workers.start(Reader(reading, of: suite, &generator), while: goesOn)
        }
        workers.wait()
        try watch.end()
    }

    /// Lets writers and readers go on beside a program on UserDefaults.
    func runBeside(
        _ peer: UserDefaultsPeer,
        pause: Int?,
        writesLargeValues: Bool,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) throws {
        let suite = peer.suite
        let goesOn: @Sendable () -> Bool = { .now < end }
        var first = Writer("first", of: suite, &generator)
        try first.set("first.same")
        let running = try peer.start(
            writesLargeValues ? .large : .small,
            pause: pause ?? 0,
            seconds: (end - .now) / .seconds(1)
        )
        let watch = try SuiteWatch(of: suite)
        let workers = Workers()
        for number in 1...2 {
            var writer = Writer("writer\(number)", of: suite, &generator)
            writer.writesLargeValues = writesLargeValues
            workers.start { [writer] in
                var writer = writer
                suite.repeatWhile(goesOn) { try writer.writeSomething() }
            }
        }
        for reading in [SuiteReading.dump, .get] {
            workers.start(Reader(reading, of: suite, &generator, hasForeignWriter: true), while: goesOn)
        }
        workers.wait()
        let outcome = try running.finish()
        if outcome.ending != .exited(0) {
            suite.report("the program on UserDefaults: \(outcome)")
        }
        try watch.end()
        try suite.checkAtEnd(peer, foreign: try peer.histories())
    }
}

extension Workers {
    /// Starts a thread that reads again and again.
    func start(_ reader: Reader, while goesOn: @escaping @Sendable () -> Bool) {
        start {
            var reader = reader
            reader.suite.repeatWhile(goesOn) {
                try reader.read()
                reader.pause()
            }
        }
    }
}
