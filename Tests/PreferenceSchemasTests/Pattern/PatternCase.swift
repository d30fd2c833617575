import Testing

@testable import PreferenceSchemas

/// A pattern, with texts that match it and texts that do not.
struct PatternCase: CustomTestStringConvertible {
    let pattern: String
    let matching: [String]
    let others: [String]

    init(_ pattern: String, matches matching: [String] = [], not others: [String] = []) {
        self.pattern = pattern
        self.matching = matching
        self.others = others
    }

    var testDescription: String { pattern.debugDescription }

    func check() throws {
        let pattern = try SchemaPattern(pattern)
        for text in matching {
            #expect(pattern.matches(text), "\(pattern.source) on \(text.debugDescription)")
        }
        for text in others {
            #expect(!pattern.matches(text), "\(pattern.source) on \(text.debugDescription)")
        }
    }
}
