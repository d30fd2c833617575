import PreferenceStore
import PropertyLists
import TestSupport

@testable import Browse
@testable import CommandGrammar
@testable import PrefsCommands

/// The screen of `prefs browse` over files in a temporary directory, without a terminal.
final class BrowseScene {
    let process: CommandProcess
    private(set) var state: BrowseState
    /// What the state asked for, besides edits and other suites.
    private(set) var effects: [BrowseEffect] = []
    /// What the user makes of a text in the editor.
    var editor: (String) -> String = { $0 }
    var time: Duration = .zero
    private var suite: any BrowsedSuite

    /// Opens the suite `t`, or all suites.
    ///
    /// - Parameter suites: Further suites, by name; with them, all are shown.
    init(
        _ contents: PropertyListDictionary = [:],
        suites: [String: PropertyListDictionary] = [:],
        schema: String? = nil,
        hasSuites: Bool = false,
        rows: Int = 24,
        columns: Int = 100
    ) throws {
        process = try CommandProcess()
        if !contents.isEmpty { try process.write(contents) }
        for (name, contents) in suites {
            try process.write(contents, to: name)
        }
        if let schema { try process.directory.write(schema, to: "data/prefs/schemas/t.schema.json") }
        let arguments = try CommandTable.prefs.parse(["browse", "-s", "t"])
        let verb = try VerbRun(arguments, Options(arguments), in: process.environment)
        suite = ShownSuite(verb: verb, selection: try verb.reader.selection())
        let size = TerminalDevice.Size(rows: rows, columns: columns)
        state = BrowseState(
            size: size,
            suites: hasSuites || !suites.isEmpty ? try verb.reader.sources.directories().suiteFiles().suiteNames : nil
        )
        state.selectSuite("t")
        try reload()
    }

    /// Reads the files again, as after a change by another program.
    func reload(isOwnChange: Bool = false) throws {
        try send(.listing(Listing(of: suite, since: state.listing, waited: .zero), isOwnChange: isOwnChange))
    }

    func send(_ event: BrowseEvent) throws {
        for effect in state.handle(event, at: time) {
            switch effect {
            case .show(let name):
                suite = try suite.other(SuiteName(name))
                try reload()
            case .search(let name, let text):
                let listing = Listing(of: try suite.other(SuiteName(name)), since: nil, waited: .zero)
                try send(.searched(name, isFound: !Filter(text, in: listing).matches.isEmpty))
            case .make(let change):
                let outcome = suite.outcome(of: change)
                try reload(isOwnChange: true)
                try send(.made(change, outcome))
            case .open(var edit):
                edit.text = editor(edit.text)
                try send(.edited(edit))
            default: effects.append(effect)
            }
        }
    }

    /// Searches for a text.
    func find(_ text: String) throws {
        try press(.character("/"), .control("u"))
        try type(text)
        try press(.enter)
    }

    /// Lets the search of the other suites go on to its end.
    func finishSearch() throws {
        while state.search != nil { try send(.time) }
    }

    /// Presses keys, one after the other.
    func press(_ keys: Key...) throws {
        for key in keys { try send(.input(.key(key))) }
    }

    /// Types a text.
    func type(_ text: String) throws {
        for character in text { try send(.input(.key(.character(character)))) }
    }

    /// Moves to a key, and replaces the text of its value in place.
    func replace(_ key: String, with text: String) throws {
        try move(to: key)
        try press(.enter, .control("u"), .control("k"))
        try type(text)
        try press(.enter)
    }

    func move(to key: String) throws {
        try press(.home)
        for _ in state.rows where selectedKey != key { try press(.down) }
    }

    /// The key or part in the selected line.
    var selectedKey: String? {
        state.row.flatMap { $0.tokens.last }
    }

    /// The lines of the screen, without trailing spaces.
    var lines: [String] {
        state.screen.lines.map { line in
            String(line.text.reversed().drop { $0 == " " }.reversed())
        }
    }

    func shows(_ text: String) -> Bool { lines.contains { $0.contains(text) } }

    func value(_ key: String) throws -> PropertyList? {
        guard case .dictionary(let contents) = try process.contents() else { return nil }
        return contents[key]
    }
}
