import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists
import ValueDifferences

extension PreferenceChange {
    /// The change as a JSON object: `key`, and `old` and `new` if they exist.
    var object: PropertyListDictionary {
        var object: PropertyListDictionary = ["key": .string(key)]
        object["old"] = old
        object["new"] = new
        return object
    }
}

extension PropertyListDictionary {
    /// Returns the changes that turn this suite into another, in the byte order of keys.
    func keyChanges(to new: PropertyListDictionary) -> [PreferenceChange] {
        new.changes(since: self).sorted(byBytesOf: \.key)
    }
}

/// The changes of a suite, and what is needed to print them.
struct SuiteChanges {
    /// The suite; nil if the command line concerns only one.
    var suite: SuiteName?
    var changes: [PreferenceChange]
    let rules: SuiteRules
    /// The file; nil if the options select it, or the suite.
    var selection: Selection?
    /// The time of the changes, for records that begin with it.
    var time: String?
    /// The pointers to values that were no longer as their owner had set them.
    var changedSince: [[String]] = []

    /// The keys and the values that a seed needs to make the changes, without those that are not shown.
    fileprivate var seed: PropertyListDictionary {
        let entries = changes.filter { !rules.disclosure.hides(partOf: $0) }.map { change in
            let value = change.new?.seed(replacing: change.old) ?? .dictionary(.removal)
            return PropertyListDictionary.Entry(key: change.key, value: value)
        }
        return PropertyListDictionary(uniqueEntries: entries)
    }

    /// The changes as JSON objects, with the time and the suite if records have them.
    var objects: [PropertyList] {
        changes.map { change in
            var object: PropertyListDictionary = [:]
            object["time"] = time.map(PropertyList.string)
            object["suite"] = time == nil ? nil : suite.map { .string($0.rawValue) }
            return .dictionary(object.merging(rules.disclosure.shown(change).object))
        }
    }
}

extension [SuiteChanges] {
    /// Returns one value for one suite without a name, else a dictionary with one for each suite.
    fileprivate func value(_ value: (SuiteChanges) -> PropertyList) -> PropertyList {
        if let only = first, only.suite == nil { return value(only) }
        let values = compactMap { suite in
            suite.suite.map { PropertyListDictionary.Entry(key: $0.rawValue, value: value(suite)) }
        }
        return .dictionary(PropertyListDictionary(uniqueEntries: values))
    }

    /// The document of `--format seed`: what 'apply' makes the same changes of, one suite or all suites by name.
    fileprivate var seed: PropertyList {
        get throws {
            if let only = first, only.suite == nil, case .string = only.seed[DocumentForm.schemaName] {
                throw CommandError.notInSeed(DocumentForm.schemaName)
            }
            // A suite of which no change is shown is left out.
            return filter { $0.suite == nil || !$0.seed.isEmpty }.value { .dictionary($0.seed) }
        }
    }
}

extension Printer {
    var changes: ChangePrinter { ChangePrinter(printer: self) }
}

/// Prints changes of suites in the form that the line requests.
struct ChangePrinter {
    let printer: Printer
    var options: Options { printer.options }

    /// Returns changes of one suite or file in the requested form.
    ///
    /// By default each line is a change of a value or of a part of it. With `--names-only`, each line is the key of a
    /// change. With `--null`, NUL ends each line, and keys are not escaped. JSON is one array of objects with `key`,
    /// and `old` and `new` if they exist; it is always typed, since a change can be one of the type alone.
    ///
    func records(of changes: [PreferenceChange], in selection: Selection) throws -> String {
        let sorted = changes.sorted(byBytesOf: \.key)
        return try records(of: [SuiteChanges(suite: nil, changes: sorted, rules: selection.rules)])
    }

