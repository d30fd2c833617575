import PreferenceStore
import PropertyLists
import TestSupport

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
    private var reader: ListingReader
    private let verb: VerbRun

    /// Opens the suite `t`, or all suites.
    init(
        _ contents: PropertyListDictionary = [:],
        schema: String? = nil,
        hasSuites: Bool = false,
        rows: Int = 24,
        columns: Int = 100
    ) throws {
        process = try CommandProcess()
        if !contents.isEmpty { try process.write(contents) }
        if let schema { try process.directory.write(schema, to: "data/prefs/schemas/t.schema.json") }
        let arguments = try CommandTable.prefs.parse(["browse", "-s", "t"])
        verb = try VerbRun(arguments, Options(arguments), in: process.environment)
        reader = ListingReader(verb.reader, try verb.reader.selection())
        let size = TerminalDevice.Size(rows: rows, columns: columns)
        state = BrowseState(size: size, suites: hasSuites ? try verb.reader.directories().suiteFiles().suiteNames : nil)
        state.selectSuite("t")
        try reload()
    }

    /// Reads the files again, as after a change by another program.
    func reload(isOwnChange: Bool = false) throws {
        let listing = reader.read(since: state.listing, waited: .zero)
        try send(.listing(listing, selectors: reader.selectors, isOwnChange: isOwnChange))
    }

    func send(_ event: BrowseEvent) throws {
        for effect in state.handle(event, at: time) {
            switch effect {
            case .open(let name):
                reader = ListingReader(verb.reader, try verb.reader.selection(ofShownSuite: SuiteName(name)))
                try reload()
            case .run(let run): try perform(run)
            case .edit(let text):
                var edited = text
                edited.text = editor(text.text)
                try send(.edited(edited))
            default: effects.append(effect)
            }
        }
    }

    private func perform(_ run: EditRun) throws {
        if run.isGuarded, let seen = run.seen {
            try reload()
            guard state.listing?.writtenValue(at: seen.pointer) == seen.value else {
                return try send(.ran(run, .changedMeanwhile(seen.pointer)))
            }
        }
        let outcome = run.outcome(reader.selectors, verb)
        try reload(isOwnChange: true)
        try send(.ran(run, outcome))
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
        state.row.flatMap { row in row.pointer.last ?? state.listing?.entries[row.entry].key }
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
