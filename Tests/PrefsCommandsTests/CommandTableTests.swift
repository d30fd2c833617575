import CommandErrors
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("The command table")
struct CommandTableTests {
    @Test("the table lists every command once, with its own syntax")
    func verbs() {
        let names = CommandTable.prefs.verbs.map(\.name)
        #expect(Set(names).count == names.count)
        for verb in CommandTable.prefs.verbs {
            #expect(verb.syntax.verb == verb)
        }
    }

    @Test("each name and alias belongs to one command")
    func verbWords() {
        let words = CommandTable.prefs.verbs.flatMap { [$0.name] + $0.aliases }
        #expect(Set(words).count == words.count)
        for verb in CommandTable.prefs.verbs {
            #expect(CommandTable.prefs.verb(named: verb.name) == verb)
            #expect(verb.aliases.allSatisfy { CommandTable.prefs.verb(named: $0) == verb })
        }
    }

    /// The kinds of arguments in use.
    private static var placeholders: [Placeholder] {
        let options = CommandTable.prefs.verbs.flatMap { Array($0.syntax.options) }
        let operands = CommandTable.prefs.verbs.flatMap(\.syntax.operands) + options.flatMap { $0.operands ?? [] }
        return operands.map(\.placeholder) + options.flatMap(\.arguments).map(\.placeholder)
    }

    @Test("placeholders are in capitals, or are the words themselves, and their meanings are phrases that differ")
    func placeholders() {
        for placeholder in Self.placeholders {
            let isChoice = placeholder.choices?.offered.joined(separator: "|") == placeholder.name
            #expect(isChoice || placeholder.name.utf8.allSatisfy { $0.isUppercaseLetter || " =|".utf8.contains($0) })
            #expect(Self.placeholders.allSatisfy { $0 != placeholder || $0.name == placeholder.name })
            expectPhrase(placeholder.meaning)
            let words = placeholder.choices?.words ?? []
            #expect(Set(words).count == words.count)
        }
    }

    @Test("an option that no listing has is accepted")
    func quietOptions() throws {
        for line in [["set", "k", "--real", "1"], ["set", "k", "--boolean", "yes"]] {
            let option = try #require(try CommandTable.prefs.parse(line).options.first)
            #expect(!option.option.spellings.contains(option.spelling))
            #expect(option.option.quietAliases.contains(option.spelling))
        }
    }

    @Test("two options of a command never share a spelling", arguments: CommandTable.prefs.verbs)
    func spellings(verb: Verb) {
        let options = Array(verb.syntax.options)
        let spellings = options.flatMap { $0.spellings + $0.aliases + $0.quietAliases }
        #expect(Set(spellings).count == spellings.count)
        #expect(Set(options.map(\.name)).count == options.count)
        for option in options {
            #expect(!option.name.isEmpty)
        }
        for spelling in spellings {
            let name = spelling.utf8.drop { $0 == UInt8(ascii: "-") }
            #expect((1...2).contains(spelling.utf8.count - name.count), "\(spelling)")
            #expect(name.first?.isLowercaseLetter == true, "\(spelling)")
            #expect(name.allSatisfy { $0.isLowercaseLetter || $0 == UInt8(ascii: "-") || $0.isDigit }, "\(spelling)")
            #expect(spelling.looksLikeOption, "\(spelling)")
        }
    }

    @Test("a word with a single dash never has two meanings", arguments: CommandTable.prefs.verbs)
    func clusters(verb: Verb) {
        let syntax = verb.syntax
        for option in syntax.options {
            for spelling in option.spellings + option.aliases where !spelling.utf8.starts(with: "--".utf8) {
                let letters = spelling.shortSpellings
                guard letters.count > 1 else { continue }
                let isCluster = letters.allSatisfy { syntax.option(spelled: $0)?.arguments.isEmpty == true }
                #expect(!isCluster, "\(spelling)")
            }
        }
    }

    @Test("each summary is a short phrase", arguments: CommandTable.prefs.verbs)
    func summaries(verb: Verb) {
        let syntax = verb.syntax
        expectPhrase(verb.summary, isCapitalized: true, atMost: 50)
        syntax.operands.forEach { expectPhrase($0.summary, isCapitalized: true) }
        syntax.options.forEach { expectPhrase($0.summary, isCapitalized: true) }
        verb.examples.forEach { expectPhrase($0.meaning.summary, isCapitalized: true) }
        verb.exits.forEach { expectPhrase($0.summary) }
        for paragraph in verb.discussion {
            #expect(paragraph.utf8.last == UInt8(ascii: "."))
        }
    }