    /// Returns the changes of several suites in the requested form.
    ///
    /// If the suites have names, each line begins with the name of its suite and a tab. JSON is then one object, with
    /// an array for each suite.
    ///
    /// - Parameter isQuestion: Whether the line asks for the changes; `--quiet` then does not omit them.
    func records(of suites: [SuiteChanges], isQuestion: Bool = false) throws -> String {
        guard isQuestion || showsChanges else { return "" }
        switch changeForm {
        case _ where printer.jsonStyle != nil: return try document(suites.value { .array($0.objects) })
        case .seed: return try document(suites.seed)
        case .commands: return try suites.map(commands).joined()
        case .defaults: return try suites.map(defaultsLines).joined()
        case .changes, .json: break
        }
        var records = ""
        for suite in suites {
            let name = [suite.time, suite.suite?.rawValue].compactMap(\.self)
                .map { printer.coloured(field($0), .detail) + "\t" }.joined()
            for change in suite.changes {
                for line in try lines(of: change, in: suite) {
                    records += name
                    records += try printer.terminated(line)
                }
            }
        }
        return records
    }

    private var changeForm: ChangeForm { options.output.changeForm ?? .changes }

    /// Prints notes about a seed: the changes that are not shown, which it lacks, and those of types, which 'apply' refuses or
    /// does not make by itself.
    func noteSeed(of suites: [SuiteChanges]) {
        guard changeForm == .seed, printer.jsonStyle == nil else { return }
        let hidden = suites.flatMap { suite in suite.changes.filter(suite.rules.disclosure.hides) }
        if !hidden.isEmpty { printer.messages.note(.leftOutOfSeed(hidden.map(\.key))) }
        let retyped = suites.flatMap { suite in
            suite.changes.filter { $0.changesType && !suite.rules.disclosure.hides(partOf: $0) }
        }
        if !retyped.isEmpty { printer.messages.note(.typesInSeed(retyped.map(\.key))) }
    }

    /// Returns a change as `watch` prints it, while others follow: JSON is one object, or one seed, on a line.
    ///
    /// In place of a seed with a value that is not shown, a note is printed.
    func record(of change: SuiteChanges) throws -> String {
        if printer.jsonStyle != nil {
            return try change.objects.map { try line(ofJSON: $0, isPretty: false) }.joined()
        }
        if changeForm == .seed {
            noteSeed(of: [change])
            guard !change.changes.contains(where: change.rules.disclosure.hides) else { return "" }
            return try line(ofJSON: [change].seed, isPretty: false)
        }
        return try records(of: [change], isQuestion: true)
    }

    private func document(_ value: PropertyList) throws -> String {
        let isPretty = printer.isPretty(onTerminal: printer.isTerminal || printer.documents.path != nil)
        return try line(ofJSON: value, isPretty: isPretty)
    }

    private func line(ofJSON value: PropertyList, isPretty: Bool) throws -> String {
        let json = try printer.json(value, .typed, isPretty: isPretty, at: nil)
        return (printer.documents.path == nil ? printer.colouredJSON(json) : json) + "\n"
    }

    /// Whether changes are printed: with `--quiet`, only in a form that an option asks for.
    var showsChanges: Bool { !options.messages.isQuiet || !showsSummary }

    /// Whether lines for a person stand beside the changes, such as their number.
    var showsSummary: Bool {
        printer.jsonStyle == nil && changeForm == .changes && !options.output.hasNamesOnly
    }

    /// Whether the changes of all suites are one document, JSON.
    var isOneDocument: Bool { printer.jsonStyle != nil || changeForm == .seed }

    /// Returns a name or key as it begins a record: escaped to stay on its line, except with `--null`.
    func field(_ text: String) -> String {
        options.output.endsWithNUL ? text : text.escaped(forTerminal: printer.isTerminal)
    }

    /// Returns the lines of a change, with colours and without line breaks.
    ///
    /// A line is `+ KEY V`, `- KEY V` or `~ KEY OLD -> NEW`. For a part of the key's value, a JSON
    /// Pointer follows the key. Values are typed JSON.
    ///
    /// - Parameter columns: The columns of a line, in which long values are cut; nil for whole values.
    func lines(
        of change: PreferenceChange,
        in suite: SuiteChanges,
        fitting columns: Int? = nil
    ) throws -> [String] {
        if options.output.hasNamesOnly { return [printer.shown(field(change.key))] }
        let disclosure = suite.rules.disclosure
        return try ValuePointer(change.key).parts(change.old, change.new, where: { !disclosure.hides($0) }).map {
            part in
            let (sign, role): (String, Field.Role) =
                part.old == nil ? ("+ ", .added) : part.new == nil ? ("- ", .removed) : ("~ ", .changed)
            // One text that grows: there can be many lines.
            var line = sign + words(for: part.pointer) + " "
            let values = try [part.old, part.new].compactMap(\.self)
                .map { try shownJSON($0, at: part.pointer, in: suite.rules) }
            let room = columns.map { $0 - line.terminalColumns }
            line += (room.map { values.fitting($0, separator: Self.arrow) } ?? values).joined(separator: Self.arrow)
            if suite.changedSince.contains(where: { part.pointer.tokens.starts(with: $0) }) {
                line += " (changed since)"
            }
            return printer.coloured(printer.shown(line), role)
        }
    }

