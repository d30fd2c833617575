import PropertyLists

/// A command line of `prefs` that makes one edit: the screen runs it, and shows it to the user.
///
/// So an edit obeys every rule of its verb: types, schema, locks and history.
struct EditCommand: Equatable {
    let verb: String
    /// The options after those that select the file.
    var options: [String] = []
    var operands: [String] = []
    /// The options that make the verb fail if the value has changed since it was shown.
    var precondition: [String] = []
    /// The secret value, which the command reads from standard input; nil for none.
    var input: String?

    /// Returns the arguments of the command.
    ///
    /// - Parameters:
    ///   - selectors: The options that select the file.
    ///   - isGuarded: Whether the command fails if the value has changed since it was shown.
    func words(_ selectors: [String], isGuarded: Bool) -> [String] {
        [verb] + selectors + options + (isGuarded ? precondition : []) + ["--"] + operands
    }

    /// Returns the command as a line for any POSIX shell, without line breaks and control characters.
    func shellLine(_ selectors: [String]) -> String {
        let words = selectors + options
        let quoted = words.map { $0.isOptionName || $0 == "-" ? $0 : $0.posixShellWord(forTerminal: true) }
        let operands = operands.map { $0.posixShellWord(forTerminal: true) }
        return (["prefs", verb] + quoted + ["--"] + operands).joined(separator: " ")
    }
}

extension EditCommand {
    /// Returns a command that sets a value to what a text spells.
    ///
    /// - Parameters:
    ///   - place: The place of the value.
    ///   - text: The text, in the spelling of the kind; JSON for a container.
    ///   - kind: The type of the new value; nil lets the command choose, as for an untyped VALUE.
    ///   - old: The value that the user has seen in the file; nil if the file does not have it.
    ///   - isSecret: Whether the text must not be an argument.
    static func set(
        _ place: ValuePath,
        to text: String,
        as kind: PropertyListKind?,
        since old: PropertyList?,
        isSecret: Bool = false
    ) -> EditCommand {
        var command = EditCommand(verb: "set", options: place.pointerOptions, operands: [place.key])
        let sameKind = kind == nil || kind == old?.kind
        switch (isSecret, kind) {
        case (true, let kind):
            command.options += ["--value-file", "-"] + (kind == .string ? ["--string"] : [])
            // The command drops one line break at the end.
            command.input = text + "\n"
        case (false, let kind?) where sameKind || old == nil:
            command.options += kind.typeOptions + [text]
        case (false, let kind?):
            // The precondition is parsed like the value, so another type needs a form that has both.
            guard let value = try? PropertyList(text: text, as: .kind(kind)), let json = try? value.json(.typed) else {
                command.options += kind.typeOptions + [text]
                return command
            }
            command.options += ["--json", json]
            command.precondition = old.flatMap { try? $0.json(.typed) }.map { ["--if-equals", $0] } ?? []
            return command
        case (false, nil):
            command.operands.append(text)
        }
        guard let old else {
            command.precondition = ["--if-unset"]
            return command
        }
        let isJSON = kind?.isContainer ?? old.kind.isContainer
        if let expected = isJSON ? try? old.json(.typed) : try? old.text {
            command.precondition = ["--if-equals", expected]
        }
        return command
    }

    static func reset(_ place: ValuePath) -> EditCommand {
        EditCommand(verb: "reset", options: place.pointerOptions, operands: [place.key])
    }

    static func rename(_ key: String, to name: String) -> EditCommand {
        EditCommand(verb: "rename", operands: [key, name])
    }

    /// Returns a command that takes back the change of a run.
    static func undo(_ id: String) -> EditCommand {
        EditCommand(verb: "undo", operands: [id])
    }
}

extension ValuePath {
    fileprivate var pointerOptions: [String] { pointer == .whole ? [] : ["--at", pointer.text] }
}

extension PropertyListKind {
    var isContainer: Bool { self == .array || self == .dictionary }

    /// The option of `set` that names this type.
    fileprivate var typeOptions: [String] {
        switch self {
        case .string: ["--string"]
        case .integer: ["--int"]
        case .real: ["--float"]
        case .boolean: ["--bool"]
        case .date: ["--date"]
        case .data: ["--data"]
        case .array, .dictionary: ["--json"]
        case .uid: ["--type", "uid"]
        }
    }
}

extension String {
    /// Whether the text is an option without an argument in the same word.
    fileprivate var isOptionName: Bool {
        utf8.starts(with: "--".utf8) && utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) }
    }
}
