import Foundation
import PreferenceKit
import PreferenceStore
import PropertyLists
import Synchronization
import TestSupport

/// A change by another program just after the first access of a process, which must see it.
///
/// Each is a process of its own, since only the first access of a process starts the thread that watches files.
struct FirstChange {
    /// The way in which the other program changes the file.
    enum Kind: String, CaseIterable {
        /// A commit of this package.
        case commit
        case rename
        case inPlace = "in-place"
        case unlink
    }

    /// What the process does before the change.
    enum Access: String, CaseIterable {
        /// It reads once, and starts no watch.
        case read
        /// It reads again, which starts the watch.
        case twoReads = "two-reads"
        case observe
    }

    let kind: Kind
    let access: Access
    /// The microseconds between the access and the change.
    let pause: Int
    /// Whether the file is so old that its status tells a later write.
    let isOld: Bool

    init(_ generator: inout SeededGenerator) {
        kind = Kind.allCases.randomElement(using: &generator) ?? .commit
        access = Access.allCases.randomElement(using: &generator) ?? .read
        // Most windows are short, and open at once.
        pause = Int.random(in: 0...Int.random(in: 0...20_000, using: &generator), using: &generator)
        isOld = Bool.random(using: &generator)
    }

    init?(_ arguments: [String]) {
        guard arguments.count == 4, let kind = Kind(rawValue: arguments[0]),
            let access = Access(rawValue: arguments[1]),
            let pause = Int(arguments[2]), let isOld = Bool(arguments[3])
        else { return nil }
        (self.kind, self.access, self.pause, self.isOld) = (kind, access, pause, isOld)
    }

    var arguments: [String] { [kind.rawValue, access.rawValue, "\(pause)", "\(isOld)"] }

    /// The time after which a change that nobody has seen is missed, in seconds.
    private static let patience = 5.0

    /// Makes the change in this process, by calls that its preferences know nothing of, and prints the microseconds
    /// until the value was new, and if it is observed the handler was called; "missed" if that never happens.
    func run() throws {
        let directory = try TemporaryDirectory()
        let file = "app.plist"
        try directory.write(PropertyList.dictionary(["count": 1]).serialized(as: .xml), to: file)
        if isOld {
            try directory.age(file)
        }
        let preferences = Preferences(directory: directory.path, suite: try SuiteName("app"))
        let key = try PreferenceKey<Int>(validating: "count", default: 0)
        let expected = kind == .unlink ? 0 : 2
        let handled = Mutex(access == .observe ? 1 : expected)
        let observation =
            access == .observe ? preferences.observe(key) { _, new in handled.withLock { $0 = new } } : nil
        for _ in 0..<(access == .twoReads ? 2 : 1) {
            guard preferences[key] == 1 else { throw CancellationError() }
        }
        usleep(UInt32(pause))
        try change(file, in: directory)
        let start = ContinuousClock.now
        while preferences[key] != expected || handled.withLock({ $0 != expected }) {
            guard ContinuousClock.now - start < .seconds(Self.patience) else { return print("missed") }
            usleep(500)
        }
        print((ContinuousClock.now - start) / .microseconds(1))
        withExtendedLifetime(observation) {}
    }

    private func change(_ file: String, in directory: TemporaryDirectory) throws {
        let contents = PropertyList.dictionary(["count": 2])
        switch kind {
        case .commit:
            let file = SuiteFile(path: directory.path(of: file))
            _ = try file.change { root throws(Never) in root["count"] = 2 }
        case .rename:
            try directory.write(contents.serialized(as: .xml), to: "new")
            try directory.rename("new", to: file)
        case .inPlace: try directory.write(contents.serialized(as: .xml), to: file)
        case .unlink: try FileManager.default.removeItem(atPath: directory.path(of: file))
        }
    }
}

extension Soak {
    /// Runs processes that must see a change just after their first access, two at a time.
    func runFirstChanges(
        _ suite: SuiteUnderTest,
        until end: ContinuousClock.Instant,
        _ generator: inout SeededGenerator
    ) {
        let times = Mutex<[Double]>([])
        let state = Mutex((generator: generator, count: 0))
        let workers = Workers()
        for _ in 0..<2 {
            workers.start { [options] in
                suite.reportingErrors {
                    while let change = state.withLock({ state -> FirstChange? in
                        let goesOn = options.rounds > 0 ? state.count < options.rounds : state.count == 0 || .now < end
                        state.count += 1
                        return goesOn ? FirstChange(&state.generator) : nil
                    }) {
                        let outcome = try PeerProgram.process(["first-change"] + change.arguments, of: suite).run()
                        suite.note { $0.reads += 1 }
                        if let time = Double(outcome.text.split(separator: "\n").last ?? "") {
                            times.withLock { $0.append(time / 1_000) }
                        } else {
                            suite.note { $0.lost.insert("\(change) \($0.reads)") }
                            suite.report("the process has not seen the change, \(change): \(outcome)")
                        }
                    }
                }
            }
        }
        workers.wait()
        let sorted = times.withLock { $0.sorted() }
        guard let latest = sorted.last else { return }
        let late = sorted.count { $0 > 100 }
        suite.note {
            $0.notes.append(
                "\($0.reads) changes, \($0.lost.count) missed; \(late) seen after more than 100 ms, the median after "
                    + "\(sorted[sorted.count / 2]) ms, the last after \(latest) ms"
            )
        }
    }
}