    private static let arrow = " -> "

    /// Returns the words for a value in a line: its key, and the JSON Pointer if it is a part of the key's value.
    func words(for pointer: ValuePointer) -> String {
        field(pointer.key) + (pointer.inValue == .whole ? "" : " " + field(pointer.inValue.text))
    }

    /// Returns a value in a line as typed JSON, as far as it is shown; without a pointer, a whole document.
    func shownJSON(_ value: PropertyList, at pointer: ValuePointer?, in rules: SuiteRules) throws -> String {
        guard let pointer else {
            return try printer.json(rules.disclosure.shown(value), .typed, isPretty: false, at: nil)
        }
        let shown = rules.disclosure.shown(value, at: pointer)
        if rules.disclosure.hides(pointer), case .string(let text) = shown { return text }
        return try printer.json(shown, .typed, isPretty: false, at: pointer)
    }
}

extension [String] {
    /// Returns one or two values, cut to fit a line with a separator between them; a short one leaves room for the
    /// other.
    fileprivate func fitting(_ columns: Int, separator: String) -> [String] {
        let widths = map(\.terminalColumns)
        let room = columns - (count - 1) * separator.count
        return indices.map { index in
            let others = widths.reduce(-widths[index], +)
            return self[index].elided(toColumns: Swift.max(room / count, room - others, Self.leastColumns))
        }
    }

    /// The columns that a value has in a line at least.
    private static var leastColumns: Int { 20 }
}

extension PreferenceChange {
    /// Whether the value, or one within its dictionaries, has another type than before.
    fileprivate var changesType: Bool {
        func differ(_ old: PropertyList, _ new: PropertyList) -> Bool {
            guard case .dictionary(let old) = old, case .dictionary(let new) = new else { return old.kind != new.kind }
            return new.contains { entry in old[entry.key].map { differ($0, entry.value) } ?? false }
        }
        guard let old, let new else { return false }
        return differ(old, new)
    }
}

extension PropertyListDate {
    /// Creates the date of a time since the epoch, in whole seconds.
    init(sinceEpoch time: Duration) {
        let seconds = Double(time.components.seconds)
        self.init(secondsSinceReferenceDate: seconds - Self.secondsFromEpochToReferenceDate)
    }
}

extension Duration {
    /// The time since the epoch in RFC 3339, with milliseconds; nil for a year after 9999.
    var rfc3339: String? {
        guard let seconds = PropertyListDate(sinceEpoch: self).rfc3339 else { return nil }
        let milliseconds = components.attoseconds / 1_000_000_000_000_000
        return "\(seconds.dropLast()).\(String(1000 + milliseconds).dropFirst())Z"
    }
}

extension Message {
    /// Returns a note about values that are not shown in a seed.
    fileprivate static func leftOutOfSeed(_ keys: [String]) -> Message {
        Message("left out secrets: \(keys.map(\.quoted).firstFew)", hint: "'prefs apply --secrets FILE' sets them")
    }

    /// Returns a note about values of a seed that have other types than before.
    fileprivate static func typesInSeed(_ keys: [String]) -> Message {
        Message("the types of values change: \(keys.map(\.quoted).firstFew)", hint: "apply it with --change-types")
    }
}

extension CommandError {
    /// Returns the error of a key that a seed cannot set, since it has another meaning there.
    fileprivate static func notInSeed(_ key: String) -> CommandError {
        let text = "cannot print \(key.quoted) in a seed: it names the schema there"
        return CommandError(.invalidValue, Message(text, hint: "use --format commands"))
    }
}