    @Test(
        "what help says of an argument or an option names only options of the command",
        arguments: CommandTable.prefs.verbs
    )
    func namedOptions(verb: Verb) {
        let syntax = verb.syntax
        let summaries = syntax.operands.map(\.summary) + syntax.options.map(\.summary)
        // A line in quotes can be one of another command.
        for summary in summaries.map({ $0.replacing(#/'[^']*'/#, with: "") }) {
            for name in summary.matches(of: #/--[a-z][a-z-]*/#).map({ String($0.output) }) {
                #expect(syntax.option(spelled: name) != nil, "\(summary)")
            }
        }
    }

    @Test("an operand is described by what the command does with it")
    func describedOperands() {
        #expect(Verb.append.syntax.operands.last?.summary == "A value to append")
        #expect(Verb.drop.syntax.operands.last?.summary == "A value to remove")
    }

    @Test(
        "only the last argument of a command or an option can take a list",
        arguments: CommandTable.prefs.verbs
    )
    func arities(verb: Verb) {
        let syntax = verb.syntax
        #expect(syntax.operands.dropLast().allSatisfy { $0.arity == .one })
        for option in syntax.options {
            for argument in option.arguments.dropLast() {
                if case .list = argument { Issue.record("\(option.notation) cannot go on") }
            }
        }
    }

    @Test("an option excludes only options that a command has together with it")
    func exclusions() {
        let verbs = CommandTable.prefs.verbs.map { Array($0.syntax.options) }
        for option in verbs.joined() {
            for excluded in option.excludes {
                let isEffective = verbs.contains { options in
                    options.contains { $0.name == option.name } && options.contains { $0.name == excluded }
                }
                #expect(isEffective, "\(option.notation)")
            }
        }
    }

    @Test("an option needs options that the command has", arguments: CommandTable.prefs.verbs)
    func needs(verb: Verb) {
        for needed in verb.syntax.options.flatMap(\.needs) {
            #expect(verb.syntax.options.contains { $0.name == needed }, "\(needed)")
        }
    }

    @Test("the table lists every option that names the type of a value")
    func typedValues() {
        let options = OptionGroup.typedValues.options + OptionGroup.defaultsForms.options
        #expect(options.map(\.name) == .typedValues)
    }

    @Test("append accepts every option that names a type, except those that append by themselves")
    func typedElements() {
        let options = OptionGroup.typedElements.options + OptionGroup.defaultsFormsOfElements.options
        #expect(options.map(\.name) == [String].typedValues.filter { !$0.hasSuffix("-add") })
        #expect(OptionGroup.typedElements.options.allSatisfy { $0.isRepeatable })
    }

    @Test("every example parses as the command that it explains", arguments: CommandTable.prefs.verbs)
    func examples(verb: Verb) throws {
        #expect(!verb.examples.isEmpty)
        for example in verb.examples {
            let words = example.line.wordsWithoutQuotes
            #expect(words.commandLine == "prefs \(example.line)")
            #expect(try CommandTable.prefs.parse(words).verb == verb, "\(example.line)")
        }
    }

    @Test(
        "exit codes are unique and in ascending order, and include success and usage",
        arguments: CommandTable.prefs.verbs
    )
    func exits(verb: Verb) {
        let codes = verb.exits.map(\.status)
        #expect(codes == Set(codes).sorted())
        #expect(codes.contains(ExitCode.done.rawValue))
        #expect(codes.contains(verb.isOtherGrammar ? 255 : ExitCode.usage.rawValue))
    }

    /// Expects a phrase that has no full stop, and begins with a capital letter, or else with a lowercase letter or a
    /// name.
    private func expectPhrase(
        _ phrase: String,
        isCapitalized: Bool = false,
        atMost limit: Int = 100,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let names = ["JSON", "VALUE"]
        let startsWithName = names.contains { phrase.utf8.starts(with: $0.utf8) }
        let isCapital = phrase.utf8.first?.isUppercaseLetter == true
        let isLowercase = phrase.utf8.first?.isLowercaseLetter == true
        #expect(isCapitalized ? isCapital : isLowercase || startsWithName, "\(phrase)", sourceLocation: sourceLocation)
        #expect(phrase.utf8.last != UInt8(ascii: "."), sourceLocation: sourceLocation)
        #expect(phrase.utf8.count <= limit, "\(phrase)", sourceLocation: sourceLocation)
        #expect(phrase.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "\(phrase)", sourceLocation: sourceLocation)
    }
}

extension UInt8 {
    fileprivate var isLowercaseLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
    }

    fileprivate var isUppercaseLetter: Bool {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
    }

    fileprivate var isDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}
