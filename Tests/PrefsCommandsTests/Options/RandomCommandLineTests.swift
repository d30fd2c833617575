import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("Random command lines")
struct RandomCommandLineTests {
    @Test("every line is parsed or gives a message")
    func everyLine() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of the random command lines: \(seed)")
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10_000 {
            let words = randomLine(using: &generator)
            do {
                let arguments = try CommandTable.prefs.parse(words)
                check(arguments, against: words, seed: seed)
            } catch {
                check(error, in: words, seed: seed)
            }
        }
    }

    @Test("a line of 100,000 words is parsed in reasonable time")
    func longLine() {
        let words = Array(repeating: "get", count: 100_000)
        #expect(throws: Never.self) { try CommandTable.prefs.parse(words) }
        #expect(throws: UsageError.self) { try CommandTable.prefs.parse(["-q", "x"] + words) }
        #expect(throws: UsageError.self) { try CommandTable.prefs.parse([String(repeating: "get", count: 100_000)]) }
    }

    private func check(_ arguments: ParsedArguments, against words: [String], seed: UInt64) {
        let verb = arguments.verb.syntax
        let names = arguments.options.map(\.name).filter { verb.option(spelled: $0)?.isRepeatable == false }
        #expect(Set(names).count == names.count, "seed \(seed): \(words)")
        for option in arguments.options {
            #expect(verb.option(spelled: option.spelling)?.name == option.name, "seed \(seed): \(words)")
        }
        guard arguments.verb != .help else { return }
        #expect(arguments.operands.allSatisfy(words.dropFirst().contains), "seed \(seed): \(words)")
        let operands = arguments.options.compactMap { verb.option(spelled: $0.name)?.operands }.first ?? verb.operands
        #expect(arguments.operands.count >= operands.count(where: \.isRequired), "seed \(seed): \(words)")
    }

    private func check(_ error: UsageError, in words: [String], seed: UInt64) {
        let message = error.message(inLine: words)
        #expect(!message.text.isEmpty, "seed \(seed)")
        let controls = message.text.unicodeScalars.filter { $0.value < 0x20 && $0 != "\n" }
        #expect(controls.isEmpty, "seed \(seed): \(error)")
        if case .optionBeforeVerb(_, let corrected?) = error {
            #expect(corrected.first.flatMap(CommandTable.prefs.verb) != nil, "seed \(seed): \(error)")
        }
    }

    private static let pieces: [String] =
        CommandTable.prefs.verbs.flatMap { $0.syntax.options.flatMap { $0.spellings + $0.aliases } }
        + CommandTable.prefs.verbs.map(\.name)
        + ["", "-", "--", "=", "-=", "--=", "-1", "-.", "-.5", "k", "a=b", "int", "xml", "é", "e\u{301}", "-\u{301}"]
        + ["\u{1B}[0m", "\n", "'", "\\", "🧵", "-🧵", "*", "\u{85}"]

    private func randomLine(using generator: inout SeededGenerator) -> [String] {
        var words = (0..<Int.random(in: 0...7, using: &generator)).map { _ in randomWord(using: &generator) }
        // Most lines begin with a valid command. Otherwise, most of them would only test an unknown command.
        if Int.random(in: 0..<4, using: &generator) > 0,
            let verb = CommandTable.prefs.verbs.randomElement(using: &generator)
        {
            words.insert(verb.name, at: 0)
        }
        return words
    }

    private func randomWord(using generator: inout SeededGenerator) -> String {
        var word = ""
        repeat {
            word += Self.pieces.randomElement(using: &generator) ?? ""
        } while Int.random(in: 0..<4, using: &generator) == 0
        if Int.random(in: 0..<6, using: &generator) == 0, let position = word.indices.randomElement(using: &generator) {
            word.remove(at: position)
        }
        return word
    }
}
