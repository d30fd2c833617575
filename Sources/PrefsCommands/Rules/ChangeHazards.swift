import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists
import ValueDifferences

/// What UserDefaults and other programs make of the values that a change stores: what 'check' would complain of.
struct ChangeHazards {
    /// Each hazard, with the pointers to the values that have it; nil for those of values that are not shown, since a
    /// hazard can quote a part of the value.
    private var found: [(hazard: PropertyListHazard?, pointers: [ValuePointer])] = []
    /// The pointers to the values because of which UserDefaults reads the whole file as empty.
    private var emptying: [ValuePointer] = []
    private let format: PropertyListFormat
    private let rounded: [ValuePointer]

    /// - Parameters:
    ///   - contents: The contents of the file after the changes.
    ///   - format: The format of the file.
    ///   - roundedKeys: The keys of dates that the format rounds.
    ///   - file: The file, whose name tells whether UserDefaults would read it.
    ///   - rules: What holds for the values; nil if that is not known, and no hazard may quote one.
    init(
        of changes: [PreferenceChange],
        in contents: PropertyListDictionary,
        writtenAs format: PropertyListFormat,
        rounding roundedKeys: [String] = [],
        to file: SuiteFile,
        by rules: SuiteRules?
    ) {
        self.format = format
        rounded = roundedKeys.map { ValuePointer($0) }
        let isSuite = file.suite != nil && !file.isManaged
        for change in changes {
            guard let new = change.new else { continue }
            for finding in new.hazards(of: change.key, writtenAs: format) where isSuite || !finding.hazard.emptiesFile {
                let isHidden = rules?.disclosure.hides(partOf: new, at: ValuePointer(change.key)) ?? true
                let pointer = isHidden ? ValuePointer(change.key) : ValuePointer(tokens: finding.pointer)
                if finding.hazard.emptiesFile { emptying.append(pointer) }
                add(isHidden && !finding.hazard.emptiesFile ? nil : finding.hazard, at: pointer)
            }
        }
        let newKeys = Set(changes.filter { $0.old == nil && $0.new != nil && !$0.key.isASCII }.map { ByteKey($0.key) })
        for (key, other) in newKeys.isEmpty ? [] : contents.equivalentKeys
        where newKeys.contains(ByteKey(key)) || newKeys.contains(ByteKey(other)) {
            add(.equivalentKey(other), at: ValuePointer(key))
        }
    }

    private mutating func add(_ hazard: PropertyListHazard?, at pointer: ValuePointer) {
        if let position = found.firstIndex(where: { $0.hazard == hazard }) {
            found[position].pointers.append(pointer)
        } else {
            found.append((hazard, [pointer]))
        }
    }

    /// The notes about all values.
    var notes: [Message] {
        (rounded.isEmpty ? [] : [.fractionLost(rounded)]) + found.map { .hazard($0.hazard, at: $0.pointers) }
    }

    /// Returns the error of a change that makes UserDefaults read a whole suite as empty; nil if it does not, or if the
    /// old contents, as far as they are known, did so already.
    func refusal(in suite: Selection, since old: PropertyListDictionary) -> CommandError? {
        guard !emptying.isEmpty,
            !old.contains(where: { $0.value.hazards(of: $0.key, writtenAs: format).contains { $0.hazard.emptiesFile } })
        else { return nil }
        let refused = emptying.prefix(CommandError.printedLimit)
        return CommandError(refused.map { .unreadable($0, in: suite, writtenAs: format) })
    }
}

extension CommandError {
    /// Returns the error of a value because of which UserDefaults would read the whole suite as empty.
    fileprivate static func unreadable(
        _ pointer: ValuePointer,
        in suite: Selection,
        writtenAs format: PropertyListFormat
    ) -> CommandError {
        let path = suite.file.path
        let convert = ["convert", path, "--format", "xml", "-o", path].commandLine
        let hint =
            format == .openStep
            ? "'\(convert)' makes it XML"
            : "a suite has no uid; '-f \(path.shellWord)' in its place stores it even so"
        let text = "cannot set \(pointer.quoted): UserDefaults would read the whole suite as empty"
        return CommandError(.invalidValue, Message(text, hint: hint), at: pointer.tokens)
    }
}

extension Message {
    /// Returns a note about dates that the format of the file stores without fractions of seconds.
    static func fractionLost(_ pointers: [ValuePointer]) -> Message {
        let loss = pointers.count == 1 ? "loses its" : "lose their"
        let hint = "a binary file keeps it, and so does a float: in Swift, the bridge .timestamp"
        return Message("\(pointers.listed) \(loss) fraction of a second in this format", hint: hint)
    }

    /// Returns a note about new values that other programs read otherwise; without the hazard, about hidden ones.
    fileprivate static func hazard(_ hazard: PropertyListHazard?, at pointers: [ValuePointer]) -> Message {
        "\(pointers.listed): \(hazard?.description ?? "other programs would read another value")"
    }

    static func hazard(_ hazard: PropertyListHazard, ofFileAt path: String) -> Message {
        "\(path): \(hazard)"
    }
}
