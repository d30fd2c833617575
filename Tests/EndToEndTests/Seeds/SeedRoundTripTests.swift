import TestSupport
import Testing

/// A pipeline of a dump, jq and apply, which other programs and scripts use to change a suite.
///
/// `PREFS_TEST_SUITES` is the number of random suites in each format, by default 20.
@Suite("A dump in plain JSON that jq prints again", .mayWait, .enabled(if: InstalledProgram.areInstalled("jq")))
struct SeedRoundTripTests {
    @Test("applying it changes nothing", arguments: ["xml", "binary", "openstep", "typed"])
    func roundTrip(format: String) throws {
        var generator = SeededGenerator.printingSeed()
        let count = try #require(Int(environmentVariable("PREFS_TEST_SUITES") ?? "20"))
        let prefs = try PrefsCommand()
        let shell = try Shell(prefs)
        for number in 0..<count {
            try prefs.directory.write(RandomSuite(using: &generator).json, to: "work/source-\(number).json")
        }
        // One shell for all suites, since it starts three programs for each.
        let script = """
            for source in source-*.json; do
                prefs convert "$source" --format \(format) --lossy -q -o suite || exit 2
                prefs dump -f suite --json -q | jq . | prefs apply -f suite - --check || echo "$source"
                prefs dump -f suite --json -q >plain && prefs apply plain -f suite --check || echo "$source"
            done
            """
        let outcome = try shell.run(script)
        expect(outcome, prints: String(repeating: "0 would change\n", count: 2 * count))
    }
}

@Suite("Differences as commands, in a real shell", .mayWait)
struct DifferenceReplayTests {
    @Test("running them turns the first file into the second, type for type")
    func replay() throws {
        var generator = SeededGenerator.printingSeed()
        let prefs = try PrefsCommand()
        for number in 0..<20 {
            for side in ["old", "new"] {
                try prefs.directory.write(RandomSuite(using: &generator).json, to: "work/\(side) \(number).json")
            }
        }
        let script = """
            for new in new*; do
                old="old${new#new}"
                prefs diff "$old" "$new" --format commands >script
                [ $? -le 1 ] && sh -e ./script && prefs diff "$old" "$new" || echo "$new"
            done
            """
        expect(try Shell(prefs).run(script), prints: "", errors: .optional)
    }
}

/// A random suite as typed JSON, without what plain JSON or jq 1.6 cannot represent: infinities, NaN, and integers
/// above 2^53.
private struct RandomSuite {
    let json: String

    init(using generator: inout SeededGenerator) {
        let entries = (0..<Int.random(in: 0...8, using: &generator)).map { number in
            "\"key \(number)\": " + Self.value(depth: 0, using: &generator)
        }
        json = "{" + entries.joined(separator: ", ") + "}"
    }

    private static func value(depth: Int, using generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0...(depth < 3 ? 9 : 7), using: &generator) {
        case 0: return ["true", "false"].randomElement(using: &generator) ?? "true"
        case 1: return String(Int.random(in: -(1 << 53)...(1 << 53), using: &generator))
        case 2: return "\(Double(Int.random(in: -1_000_000...1_000_000, using: &generator)) / 64)"
        case 3: return "\(Int.random(in: -9...9, using: &generator)).0"
        case 4: return texts.randomElement(using: &generator) ?? "\"\""
        case 5:
            let seconds = Int.random(in: 0...59, using: &generator)
            let fraction = ["", ".5", ".125"].randomElement(using: &generator) ?? ""
            let year = Int.random(in: 1900...2100, using: &generator)
            return "{\"$date\": \"\(year)-02-03T04:05:\(seconds < 10 ? "0" : "")\(seconds)\(fraction)Z\"}"
        case 6, 7:
            return "{\"$data\": \"\(["", "AA==", "AQI=", "////", "SGVsbG8="].randomElement(using: &generator) ?? "")\"}"
        case 8:
            let elements = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                value(depth: depth + 1, using: &generator)
            }
            return "[" + elements.joined(separator: ", ") + "]"
        default:
            let entries = (0..<Int.random(in: 0...4, using: &generator)).map { number in
                "\"\(number)/~ é\": " + value(depth: depth + 1, using: &generator)
            }
            return "{" + entries.joined(separator: ", ") + "}"
        }
    }

    /// Strings, among them those that spell other types.
    private static let texts = [
        "\"\"", "\"text\"", "\"2025-01-31T12:00:00Z\"", "\"AQI=\"", "\"1.5\"", "\"true\"", "\"日本 \\n\\t\\u0001\"",
    ]
}
