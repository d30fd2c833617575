import PropertyLists

/// A watch over a change for the moment after its commit, where a program that takes no lock is at work.
///
/// Such a program may have read the file before the commit, and write what it has made of it after: without the change,
/// and without what was merged with it. That is made good then.
struct SuiteVerification {
    let target: FileTarget
    let options: ChangeOptions
    let probe: StoreProbe
    /// The suite that was changed.
    let base: PropertyListDictionary
    /// The changes that were asked for.
    let changes: KeyChanges

    /// How long to wait before each look at a small file on a quick disk: they come 5, 25 and 70 ms after the commit.
    ///
    /// Beside a `UserDefaults` program that wrote again and again, looks at these times left no change lost of 900.
    private static let pauses: [Duration] = [.milliseconds(5), .milliseconds(20), .milliseconds(45)]

    /// How long to wait before further looks, where the other program is busy with the file and has not yet written it
    /// with the change: on a loaded machine it may be on its way for long.
    private static let furtherPauses: [Duration] = [.milliseconds(80), .milliseconds(150), .milliseconds(200)]

    /// How long to wait before the looks after those, as long as the other program has the file open for writing.
    private static let writersPauses = [Duration](repeating: .milliseconds(200), count: 8)

    /// The bytes of a file from which on the waits are longer, in proportion.
    ///
    /// `UserDefaults` took 180 ms between reading and writing a file of 1.9 MB, and some times that on a busy machine.
    private static let smallSize = 100_000

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
    /// - Throws: `changedTooOften` where it does not stay, `corrupt` where the other program leaves a file that is no
    ///   suite, and what a replacement throws.
    func run(after commit: SuiteReplacement.Outcome, isContested: Bool) throws(PreferenceStoreError) -> [SuiteWarning] {
        var expected = try expectation(after: commit)
        var isContested = isContested
        var warnings: [SuiteWarning] = []
        let deadline = probe.clock.uptime() + Self.patience
        while let found = try suiteLacking(&expected, isContested: isContested) {
            isContested = true
            guard probe.clock.uptime() < deadline else { throw .changedTooOften(path: target.path) }
            let replacement = SuiteReplacement(
                target: target,
                options: options,
                probe: probe,
                old: found,
                root: expected.merged(with: found),
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
        /// How many times as long as for a small file on a quick disk the waits are.
        let slowness: Int
        let base: PropertyListDictionary
        let changes: KeyChanges

        /// What a file should hold that another program has written.
        func merged(with found: StoredSuite) -> PropertyListDictionary {
            // That program has died in its write: what it left says nothing of what it wanted.
            guard !found.isEmptyFile else { return lastSeen }
            return found.document.root.merging(suite, since: base, insistingOn: changes)
        }
    }

    /// What is expected after a commit, in the form in which its file holds it.
    private func expectation(after commit: SuiteReplacement.Outcome) throws(PreferenceStoreError) -> Expectation {
        guard let suite = PropertyListDictionary(parsing: commit.document.bytes) else {
            throw .writtenBytesDiffer(path: target.path)
        }
        return Expectation(
            suite: suite,
            lastSeen: suite,
            slowness: 1 + commit.document.count / Self.smallSize + Int(commit.duration / Self.quickCommit),
            base: base,
            changes: changes.asStored(in: suite)
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
        for (look, pause) in (Self.pauses + Self.furtherPauses + Self.writersPauses).enumerated() {
            let isAwaited = isContested && !isKnownToOther
            let looks = Self.pauses.count + (isAwaited ? Self.furtherPauses.count : 0)
            guard look < looks || target.hasWriters(target.name) else { break }
            probe.clock.pause(pause * expected.slowness)
            if let seen, try target.currentStatus() == seen {
                continue
            }
            let suite = try read()
            guard expected.merged(with: suite) == suite.document.root else { return suite }
            isKnownToOther = isKnownToOther || suite.document.root != expected.suite
            expected.lastSeen = suite.document.root
            seen = suite.file?.status
        }
        return nil
    }

    private func read() throws(PreferenceStoreError) -> StoredSuite {
        let patience = FileReader.defaultPatience
        switch try StoredSuite.read(target.name, of: target, patience: patience, clock: probe.clock) {
        case .file(let suite):
            if let damage = suite.damage {
                throw damage
            }
            return suite
        case .nothing:
            return .missing
        case .symbolicLink:
            throw .changedTooOften(path: target.path)
        }
    }
}
