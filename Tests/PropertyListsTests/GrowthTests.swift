import PropertyListFuzzing
import Testing

@Suite("Large documents of every format")
struct GrowthTests {
    /// How the time grows with the size is measured by `Scripts/growth`.
    @Test("a document with much of something is read, searched, changed and written", arguments: GrowthCase.all)
    func growth(growthCase: GrowthCase) {
        let document = growthCase.document(scale: 1)
        for work in GrowthDocument.Work.allCases {
            _ = document.perform(work)
        }
    }
}
