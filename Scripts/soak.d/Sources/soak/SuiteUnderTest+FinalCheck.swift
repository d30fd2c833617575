import PropertyLists
import TestSupport

extension SuiteUnderTest {
    /// Checks the suite when nobody writes it any more: nothing that was acknowledged is missing.
    ///
    /// The file, prefs and Foundation must agree, and the folder holds nothing that was not to be left.
    ///
    /// - Parameter foreign: what UserDefaults was told that it had written.
    func checkAtEnd(_ peer: UserDefaultsPeer, foreign: [String: KeyHistory] = [:]) throws {
        let contents = try bytes()
        let entries: [String: String]
        do {
            entries = try suiteEntries(in: contents, as: .xml)
        } catch {
            note(["": error], in: contents, of: "the file at the end")
            return
        }
        var nothing = Ledger.Sightings()
        let ledger = ledger
        let own = entries.filter { foreign[$0.key] == nil }
        note(ledger.problems(in: own, since: ledger, seen: &nothing), in: contents, of: "the file at the end")
        check(entries, holding: foreign, contents)

        let keys = Array(Set(entries.keys).union(ledger.histories.keys)).sorted()
        for (reader, others) in [
            ("prefs get", try self.entries(by: .get, keys)),
            ("prefs dump", try self.entries(by: .dump, keys)),
            ("Foundation", try peer.entries()),
        ] where others != entries {
            let different = keys.first { entries[$0] != others[$0] } ?? "a key that the file has not"
            report("\(reader) differs at the end from the file in \(different)", contents)
        }
        try checkFolder()
        let warnings = tally.warnings
        if let first = warnings.first {
            tell("\(warnings.count) writes warned, such as: \(first)")
        }
    }

    /// Notes what another program may have caused, and reports it where there is none.
    private func tell(_ text: String) {
        if permittedRefusals.isEmpty {
            report(text)
        } else {
            note { $0.notes.append(text) }
        }
    }

    private func entries(by reading: SuiteReading, _ keys: [String]) throws -> [String: String] {
        try reading.entries(in: reading.output(of: self, keys: keys), keys: keys)
    }

    private func check(_ entries: [String: String], holding foreign: [String: KeyHistory], _ contents: [UInt8]) {
        for (key, history) in foreign.sorted(by: { $0.key < $1.key }) {
            note { $0.foreignAcknowledged += history.acknowledged }
            do throws(ReadProblem) {
                _ = try history.write(leaving: entries[key], of: key, from: history.acknowledged)
            } catch {
                note { _ = $0.foreignLost.insert(key) }
                report("the file at the end, of UserDefaults: \(error)", contents)
            }
        }
    }

    /// A writer that was killed may leave a temporary file, and nothing else stays beside the suite.
    private func checkFolder() throws {
        let others = try prefs.folder.names(in: "config").filter {
            ($0.hasPrefix("\(name).plist") || $0.hasPrefix(".\(name).plist")) && $0 != "\(name).plist"
        }
        let strays = others.filter { $0.hasPrefix(".") && $0.hasSuffix(".prefs-tmp") }
        let kills = tally.kills
        if strays.count > kills {
            report("\(strays.count) temporary files are left of \(kills) writers that were killed: \(strays[0])")
        } else if kills > 0 {
            note { $0.notes.append("\(strays.count) temporary files are left of \(kills) writers that were killed") }
        }
        let kept = others.filter { !strays.contains($0) }
        if let first = kept.first {
            tell("\(kept.count) files are kept beside the suite, such as \(first)")
        }
    }
}
