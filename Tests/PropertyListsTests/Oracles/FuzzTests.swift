import PropertyListFuzzing
import TestSupport
import Testing

@Suite("Mutated documents of every format")
struct FuzzTests {
    @Test("the codecs keep their promises for mutated documents", arguments: FuzzTarget.allCases)
    func promises(target: FuzzTarget) {
        var generator = SeededGenerator.printingSeed(of: target.rawValue)
        for _ in 0..<400 {
            let bytes = FuzzSeeds.mutation(using: &generator)
            do throws(FuzzFinding) {
                try target.check(bytes)
            } catch {
                Issue.record("\(error): \(bytes)")
            }
        }
    }
}

@Suite("Large documents of every format")
struct GrowthTests {
    /// Runs each kind of work without measuring it.
    ///
    /// `Scripts/fuzz --growth` measures how the time grows with the size.
    @Test("a document with many parts of one kind is read, searched, changed and written", arguments: GrowthCase.all)
    func growth(growthCase: GrowthCase) {
        let document = growthCase.document(scale: 1)
        for work in GrowthDocument.Work.allCases {
            _ = document.perform(work)
        }
    }
}
