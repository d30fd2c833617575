import PropertyLists
import Testing

@testable import PreferenceStore

/// The commits that a program without a lock has taken back, judged by what it wrote after them.
@Suite("A write after our commits")
struct RecentCommitsTests {
    /// Three commits to a suite with the keys `c` and `other`.
    ///
    /// The first sets `a` to 1. The second sets `b` to 1 and removes `c`. The third sets `a` to 2.
    private static let commits: RecentCommits = {
        var commits = RecentCommits()
        var suite: PropertyListDictionary = ["c": 9, "other": 0]
        for changes in [[("a", 1)], [("b", 1), ("c", nil)], [("a", 2)]] as [[(String, PropertyList?)]] {
            let replaced = Array("\(suite.keys)".utf8)
            commits.append(
                changes.map { PreferenceChange(key: $0, old: nil, new: $1) },
                to: suite,
                replacing: StableDigest.of(replaced)
            )
            for (key, value) in changes {
                suite[key] = value
            }
        }
        return commits
    }()

    @Test(
        "a write takes back the commits after the last one that it shows",
        arguments: [
            (["a": 2, "b": 1, "other": 1], []),
            (["a": 1, "b": 1, "other": 1], ["a"]),
            (["a": 1, "c": 9, "other": 1], ["a", "b", "c"]),
            (["c": 9, "other": 1], ["a", "b", "c"]),
            // The program has set `a` itself, to a value of its own.
            (["a": 7, "b": 1], []),
            (["a": 7, "c": 9], ["b", "c"]),
            // The program had seen a later commit, and has set the old value on purpose.
            (["a": 2, "c": 9], []),
            (["a": 1, "b": 1, "c": 9], []),
        ] as [(PropertyListDictionary, [String])]
    )
    func takenBack(suite: PropertyListDictionary, keys: [String]) throws {
        let changes = Self.commits.changesReverted(in: suite, try PropertyList.dictionary(suite).serialized(as: .xml))
        #expect(changes.map(\.key) == keys)
        for change in changes {
            #expect(change.new == (change.key == "a" ? 2 : change.key == "b" ? 1 : nil))
        }
    }

    @Test("a file with exactly the bytes that a commit replaced was restored, so no commit is taken back")
    func restored() {
        let suite: PropertyListDictionary = ["c": 9, "other": 0]
        #expect(Self.commits.changesReverted(in: suite, Array("\(suite.keys)".utf8)) == [])
        #expect(Self.commits.changesReverted(in: suite, []).count == 3)
    }

    @Test(
        "a file that UserDefaults would write otherwise was written on purpose, so no commit is taken back",
        arguments: [
            (.xml, "", "", 3), (.xml, "\t", "  ", 0), (.xml, "<dict>", "<dict> <!-- mine -->", 0),
            (.xml, "<string>1</string>", "<string>&#49;</string>", 0), (.json, "", "", 0), (.binary, "", "", 0),
        ] as [(PropertyListFormat, String, String, Int)]
    )
    func onPurpose(format: PropertyListFormat, part: String, other: String, count: Int) throws {
        let suite: PropertyListDictionary = ["c": 9, "other": "1"]
        var bytes = try PropertyList.dictionary(suite).serialized(as: format)
        if !part.isEmpty {
            bytes = Array(String(decoding: bytes, as: UTF8.self).replacing(part, with: other).utf8)
        }
        #expect(Self.commits.changesReverted(in: suite, bytes).count == count)
    }

    @Test("commits that were stored in a file give the same result")
    func kept() throws {
        let kept = RecentCommits(parsing: Self.commits.stored())
        #expect(kept.commits == Self.commits.commits)
        #expect(kept.changesReverted(in: ["c": 9], []) == Self.commits.changesReverted(in: ["c": 9], []))
        #expect(kept.lastChanges(of: ["a": 1]) == [PreferenceChange(key: "a", old: 1, new: 2)])
    }

    @Test("damaged commits in a file are ignored", arguments: 0..<40)
    func damaged(position: Int) {
        var bytes = Self.commits.stored()
        bytes.removeSubrange(bytes.count - 1 - position * bytes.count / 40..<bytes.count)
        #expect(RecentCommits(parsing: bytes).commits.isEmpty)
    }

    @Test("the last 64 commits are kept, without values that a later commit has removed or replaced")
    func forgets() {
        var commits = RecentCommits()
        commits.append([.init(key: "secret", old: nil, new: "hunter2")], to: [:], replacing: nil)
        commits.append([.init(key: "secret", old: nil, new: nil)], to: ["secret": "hunter2"], replacing: nil)
        #expect(!commits.stored().contains(subsequence: Array("hunter2".utf8)))
        for number in 0..<64 {
            commits.append([.init(key: "\(number)", old: nil, new: 1)], to: [:], replacing: nil)
        }
        #expect(commits.commits.count == 64)
        #expect(!commits.stored().contains(subsequence: Array("secret".utf8)))
        #expect(commits.changesReverted(in: [:], []).count == 64)
    }

    @Test(
        "digests of values ignore the order of keys and differ by type",
        arguments: [
            (["x": 1, "y": [1, 2]], ["y": [1, 2], "x": 1], true), ([1, 2], [2, 1], false), (1, "1", false),
            (1, true, false), (.real(1), 1, false), ("", .data([]), false), (["a": "b"], ["b": "a"], false),
        ] as [(PropertyList, PropertyList, Bool)]
    )
    func digests(left: PropertyList, right: PropertyList, areSame: Bool) {
        #expect((StableDigest.of(left) == StableDigest.of(right)) == areSame)
        #expect(StableDigest.of(left) != StableDigest.of(nil))
    }
}

extension [UInt8] {
    fileprivate func contains(subsequence other: [UInt8]) -> Bool {
        indices.contains { self[$0...].starts(with: other) }
    }
}
