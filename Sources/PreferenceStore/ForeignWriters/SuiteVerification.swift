import PropertyLists

/// The checks of a change after its commit, if a program that takes no lock is known to write the file.
///
/// Such a program may have read the file before the commit, and write it after: without the change, and without what
/// was merged with it. The checks then restore both. The next change detects a still later write.
struct SuiteVerification {
    /// The suite before the change.
    let old: StoredSuite
    /// The requested changes.
    let changes: [PreferenceChange]
    let target: FileTarget
    let probe: StoreProbe

    /// The pauses before the checks of a small file on a fast disk, if no other program is busy with the file.
    ///
    /// From reading a file of 2 kB to writing it, `UserDefaults` takes 0.4 ms, and at most 8 ms on a busy machine.
    private static let pauses: [Duration] = [.milliseconds(5), .milliseconds(10)]

    /// The pauses before the checks, if another program is busy with the file.
    ///
    /// Beside a `UserDefaults` program that wrote repeatedly, the first three pauses lost none of 900 changes. On a
    /// loaded machine, that program may take longer.
    private static let busyPauses: [Duration] = [5, 20, 45, 80, 150, 200].map { .milliseconds($0) }

    /// The number of those checks after the other program has written the file with the change.
    private static let looksAtKnown = 3

    /// The pauses before further checks, while the other program has the file open for writing.
    private static let writersPauses = [Duration](repeating: .milliseconds(200), count: 8)

    /// The size of a file, in bytes, from which the pauses grow in proportion.
    ///
    /// From reading to writing, `UserDefaults` takes 0.1 ms per kB, and at most 0.26 ms on a busy machine: 390 ms for
    /// 1.5 MB.
    private static let smallSize = 50_000

    /// The same for the pauses beside a busy program, which are longer from the start.
    ///
    /// All pauses take at most one second, and four seconds beside a busy program. The next change restores what a
    /// later write reverts.
    private static let smallSizeBesideBusy = 200_000

    /// The duration of a commit from which the pauses grow in proportion.
    ///
    /// A cause that delays this program also delays the other one. On a disk with a busy journal, `UserDefaults` took
    /// 330 ms between reading a file and truncating it, and commits took 120 to 700 ms.
    private static let quickCommit: Duration = .milliseconds(100)

    /// The time for which the change is made again before it fails.
    private static let patience: Duration = .seconds(10)

    /// The number of times that the change is made again at least, whatever time the pauses for a slow disk take.
    private static let minimumRestorations = 10

    /// The time after a foreign write in which the next one is expected, in addition to the time of a commit.
    static let busyTime: Duration = .milliseconds(100)

    /// Checks the suite, and restores what is missing until it stays.
    ///
    /// - Parameters:
    ///   - commit: the commit that put the changed suite in place.
    ///   - isContested: whether another program is busy with the file.
    ///   - replace: replaces what is found in the file by a suite; returns nil if the file has changed once more.
    /// - Returns: warnings of these replacements.
    func run(
        after commit: Commit,
        isContested: Bool,
        _ replace: (StoredSuite, PropertyListDictionary) throws(PreferenceStoreError) -> Commit?
    ) throws(PreferenceStoreError) -> [SuiteWarning] {
        var commit = commit
        var expectation: Expectation?
        var isContested = isContested
        var warnings: [SuiteWarning] = []
        let deadline = probe.clock.uptime() + Self.patience
        var restorations = 0
        while let (found, root) = try suiteLacking(&expectation, after: commit, isContested: isContested) {
            isContested = true
            guard restorations < Self.minimumRestorations || probe.clock.uptime() < deadline else {
                throw .changedTooOften(path: target.path)
            }
            restorations += 1
            if let restoration = try replace(found, root) {
                commit = restoration
                expectation = nil
                warnings += commit.warnings
            }
        }
        return warnings
    }

    /// The contents that the file should keep, apart from changes by another program.
    private struct Expectation {
        /// The suite that the commit put in place.
        let suite: PropertyListDictionary
        /// The suite that was seen last.
        var lastSeen: PropertyListDictionary
        let base: PropertyListDictionary
        let changes: [PreferenceChange]
        let commits: RecentCommits

        /// Returns the suite that should replace what another program has written.
        func merged(with found: StoredSuite) -> PropertyListDictionary {
            // That program died during its write, so the file does not show what it wanted.
            guard !found.isEmptyFile else { return lastSeen }
            let theirs = found.document.root
            return theirs.merging(
                suite,
                since: base,
                insistingOn: changes,
                // The other program may not have seen earlier commits either.
                restoring: commits.changesReverted(in: theirs, found.bytes)
            )
        }
    }

    /// Returns the expectation after a commit, with the values as the file stores them.
    private func expectation(after commit: Commit) throws(PreferenceStoreError) -> Expectation {
        guard let suite = try? SuiteDocument(parsing: commit.document.bytes, path: target.path).root else {
            throw .writtenBytesDiffer(path: target.path)
        }
        return Expectation(
            suite: suite,
            lastSeen: suite,
            base: try old.wholeRoot(path: target.path),
            // For example, an XML file has no fractions of a second.
            changes: changes.map { change in
                PreferenceChange(key: change.key, old: change.old, new: change.new.map { suite[change.key] ?? $0 })
            },
            commits: commit.commits
        )
    }

    /// Returns the suite that another program wrote after a commit, if something is missing, and the one that should
    /// replace it; nil if nothing is missing after the last check.
    ///
    /// - Parameter expectation: that of the commit; nil as long as nobody else has written the file.
    private func suiteLacking(
        _ expectation: inout Expectation?,
        after commit: Commit,
        isContested: Bool
    ) throws(PreferenceStoreError) -> (found: StoredSuite, root: PropertyListDictionary)? {
        var seen: FileStatus?
        var isKnownToOther = false
        let pauses = isContested ? Self.busyPauses : Self.pauses
        let smallSize = isContested ? Self.smallSizeBesideBusy : Self.smallSize
        let slownessOfDisk = Int(commit.duration / Self.quickCommit)
        let slowness = min(1 + commit.document.count / smallSize + slownessOfDisk, isContested ? 8 : 64)
        for (look, pause) in (pauses.map { $0 * slowness } + Self.writersPauses).enumerated() {
            let looks = isContested && isKnownToOther ? Self.looksAtKnown : pauses.count
            guard look < looks || target.hasWriters(target.name), !CallingProcess.hasPendingTermination else {
                break
            }
            probe.clock.pause(pause)
            let status = try? target.currentStatus()
            if let seen, status == seen {
                continue
            }
            // As long as the file has the bytes of the commit, no tree of it is needed.
            if expectation == nil, target.contains(target.name, commit.document) {
                seen = status
                continue
            }
            // The change is made, whatever the later checks find.
            guard let suite = try read() else { break }
            var expected = if let expectation { expectation } else { try self.expectation(after: commit) }
            let root = expected.merged(with: suite)
            guard root == suite.document.root else { return (suite, root) }
            isKnownToOther = isKnownToOther || suite.document.root != expected.suite
            expected.lastSeen = suite.document.root
            expectation = expected
            seen = suite.file?.status
        }
        return nil
    }

    /// Reads the file; returns nil if the system refuses.
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
        return suite ?? .missing(at: target.path)
    }
}
