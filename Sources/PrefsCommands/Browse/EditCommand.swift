import CommandGrammar
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
    ///   - pointer: The pointer to the value.
    ///   - text: The text, in the spelling of the kind; JSON for a container.
    ///   - kind: The type of the new value; nil lets the command choose, as for an untyped VALUE.
    ///   - old: The value that the user has seen in the file; nil if the file does not have it.
    ///   - isSecret: Whether the text must not be an argument.
    static func set(
        _ pointer: ValuePointer,
        to text: String,
        as kind: PropertyListKind?,
        since old: PropertyList?,
        isSecret: Bool = false
    ) -> EditCommand {
        var command = EditCommand(verb: "set", options: pointer.pointerOptions, operands: [pointer.key])
        // The precondition is parsed like the value, so a change of the type needs a form that has both types.
        let hasNewType = kind != nil && old != nil && kind != old?.kind
        let parsed = hasNewType ? kind.flatMap { try? PropertyList(text: text, as: .kind($0)) } : nil
        let json = parsed.flatMap { try? $0.json(.typed) }
        let options = json == nil ? kind?.typeOptions ?? [] : ["--json"]
        if isSecret {
            command.options += ["--value-file", "-"] + options + (kind == .data && json == nil ? ["--base64"] : [])
            // The command drops one line break at the end.
            command.input = (json ?? text) + "\n"
        } else if options.isEmpty {
            command.operands.append(text)
        } else {
            command.options += options + [json ?? text]
        }
        guard let old else {
            command.precondition = ["--if-unset"]
            return command
        }
        let isJSON = json != nil || (kind ?? old.kind).isContainer
        if let expected = isJSON ? try? old.json(.typed) : try? old.text {
            command.precondition = ["--if-equals", expected]
        }
        return command
    }

    static func reset(_ pointer: ValuePointer) -> EditCommand {
        EditCommand(verb: "reset", options: pointer.pointerOptions, operands: [pointer.key])
    }

    static func rename(_ key: String, to name: String) -> EditCommand {
        EditCommand(verb: "rename", operands: [key, name])
    }

    /// Returns a command that undoes the change of a run; `isForced` goes on if values have changed since.
    static func undo(_ id: String, isForced: Bool = false) -> EditCommand {
        EditCommand(verb: "undo", options: isForced ? ["--force"] : [], operands: [id])
    }
}

extension ValuePointer {
    fileprivate var pointerOptions: [String] { inValue == .whole ? [] : ["--at", inValue.text] }
}

extension PropertyListKind {
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
