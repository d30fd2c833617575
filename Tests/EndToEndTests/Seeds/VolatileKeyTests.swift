import TestSupport
import Testing

@Suite("Volatile and ignored keys", .mayWait)
struct VolatileKeyTests {
    @Test("watch prints volatile keys, and leaves out those that --ignore names")
    func watched() throws {
        let schema = #"{"patternProperties": {"^window\\.": {"volatile": true}}}"#
        let prefs = try PrefsCommand.withSchema(schema, suite: SuiteXML.document(["window.x": "<integer>5</integer>"]))
        let watch = try RunningWatch(prefs, ["--ignore", "theme"])
        try prefs.change("set", "theme", "blue")
        try prefs.change("set", "window.x", "6")
        try watch.awaitLine("~ window.x 5 -> 6")
        try watch.end(prints: ["~ window.x 5 -> 6"])
    }
}
