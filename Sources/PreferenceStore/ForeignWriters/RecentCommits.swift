import PropertyLists
import Synchronization

/// The last commits of a suite by this package, which show whether another program reverted them.
///
/// A program without a lock may have read the file before the commits and write it after them. It then writes the old
/// values of their keys, with its own changes. Its copy includes the commits up to one of them, and lacks all later
/// ones as a whole. If one of a commit's keys is as the commit left it, the program had seen the commit. It then
/// changed the other keys on purpose.
struct RecentCommits {
    struct Commit: Equatable {
        /// The digest of each value that it set, by key; for a removed key, the digest of no value.
        var digests = KeyDigests()
        /// The digest of the bytes that it replaced; nil if there were none, or for a large file.
        let replaced: Int64?
    }

    /// The commits, the oldest first.
    private(set) var commits: [Commit] = []
    /// The digest of each key's value before the first of these commits that changed it.
    private var bases = KeyDigests()
    /// The values after the last commit, of the keys that have one.
    ///
    /// A value that a later commit removed is not kept here.
    private var values: PropertyListDictionary = [:]

    private static let limit = 64

    /// Returns the time after a commit in which a program that had read the file before it may still write the file.
    ///
    /// From reading to writing, `UserDefaults` takes at most 0.26 ms per kB on a busy machine, and up to 330 ms more on
    /// a disk with a busy journal. A later write is not treated as a mistake: somebody may have set the old value on
    /// purpose.
    ///
    /// - Parameter size: the size of the file, in bytes.
    static func dangerTime(ofSize size: Int) -> Duration {
        min(.milliseconds(600) + .microseconds(size), longestDangerTime)
    }

    /// The longest of these times, whatever the size of the file.
    static let longestDangerTime: Duration = .seconds(10)

    /// The time by which the date of a file may precede a commit, although the file was written after it.
    static let clockTick: Duration = .milliseconds(100)

    /// The number of keys from which on no record has room for a commit.
    private static let keyLimit = 2_000

    /// Adds a commit; one of too many keys removes all others instead, since the last commit is never left out.
    mutating func append(_ changes: [PreferenceChange], to old: PropertyListDictionary, replacing replaced: Int64?) {
        guard !changes.isEmpty else { return }
        guard changes.count < Self.keyLimit else {
            self = RecentCommits()
            return
        }
        var digests = KeyDigests()
        for change in changes {
            bases[change.key] = bases[change.key] ?? StableDigest.of(old[change.key])
            digests[change.key] = StableDigest.of(change.new)
            values[change.key] = change.new
        }
        commits.append(Commit(digests: digests, replaced: replaced))
        while commits.count > Self.limit {
            removeFirst()
        }
    }

    mutating func removeFirst() {
        guard !commits.isEmpty else { return }
        let first = commits.removeFirst()
        for key in first.digests.keys {
            if commits.contains(where: { $0.digests[key] != nil }) {
                bases[key] = first.digests[key]
            } else {
                bases[key] = nil
                values[key] = nil
            }
        }
    }

    /// Returns the changes of the last commit, as they would change a suite.
    func lastChanges(of root: PropertyListDictionary) -> [PreferenceChange] {
        changes(of: root, to: commits.last?.digests.keys ?? [])
    }

    /// Returns the changes that give some keys of a suite their values after the last commit.
    private func changes(of root: PropertyListDictionary, to keys: [String]) -> [PreferenceChange] {
        keys.map { PreferenceChange(key: $0, old: root[$0], new: values[$0]) }.sorted(byBytesOf: \.key)
    }

    /// Returns the changes that another program's write reverted, from the contents of the file after it.
    ///
    /// Returns none if the program had seen the last commit. Also returns none if somebody has rewritten the file on
    /// purpose: if it equals the bytes that a commit replaced, or if `UserDefaults` would write it otherwise.
    ///
    /// - Parameter bytes: the bytes of the file; empty if they are not known.
    func changesReverted(in root: PropertyListDictionary, _ bytes: [UInt8]) -> [PreferenceChange] {
        let digest = StableDigest.of(bytes)
        guard digest == nil || !commits.contains(where: { $0.replaced == digest }),
            bytes.isEmpty || (try? PropertyList.dictionary(root).serialized(as: .xml)) == bytes
        else { return [] }
        // A value that no commit left is the other program's own.
        let found = bases.keys.reduce(into: KeyDigests()) { found, key in
            let digest = StableDigest.of(root[key])
            if bases[key] == digest || commits.contains(where: { $0.digests[key] == digest }) {
                found[key] = digest
            }
        }
        guard
            let seen = (0...commits.count).last(where: { count in
                found.keys.allSatisfy { self.digest(of: $0, after: count) == found[$0] }
            })
        else { return [] }
        let missing = found.keys.filter { key in commits[seen...].contains { $0.digests[key] != nil } }
        return changes(of: root, to: missing)
    }

