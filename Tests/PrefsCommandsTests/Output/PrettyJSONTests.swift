import PropertyLists
import TestSupport
import Testing

@testable import PrefsCommands

@Suite("Indented JSON")
struct PrettyJSONTests {
    private let process: CommandProcess

    init() throws {
        process = try CommandProcess()
        try process.write([
            "d": .date(PropertyListDate(secondsSinceReferenceDate: 0)), "e": [:], "l": [], "n": [1, ["a": [true]]],
        ])
    }

    /// Command lines, with their JSON on one line and indented.
    static let layouts: [(words: [String], compact: String, pretty: String)] = [
        (["get", "e", "--json"], "{}", "{}"), (["get", "l", "--json"], "[]", "[]"),
        (
            ["get", "n", "--json"], #"[1,{"a":[true]}]"#,
            """
            [
              1,
              {
                "a": [
                  true
                ]
              }
            ]
            """
        ),
        (
            ["get", "n", "e", "--at", "/0", "--json", "--default", "x"], #"{"n":1,"e":"x"}"#,
            "{\n  \"n\": 1,\n  \"e\": \"x\"\n}"
        ),
        (
            ["list", "[de]", "--typed"], #"{"d":{"$date":"2001-01-01T00:00:00Z"},"e":{}}"#,
            "{\n  \"d\": {\"$date\": \"2001-01-01T00:00:00Z\"},\n  \"e\": {}\n}"
        ),
        (["keys", "--json"], #"["d","e","l","n"]"#, "[\n  \"d\",\n  \"e\",\n  \"l\",\n  \"n\"\n]"),
        (["type", "l", "--json"], #""array""#, #""array""#), (["suites", "--json"], #"["t"]"#, "[\n  \"t\"\n]"),
        (
            ["increment", "n", "--at", "/0", "--dry-run", "--json"],
            #"[{"key":"n","old":[1,{"a":[true]}],"new":[2,{"a":[true]}]}]"#,
            """
            [
              {
                "key": "n",
                "old": [
                  1,
                  {
                    "a": [
                      true
                    ]
                  }
                ],
                "new": [
                  2,
                  {
                    "a": [
                      true
                    ]
                  }
                ]
              }
            ]
            """
        ),
    ]

    @Test(
        "JSON is on one line in a pipe and indented on a terminal, unless an option says otherwise",
        arguments: layouts
    )
    func forms(words: [String], compact: String, pretty: String) {
        #expect(process.run(words) == .prints(compact + "\n"))
        #expect(process.run(words + ["--compact"]) == .prints(compact + "\n"))
        #expect(process.run(words + ["--pretty"]) == .prints(pretty + "\n"))
        process.isTerminal = true
        #expect(process.run(words) == .prints(pretty + "\n"))
        #expect(process.run(words + ["--pretty"]) == .prints(pretty + "\n"))
        #expect(process.run(words + ["--compact"]) == .prints(compact + "\n"))
    }

    @Test("indented JSON is read back as the same suite")
    func roundTrip() throws {
        let pretty = process.run("dump", "--typed", "--pretty").outputs.joined()
        process.input = .success(Array(pretty.utf8))
        #expect(process.run("diff", "-") == .silent)
        #expect(process.run("apply", "-", "--check") == .prints("0 would change\n"))
    }

    @Test("dates and data in plain JSON give one note, and --typed none")
    func note() {
        let note = "note: dates and data are strings in plain JSON\nhint: --typed keeps their types\n"
        for words in [["get", "d", "--json"], ["dump", "--json"], ["list", "--json"], ["get", "d", "n", "--json"]] {
            #expect(process.run(words).errors == note, "\(words)")
            #expect(process.run(words + ["-q"]).errors == "", "\(words)")
            #expect(process.run(words.map { $0 == "--json" ? "--typed" : $0 }).errors == "", "\(words)")
        }
        #expect(process.run("get", "n", "--json").errors == "")
    }
}
