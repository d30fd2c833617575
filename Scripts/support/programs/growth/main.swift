import Glibc
import PropertyListFuzzing

// Prints a line of Markdown for each operation on each document. Fails if a document eight times as large takes more
// than twelve times as long, plus a millisecond. Such a measurement is repeated twice, since other programs can disturb
// it.

let scales = [1, 2, 4, 8]

/// Returns the least processor time of four runs of an operation, in milliseconds; nil if it does not apply.
func milliseconds(_ work: GrowthDocument.Work, on document: GrowthDocument) -> Double? {
    var least = Double.infinity
    for _ in 0..<4 {
        let start = clock()
        guard document.perform(work) else { return nil }
        least = min(least, Double(clock() - start) * 1_000 / Double(CLOCKS_PER_SEC))
    }
    return least
}

func isTooMuch(_ times: [Double]) -> Bool {
    guard let first = times.first, let last = times.last else { return false }
    return last > 12 * first + 1
}

extension Double {
    fileprivate var rounded: String { String((self * 100).rounded() / 100) }
}

print("| document | work | \(scales.map { "\($0)x" }.joined(separator: " | ")) | ratio |")
print("| --- | --- | \(scales.map { _ in "---:" }.joined(separator: " | ")) | ---: |")
var hasFailed = false
for growthCase in GrowthCase.all {
    let documents = scales.map(growthCase.document)
    for work in GrowthDocument.Work.allCases {
        var times: [Double] = []
        for _ in 0..<3 where times.isEmpty || isTooMuch(times) {
            times = documents.compactMap { milliseconds(work, on: $0) }
        }
        guard times.count == scales.count, let first = times.first, let last = times.last else { continue }
        hasFailed = hasFailed || isTooMuch(times)
        let columns = times.map { "\($0.rounded) ms" } + [(last / first).rounded + (isTooMuch(times) ? " !" : "")]
        print("| \(growthCase) | \(work) | \(columns.joined(separator: " | ")) |")
    }
}
exit(hasFailed ? 1 : 0)
