import PropertyLists

/// A watch over a change for the moment after its commit, where a program that takes no lock is known to write the file.
///
/// Such a program may have read the file before the commit, and write what it has made of it after: without the change,
/// and without what was merged with it. That is made good then. What it writes later still, the next change finds.
struct SuiteVerification {
    /// What has put the change in its place.
    let replacement: SuiteReplacement
    let base: PropertyListDictionary

    private var target: FileTarget { replacement.file.target }
    private var probe: StoreProbe { replacement.file.probe }

    /// How long to wait before each look at a small file on a quick disk, if no other program is busy with it.
    ///
    /// From reading a file of 2 kB to writing it, `UserDefaults` takes 0.4 ms, and 8 ms at most on a busy machine.
    private static let pauses: [Duration] = [.milliseconds(5), .milliseconds(10)]

    /// How long to wait before each look, where the other program is busy with the file.
    ///
    /// Beside a `UserDefaults` program that wrote again and again, the first three left no change lost of 900; on a loaded
    /// machine it may be on its way for longer.
    private static let busyPauses: [Duration] = [5, 20, 45, 80, 150, 200].map { .milliseconds($0) }

    /// How many of those looks there are once the other program has written the file with the change.
    private static let looksAtKnown = 3

    /// How long to wait before the looks after those, as long as the other program has the file open for writing.
    private static let writersPauses = [Duration](repeating: .milliseconds(200), count: 8)

    /// The bytes of a file from which on the waits are longer, in proportion.
    ///
    /// From reading to writing, `UserDefaults` takes 0.1 ms a kB, and 0.26 ms at most on a busy machine: 390 ms for 1.5 MB.
    private static let smallSize = 50_000

    /// The same for the waits beside a program that is busy, which are longer from the first.
    ///
    /// All of them are a second at most, and four seconds beside a program that is busy: what comes later is put back.
    private static let smallSizeBesideBusy = 200_000

    /// The time of a commit from which on the waits are longer, in proportion.
    ///
    /// What keeps this program waiting keeps the other one waiting as well: on a disk whose journal was busy,
    /// `UserDefaults` took 330 ms between reading a file and cutting it, and commits took 120 to 700 ms.
    private static let quickCommit: Duration = .milliseconds(100)

    /// How long the change is made again before it gives up.
    private static let patience: Duration = .seconds(10)

    /// How short a time after a foreign write the next one is to be expected, beside the time that a commit takes.
    static let busyTime: Duration = .milliseconds(100)

    /// Looks, and puts what is missing into the suite again until it stays.
    ///
    /// - Parameters:
    ///   - commit: what has put the changed suite in its place.
    ///   - isContested: whether another program is busy with the file.
    func run(after commit: SuiteReplacement.Outcome, isContested: Bool) throws(PreferenceStoreError) -> [SuiteWarning] {
        var expected = try expectation(after: commit)
        var isContested = isContested
        var warnings: [SuiteWarning] = []
        let deadline = probe.clock.uptime() + Self.patience
        while let found = try suiteLacking(&expected, isContested: isContested) {
            isContested = true
            guard probe.clock.uptime() < deadline else { throw .changedTooOften(path: target.path) }
            let root = expected.merged(with: found)
            let replacement = SuiteReplacement(
                file: replacement.file,
                old: found,
                root: root,
                changes: root.changes(since: found.document.root),
                earlierCommits: replacement.earlierCommits,
                recordedChanges: replacement.recordedChanges,
                needsUnchangedFile: false
            )
            if let commit = try replacement.run() {
                expected = try expectation(after: commit)
                warnings += commit.warnings
            }
        }
        return warnings
    }

    /// What the file should go on to hold, but for what another program changes.
    private struct Expectation {
        /// What the commit has put in the place.
        let suite: PropertyListDictionary
        /// What was seen there last.
        var lastSeen: PropertyListDictionary
        /// The bytes of the file.
        let size: Int
        /// How much longer the waits are for a slow disk, in units of those of a quick one.
        let slownessOfDisk: Int
        let base: PropertyListDictionary
        let changes: [KeyChange]
        let commits: RecentCommits

        /// What a file should hold that another program has written.
        func merged(with found: StoredSuite) -> PropertyListDictionary {
            // That program has died in its write: what it left says nothing of what it wanted.
            guard !found.isEmptyFile else { return lastSeen }
            let theirs = found.document.root
            return theirs.merging(
                suite,
                since: base,
                insistingOn: changes,
                // The other program may not have seen earlier commits either.
                restoring: commits.changesTakenBack(in: theirs, found.bytes)
            )
        }
    }

    /// What is expected after a commit, in the form in which its file holds it.
    private func expectation(after commit: SuiteReplacement.Outcome) throws(PreferenceStoreError) -> Expectation {
        guard let suite = try? SuiteDocument(parsing: commit.document.bytes, path: target.path).root else {
            throw .writtenBytesDiffer(path: target.path)
        }
        return Expectation(
            suite: suite,
            lastSeen: suite,
            size: commit.document.count,
            slownessOfDisk: Int(commit.duration / Self.quickCommit),
            base: base,
            // An XML file has no fractions of a second, for one.
            changes: replacement.changes.map { change in
                KeyChange(key: change.key, value: change.value.map { suite[change.key] ?? $0 })
            },
            commits: commit.commits
        )
    }

    /// What another program has put in the suite's place, where it lacks something; nil where nothing is missing after
    /// the last look.
    private func suiteLacking(
        _ expected: inout Expectation,
        isContested: Bool
    ) throws(PreferenceStoreError) -> StoredSuite? {
        var seen: FileStatus?
        var isKnownToOther = false
        let pauses = isContested ? Self.busyPauses : Self.pauses
        let smallSize = isContested ? Self.smallSizeBesideBusy : Self.smallSize
        let slowness = min(1 + expected.size / smallSize + expected.slownessOfDisk, isContested ? 8 : 64)
        for (look, pause) in (pauses.map { $0 * slowness } + Self.writersPauses).enumerated() {
            let looks = isContested && isKnownToOther ? Self.looksAtKnown : pauses.count
            guard look < looks || target.hasWriters(target.name), !CallingProcess.isAskedToEnd else {
                break
            }
            probe.clock.pause(pause)
            if let seen, (try? target.currentStatus()) == seen {
                continue
            }
            // The change is made, whatever becomes of the looks after it.
            guard let suite = try read() else { break }
            guard expected.merged(with: suite) == suite.document.root else { return suite }
            isKnownToOther = isKnownToOther || suite.document.root != expected.suite
            expected.lastSeen = suite.document.root
            seen = suite.file?.status
        }
        return nil
    }

    /// What the file holds; nil if the system refuses to tell.
    private func read() throws(PreferenceStoreError) -> StoredSuite? {
        let suite: StoredSuite?
        do {
            suite = try StoredSuite(reading: target.name, of: target, clock: probe.clock)
        } catch .system {
            return nil
        } catch .interrupted {
            return nil
        } catch .tooManySymlinks {
            throw .changedTooOften(path: target.path)
        }
        if let damage = suite?.damage {
            throw damage
        }
        return suite ?? .missing
    }
}
