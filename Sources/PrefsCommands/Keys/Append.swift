import CommandErrors
import CommandGrammar
import PropertyLists

extension Verb {
    static let append = Verb(
        "append",
        summary: "Append values to an array",
        discussion: """
            Prints the new array. The command reads and writes in one transaction, so concurrent appends lose no value.
            An unset key starts from its value in the other files of the search list, else from its default in the
            schema, else from an empty array.

            Without a type option, VALUE has the type that the schema defines. Otherwise true and false are a bool, 42
            is an integer, 1.5 is a float, and all else is a string. A type option takes the next word as its value,
            even if that begins with a dash. Each VALUE can have its own type option.
            """,
        operands: [.keyOfArray, Operand(.value, "A value to append", .oneOrMore)],
        groups: [
            .updatedFile, .typedElements, .defaultsFormsOfElements, .elementSource, .pointerWithParents,
            OptionGroup(
                "Elements",
                Option(["--unique"], "Omit a VALUE that the array has already") { $0.isUnique = true },
                Option(["--first"], "Put the VALUEs before the elements of the array") {
                    $0.isFirst = true
                },
                Option(
                    ["--before"],
                    "Put the VALUEs before the element at POINTER in the array, as in '/[name=web]'",
                    takes: [.word(.pointer)],
                    excludes: ["--first"]
                ) { options, occurrence in
                    guard let pointer = JSONPointer(occurrence.argument), pointer.tokens.count == 1 else {
                        throw CommandError.noElement(occurrence.argument)
                    }
                    options.append.successor = pointer.tokens[0]
                }
            ),
            .output(.jsonBesideValue, .null), .change, .messages,
        ],
        examples: [
            "append recent notes.txt": Example("Append a string", prints: "[\"a.txt\",\"notes.txt\",\"notes.txt\"]"),
            "append recent notes.txt --unique --first": Example(
                "Put a string at the beginning, unless the array has it",
                prints: "[\"a.txt\",\"notes.txt\"]"
            ),
            "append list --string 10117 --json '{\"a\": 1}'": "Append a string of digits, and a dictionary",
        ],
        exits: .changing([
            .absent: "nothing can be stored at the position of --at",
            .invalidValue: "the value is not an array, or a VALUE does not match its type or the schema",
        ]),
        action: VerbAction(VerbRun.append, firstOperand: .updatedKey)
    )
}

final class AppendOptions {
    /// The token of the element before which the VALUEs go; nil for the end or the beginning.
    fileprivate(set) var successor: String?
}

extension Options {
    fileprivate var append: AppendOptions { own(AppendOptions.init) }
}

extension VerbRun {
    fileprivate func append() throws -> ExitCode {
        var added: [PropertyList] = []
        let exitCode = try updateArray { present, values, pointer in
            added = options.isUnique ? present.lacked(of: values) : values
            guard let successor = options.append.successor else {
                return options.isFirst ? added + present : present + added
            }
            let element = ValuePointer(pointer.key, at: JSONPointer(tokens: [successor]))
            guard try element.found(in: .array(present)) != nil, let place = present.position(named: successor) else {
                throw CommandError(.absent, "no element \(successor.quoted) in array \(pointer.quoted)")
            }
            return present[..<place] + added + present[place...]
        }
        let words = options.value.typed.isEmpty && options.value.path == nil ? operands.dropFirst() : []
        for word in words where added.contains(.string(word)) {
            guard let other = Resemblance(of: word), other.isContainer else { continue }
            messages.note(.containerAsString(other))
        }
        return exitCode
    }

    /// Replaces the array that KEY and `--at` name by one computed from it and the VALUEs of the line.
    ///
    /// - Parameter make: Returns the new array for the elements of the old one, which are none if it is unset, the
    ///   VALUEs, and the pointer to the array; nil stores nothing.
    /// - Throws: `wrongType` if the old value is not an array, what `make` throws, and what `SuiteWriter.update`
    ///   throws.
    func updateArray(
        _ make: (_ present: [PropertyList], _ values: [PropertyList], ValuePointer) throws -> [PropertyList]?
    ) throws -> ExitCode {
        let selection = try reader.selection()
        let values = try LineValues(reader: reader, rules: selection.rules).elements(at: reader.pointer(operands[0]))
        return try writer.update(selection) { old, pointer in
            try make(old?.elements(at: pointer) ?? [], values, pointer).map(PropertyList.array)
        }
    }
}

extension CommandError {
    /// Returns the error of a pointer that does not lead to an element of the array.
    fileprivate static func noElement(_ text: String) -> CommandError {
        CommandError(usage: "\(text.quoted) is no element of an array", hint: "write '/0' or '/[name=web]'")
    }
}

extension Message {
    /// Returns a note about an element that became a string, but looks like an array or dictionary.
    fileprivate static func containerAsString(_ other: Resemblance) -> Message {
        let hint = "each word is an element; \(other.option) appends \(other.name) as one element"
        return Message("added one string, although it looks like \(other.name)", hint: hint)
    }
}
