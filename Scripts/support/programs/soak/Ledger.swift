/// The values that are written: each contains its key and the number of its write, so that no two are equal.
enum SoakValue {
    /// The suffix of the keys that have large values, for files that take long to write.
    static let largeKeySuffix = "large"

    /// Returns the value that a write stores for a key.
    static func text(of key: String, number: Int) -> String {
        let name = "\(key)#\(number)"
        guard key.hasSuffix(largeKeySuffix) else { return name }
        // The lengths differ, so that no part of one value is the end of another.
        return name + " " + String(repeating: "\(number % 10)", count: 100_000 - number % 7 * 1_000)
    }

    /// Returns the number of the write that has this value, or nil if the text is not a whole value of the key.
    static func number(of text: String, key: String) -> Int? {
        guard text.hasPrefix("\(key)#"), let number = Int(text.dropFirst(key.count + 1).prefix { $0 != " " }),
            text == self.text(of: key, number: number)
        else { return nil }
        return number
    }
}

/// A problem in the data that a reader saw.
enum ReadProblem: Error, CustomStringConvertible {
    /// The data is not a complete document, or contains a value that nobody wrote.
    case torn(String)
    /// The data is older than an acknowledged write.
    case lost(String)

    var description: String {
        switch self {
        case .torn(let text), .lost(let text): text
        }
    }
}

/// The writes of a key that one writer changes.
///
/// They are numbered from 1, and a write of a value writes its own number. Before the first, the key is unset.
struct KeyHistory {
    /// For each write, beginning with the unset state 0, whether the key has a value after it.
    private var hasValue = [false]
    /// The last acknowledged write; later ones may be done or not.
    private(set) var acknowledged = 0

    /// The last write that began.
    var attempted: Int { hasValue.count - 1 }

    /// Begins a write of a value, or a reset, and returns its number.
    mutating func attempt(value: Bool) -> Int {
        hasValue.append(value)
        return attempted
    }

    mutating func acknowledge(_ write: Int) {
        acknowledged = write
    }

    /// Returns the first write, from a given one on, that left the key as it was read.
    func write(leaving text: String?, of key: String, from first: Int) throws(ReadProblem) -> Int {
        guard let text else {
            guard let found = hasValue[first...].firstIndex(of: false) else {
                throw .lost("the key '\(key)' is unset, but write \(first) was seen or acknowledged")
            }
            return found
        }
        guard let number = SoakValue.number(of: text, key: key), hasValue.indices.contains(number), hasValue[number]
        else {
            throw .torn("the key '\(key)' is '\(text.prefix(80))' (\(text.utf8.count) bytes), which nobody wrote")
        }
        guard number >= first else {
            throw .lost("the key '\(key)' is at write \(number), but write \(first) was seen or acknowledged")
        }
        return number
    }
}

/// The increments of the number that all writers share.
struct SharedCounter {
    static let key = "counter"

    var attempted = 0
    private(set) var printed: Set<Int> = []

    var acknowledged: Int { printed.count }

    /// Records the number that an increment printed; returns false if another increment printed it before.
    mutating func acknowledge(_ number: Int) -> Bool {
        printed.insert(number).inserted
    }

    /// Returns the number that was read, unless it is more than was attempted or less than was acknowledged.
    func check(_ text: String?, atLeast least: Int) throws(ReadProblem) -> Int {
        guard let number = Int(text ?? "0"), number <= attempted else {
            throw .torn("the counter is '\(text ?? "")' after \(attempted) increments at most")
        }
        guard number >= least else {
            throw .lost("the counter is \(number), but \(least) was seen or acknowledged")
        }
        return number
    }
}

/// The attempted and the acknowledged writes of every key of a suite.
struct Ledger {
    var histories: [String: KeyHistory] = [:]
    var counter = SharedCounter()

    /// The data that a reader has seen so far; later data must not be older.
    struct Sightings {
        var writes: [String: Int] = [:]
        var counter = 0
    }

    /// Returns the problems of entries that were read.
    ///
    /// - Parameters:
    ///   - keys: the requested keys; nil for the whole suite.
    ///   - before: the ledger at the beginning of the read; this is the one at its end.
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

extension [String: KeyHistory] {
    /// Returns the problems of these keys in entries that were read.
    ///
    /// - Parameter before: the histories at the beginning of the read; these are the ones at its end.
    func problems(in entries: [String: String], since before: Self? = nil) -> [String: ReadProblem] {
        var problems: [String: ReadProblem] = [:]
        for (key, history) in self {
            let first = (before ?? self)[key]?.acknowledged ?? 0
            do throws(ReadProblem) {
                _ = try history.write(leaving: entries[key], of: key, from: first)
            } catch {
                problems[key] = error
            }
        }
        return problems
    }
}