    /// Returns the digest of a key's value after a number of commits, counted from the first.
    private func digest(of key: String, after count: Int) -> Int64? {
        commits[..<count].last { $0.digests[key] != nil }?.digests[key] ?? bases[key]
    }
}

// MARK: - Stored form

extension RecentCommits {
    /// The last commits that this process stored, and their bytes: its next change of the file reads them again.
    private static let lastStored = Mutex<(bytes: [UInt8], commits: RecentCommits)>(([], RecentCommits()))

    /// Returns the commits as a binary property list; none if there are none.
    func stored() -> [UInt8] {
        guard !commits.isEmpty else { return [] }
        let root: PropertyListDictionary = [
            "c": .array(commits.map { .dictionary($0.entries) }),
            "b": .dictionary(bases.entries),
            "v": .dictionary(values),
        ]
        guard let bytes = try? PropertyList.dictionary(root).serialized(as: .binary) else { return [] }
        Self.lastStored.withLock { $0 = (bytes, self) }
        return bytes
    }

    /// Parses the commits from such bytes; any other bytes give none.
    init(_ bytes: [UInt8]) {
        if let known = Self.lastStored.withLock({ $0.bytes == bytes ? $0.commits : nil }) {
            self = known
        } else {
            self.init(parsing: bytes)
        }
    }

    /// Parses the commits from bytes of any process.
    init(parsing bytes: [UInt8]) {
        guard case .dictionary(let root)? = try? PropertyList(parsing: bytes.span),
            case .array(let commits)? = root["c"], case .dictionary(let values)? = root["v"],
            let bases = KeyDigests(root["b"])
        else { return }
        guard commits.count <= Self.limit else { return }
        let known = commits.compactMap(Commit.init)
        guard known.count == commits.count,
            known.allSatisfy({ $0.digests.keys.allSatisfy { bases[$0] != nil } }),
            bases.keys.allSatisfy({ key in known.contains { $0.digests[key] != nil } }),
            values.keys.allSatisfy({ bases[$0] != nil })
        else { return }
        self.commits = known
        self.bases = bases
        self.values = values
    }
}

extension RecentCommits.Commit {
    fileprivate var entries: PropertyListDictionary {
        var entries: PropertyListDictionary = ["k": .dictionary(digests.entries)]
        entries["d"] = replaced.map { .integer(PropertyListInteger($0)) }
        return entries
    }

    fileprivate init?(_ value: PropertyList) {
        guard case .dictionary(let entries) = value, let digests = KeyDigests(entries["k"]) else { return nil }
        self.digests = digests
        replaced = Int64(entries["d"])
    }
}

/// Digests of values by key, in the form in which they are stored.
///
/// The type of a dictionary of numbers would cost a sixth of the instructions of a process that changes one file: the
/// runtime searches all conformances of the program.
struct KeyDigests: Equatable {
    private(set) var entries = PropertyListDictionary()

    init() {}

    /// Returns nil if the value is not a dictionary of integers.
    init?(_ value: PropertyList?) {
        guard case .dictionary(let entries)? = value, entries.allSatisfy({ Int64($0.value) != nil }) else { return nil }
        self.entries = entries
    }

    var keys: [String] { entries.keys }

    subscript(key: String) -> Int64? {
        get { Int64(entries[key]) }
        set { entries[key] = newValue.map { .integer(PropertyListInteger($0)) } }
    }
}

extension Int64 {
    fileprivate init?(_ value: PropertyList?) {
        guard case .integer(let integer)? = value else { return nil }
        self.init(exactly: integer)
    }
}
