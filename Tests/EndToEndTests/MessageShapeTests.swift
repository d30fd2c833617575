import TestSupport
import Testing

@Suite("The messages in all transcripts and articles", .mayWait)
struct MessageShapeTests {
    @Test("a message has at most 120 characters without its values and paths, and no full stop at its end")
    func messages() {
        let labels = ["prefs: ", "note: ", "hint: ", "error: "]
        let lines = Scenario.all.flatMap(\.steps).flatMap(\.output)
            .filter { line in labels.contains { line.hasPrefix($0) } }
        #expect(!lines.isEmpty)
        #expect(lines.filter { $0.replacing(#/'[^']*'|[^ ]*[/\]][^ ]*/#, with: "").count > 120 } == [])
        #expect(lines.filter { $0.hasSuffix(".") && !$0.hasSuffix("...") } == [])
    }
}
