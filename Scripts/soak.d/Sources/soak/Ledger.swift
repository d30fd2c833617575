/// What was attempted and what was acknowledged, for all keys of a suite.
struct Ledger {
    var histories: [String: KeyHistory] = [:]
    var counter = SharedCounter()

    /// What a reader has seen so far: what it sees next can be no older.
    struct Sightings {
        var writes: [String: Int] = [:]
        var counter = 0
    }

    /// What is wrong with entries that were read.
    ///
    /// - Parameters:
    ///   - keys: the keys that were asked for; nil where the whole suite was.
    ///   - before: the ledger when the reading began; this is the one when it ended.
    func problems(
        in entries: [String: String],
        keys: [String]? = nil,
        since before: Ledger,
        seen: inout Sightings
    ) -> [String: ReadProblem] {
        var problems: [String: ReadProblem] = [:]
        for key in keys ?? Array(histories.keys) {
            guard let history = histories[key] else { continue }
            let first = max(before.histories[key]?.acknowledged ?? 0, seen.writes[key] ?? 0)
            do throws(ReadProblem) {
                seen.writes[key] = try history.write(leaving: entries[key], of: key, from: first)
            } catch {
                problems[key] = error
            }
        }
        guard keys == nil else { return problems }
        do throws(ReadProblem) {
            let least = max(before.counter.acknowledged, seen.counter)
            seen.counter = try counter.check(entries[SharedCounter.key], atLeast: least)
        } catch {
            problems[SharedCounter.key] = error
        }
        for key in entries.keys where histories[key] == nil && key != SharedCounter.key {
            problems[key] = .torn("there is a key '\(key)' that nobody wrote")
        }
        return problems
    }
}
