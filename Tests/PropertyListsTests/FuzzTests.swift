import PropertyListFuzzing
import TestSupport
import Testing

@Suite("Mutated documents of every format")
struct FuzzTests {
    @Test("what the codecs promise of any bytes holds for these", arguments: FuzzTarget.allCases)
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
