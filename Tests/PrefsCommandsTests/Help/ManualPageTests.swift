import PreferenceSchemas
import HelpTopics
import PreferenceCore
import PreferenceStore
import TestSupport
import Testing

@testable import CommandGrammar
@testable import PrefsCommands

@Suite("The source of the manual page")
struct ManualPageTests {
    private static let page = CommandTable.manualPage

    @Test("the page contains every command, argument and option of the table", arguments: CommandTable.prefs.verbs)
    func table(verb: Verb) {
        let page = Self.page
        let syntax = verb.syntax
        #expect(page.contains(".SS prefs \(verb.name.roff)\n"))
        for synopsis in syntax.synopses {
            #expect(page.contains("\\fBprefs \(synopsis.roff)\\fR\n"))
        }
        for spelling in syntax.options.flatMap(\.spellings) {
            #expect(page.contains("\\fB\(spelling.roff)\\fR"), "\(spelling)")
        }
    }

    @Test("the page lists the files of the search list in order")
    func files() throws {
        let directories = try PreferenceDirectories(environment: { $0 == "HOME" ? .text("/h") : .unset })
        let files = SearchList(of: try SuiteName("NAME"), in: directories).files.map(\.path)
        #expect(Topic.files.entries.map { $0.term.replacing("~/", with: "/h/") } == files)
    }

    @Test("the page lists the directories of schemas in order, and every keyword that applies to values")
    func schemas() {
        let directories = SchemaDirectories(environment: { $0 == "HOME" ? .text("/h") : .unset }).all
        let terms = Manual.schemas.entries.map(\.term)
        #expect(
            terms.prefix(directories.count).map { $0.replacing("~/", with: "/h/") }
                == directories.map { "\($0)/NAME.schema.json" }
        )
        let words = Set(terms.joined(separator: " ").split { " ,:".contains($0) }.map(String.init))
        // These keywords do not apply to values.
        let notes: Set<SchemaKeyword> = [.identifier, .comment, .dynamicReference, .recursiveReference]
        for keyword in SchemaKeyword.allCases where !notes.contains(keyword) {
            #expect(words.contains(keyword.rawValue), "\(keyword.rawValue)")
        }
    }

    @Test("the page has no line that roff would read as a request, and escapes special characters")
    func escaping() {
        #expect(".x".roff == "\\&.x")
        #expect("a\\b -- 'c' `d` \"e\" ^~".roff == "a\\eb \\-\\- \\(aqc\\(aq \\(gad\\(ga \\(dqe\\(dq \\(ha\\(ti")
        let requests = CommandTable.manualPage.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }
        let names = Set(requests.map { $0.prefix { $0 != " " } })
        #expect(names == [".TH", ".SH", ".SS", ".TP", ".PP", ".br", ".PD"])
    }

    @Test("the page explains an option once if it has the same meaning for several commands")
    func sharedOptions() {
        let shared = ManualOptions(of: .prefs)
        let options = shared.groups.flatMap(\.options)
        #expect(Set(options.map(\.notation)).count == options.count)
        let names = options.map(\.name)
        #expect(names.contains("--suite"))
        #expect(!names.contains("--strict"))
        #expect(CommandTable.manualPage.split(separator: "\n").count { $0.hasPrefix("Use the suite NAME (") } == 1)
    }

    /// The examples that say what they print.
    static let examples = CommandTable.prefs.verbs.flatMap(\.examples).compactMap { example in
        example.meaning.output.map { (example.line, $0) }
    }

    @Test("an example prints what the page says, for the suite of the page", arguments: examples)
    func example(line: String, output: String) throws {
        let process = try CommandProcess()
        process.variables["PREFS_SUITE"] = nil
        process.input = .success(Array(Manual.exampleSuite.utf8))
        process.did("apply", "-")
        // Quotation marks are the only characters of the shell in these lines.
        let words = line.split(separator: " ").map { String($0).replacing("'", with: "") }
        let outcome = process.run(words)
        let printed = outcome.outputs.joined().replacing("\t", with: "  ")
            .replacing(process.directory.path, with: "/home/ada/.config")
        #expect(outcome.exit == 0)
        #expect(printed == output + "\n")
    }

    @Test("most kinds of commands that print show it")
    func exampleCount() {
        #expect(Self.examples.count >= 15)
    }
}
