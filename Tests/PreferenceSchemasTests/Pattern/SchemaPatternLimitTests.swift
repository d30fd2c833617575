import Testing

@testable import PreferenceSchemas

@Suite("Limits of schema patterns")
struct SchemaPatternLimitTests {
    @Test("groups nest at most 100 deep, and any number can follow each other")
    func depth() throws {
        let deepest = String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100)
        #expect(try SchemaPattern(deepest).matches("a"))
        #expect(try SchemaPattern(deepest + deepest).matches("aa"))
        let problem = SchemaPatternProblem.tooDeep(limit: 100, offset: 103)
        #expect(throws: problem) { try SchemaPattern("b(?:\(deepest))") }
        #expect(throws: SchemaPatternProblem.tooDeep(limit: 100, offset: 100)) {
            try SchemaPattern(String(repeating: "(", count: 1_000_000))
        }
        #expect(problem.description == "at offset 103: groups nest deeper than 100")
    }

    @Test(
        "a pattern of 10,000 steps is within the limit",
        arguments: [
            "a{10000}", "(ab){5000}", "a{9999,}", "a{0,5000}", "((a{10}){10}){100}", "(?:a{9998})*", "(){99999999999}",
            "a{5000}|b{4998}", "(a{9998}){0}b", "((a{99}){0}){100}",
        ]
    )
    func largest(pattern: String) {
        #expect(throws: Never.self) { try SchemaPattern(pattern) }
    }

    @Test(
        "a pattern of more than 10,000 steps is rejected before memory is spent on it",
        arguments: [
            ("a{10001}", 0), ("xa{10000}", 1), ("(ab){5001}", 0), ("a{10000,}", 0), ("a{0,5001}", 0),
            ("((a{10}){10}){101}", 0), ("(?:a{9999})*", 0), ("(a{10000}){0}", 0), ("a{5000}|b{4999}", 8),
            ("a{99999999999999999999}", 0),
            ("a{0,99999999999999999999}", 0), ("b|((((a{999}){999}){999}){999}){999}", 5),
        ]
    )
    func tooLarge(pattern: String, offset: Int) {
        let problem = SchemaPatternProblem.tooLarge(limit: 10_000, offset: offset)
        #expect(throws: problem) { try SchemaPattern(pattern) }
        #expect(
            problem.description
                == "at offset \(offset): expands to more than 10000 steps"
        )
    }

    @Test("a pattern with too many characters is rejected too")
    func tooLong() {
        #expect(throws: SchemaPatternProblem.tooLarge(limit: 10_000, offset: 10_000)) {
            try SchemaPattern(String(repeating: "a", count: 1_000_000))
        }
        #expect(throws: SchemaPatternProblem.tooLarge(limit: 10_000, offset: 5_001)) {
            try SchemaPattern(String(repeating: "|", count: 1_000_000))
        }
    }

    @Test(
        "matching takes time in proportion to text times pattern, even if a backtracking matcher would try every way",
        arguments: [
            ("^(a+)+$", "b", false), ("^(a+)+$", "", true), ("(a|a)*b", "", false), ("(a|a)*b", "b", true),
            ("(a*)*c", "", false), ("(a*)*c", "c", true), ("^(a|aa)+$", "b", false), ("^(a*?)*?$", "b", false),
            ("^(.*a){10}$", "b", false), ("^(a?){20}a{20}$", "", false), ("((a*)*)*(b|$)", "", true),
            ("^(a|b|ab)*(a|ba)$", "b", false), ("(\\b|a)*c", "", false),
        ]
    )
    func backtracking(pattern: String, ending: String, isMatch: Bool) throws {
        let text = String(repeating: "a", count: 20_000) + ending
        #expect(try SchemaPattern(pattern).matches(text) == isMatch)
    }
}
