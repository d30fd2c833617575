import SoakValues
import TestSupport

extension Soak {
    /// Starts many writers at once, again and again, each with a key that is new.
    func runTogether(_ suite: SuiteUnderTest, until end: ContinuousClock.Instant) throws {
        var round = 0
        while options.rounds > 0 ? round < options.rounds : round == 0 || .now < end {
            round += 1
            let writers = try (1...options.writers).map { number in
                let key = "round\(round).key\(number)"
                let write = suite.changeLedger { $0.histories[key, default: KeyHistory()].attempt(value: true) }
                let program = suite.writer("set", [key, "--string", SoakValue.text(of: key, number: write)])
                return (key, write, program, try program.start())
            }
            for (key, write, program, process) in writers where suite.judge(try process.finish(), of: program) != nil {
                suite.changeLedger { $0.histories[key]?.acknowledge(write) }
            }
        }
        suite.note { $0.notes.append("\(round) rounds of \(options.writers) writers that start at once") }
    }

    /// Lets many writers increment one number.
    func runIncrements(_ suite: SuiteUnderTest, until end: ContinuousClock.Instant) throws {
        let workers = Workers()
        for _ in 1...options.writers {
            workers.start { [options] in
                suite.reportingErrors {
                    var count = 0
                    while options.increments > 0 ? count < options.increments : count == 0 || .now < end {
                        count += 1
                        suite.changeLedger { $0.counter.attempted += 1 }
                        let program = suite.writer("increment", [SharedCounter.key])
                        if let outcome = suite.judge(try program.run(), of: program) {
                            suite.acknowledgeIncrement(outcome)
                        }
                    }
                }
            }
        }
        workers.wait()
        suite.note { $0.notes.append("\(options.writers) writers, \(suite.ledger.counter.acknowledged) increments") }
    }
}
