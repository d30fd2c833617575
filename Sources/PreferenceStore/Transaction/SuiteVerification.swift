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

    /// How long to wait before each look at a small file: they come 5, 25 and 70 ms after the commit.
    ///
    /// Beside a `UserDefaults` program that wrote again and again, looks at these times left no change lost of 900.
    private static let pauses: [Duration] = [.milliseconds(5), .milliseconds(20), .milliseconds(45)]

    /// The bytes of a file from which on all waits are longer, in proportion.
    ///
    /// In one of 1.9 MB, `UserDefaults` took 180 ms between reading and writing.
    private static let smallSize = 500_000

    /// How long the change is made again before it gives up.
    private static let patience: Duration = .seconds(10)

    /// Looks, and puts what is missing into the suite again until it stays.
    ///
    /// - Parameter placed: the suite that the commit has put in the place.
    /// - Throws: `changedTooOften` where it does not stay, `corrupt` where the other program leaves a file that is no
    ///   suite, and what a replacement throws.
    func run(after placed: PropertyListDictionary) throws(PreferenceStoreError) -> [SuiteWarning] {
        var placed = placed
        var warnings: [SuiteWarning] = []
        let deadline = probe.clock.uptime() + Self.patience
        while let suite = try suiteLacking(placed) {
            guard probe.clock.uptime() < deadline else { throw .changedTooOften(path: target.path) }
            let replacement = SuiteReplacement(
                target: target,
                options: options,
                probe: probe,
                old: suite,
                root: merged(suite, placed),
                needsUnchangedFile: false
            )
            if let outcome = try replacement.run() {
                placed = outcome.root
                warnings += outcome.warnings
            }
        }
        return warnings
    }

    /// What another program has put in the place of a suite, where it lacks something of that; nil where nothing is
    /// missing after the last look.
    private func suiteLacking(_ placed: PropertyListDictionary) throws(PreferenceStoreError) -> StoredSuite? {
        var seen: FileStatus?
        var size = 0
        for pause in Self.pauses {
            probe.clock.pause(pause * (1 + size / Self.smallSize))
            if let seen, try target.currentStatus() == seen {
                continue
            }
            let suite = try read()
            guard merged(suite, placed) == suite.document.root else { return suite }
            seen = suite.file?.status
            size = suite.bytes.count
        }
        return nil
    }

    private func merged(_ suite: StoredSuite, _ placed: PropertyListDictionary) -> PropertyListDictionary {
        // The other program has died in its write: what it left says nothing of what it wanted.
        guard suite.file == nil || !suite.bytes.isEmpty else { return placed }
        return suite.document.root.merging(placed, since: base, insistingOn: changes)
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
