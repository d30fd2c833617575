import PropertyLists

extension Verb {
    static let type = Verb(
        "type",
        summary: "Print the types of values",
        discussion: """
            Prints one type per line, in the order of the keys: \(PropertyListKind.allCases.map(\.rawValue).joined(
                separator: ", "
            )).
            """,
        operands: [Operand(.key, "A key to look up, a literal name", .oneOrMore)],
        groups: [
            .searchedFiles, .pointer,
            .output(.json(summary: "Print a JSON string; of several keys one object"), .null), .messages,
        ],
        examples: [
            "type general.launchCount": "Print the type of one value",
            "type width height --json": "Print the types of two values as one JSON object",
        ],
        exits: .reading([
            .done: "every key is set",
            .absent: "a key is not set; nothing is printed",
        ]),
        firstOperand: .readKey,
        run: VerbRun.type
    )
}

extension VerbRun {
    fileprivate func type() throws -> ExitCode {
        let selection = try reader.selection()
        let values = try reader.values(at: reader.pointers(), of: selection)
        let missing = values.filter { $0.value == nil }.map(\.pointer)
        guard missing.isEmpty else { throw reader.unset(missing, in: selection) }
        let types = values.map { $0.value?.kind.rawValue ?? "" }
        var object = PropertyListDictionary()
        for (found, type) in zip(values, types) {
            object[found.pointer.key] = .string(type)
        }
        if try printer.writeIfJSON(types.count == 1 ? .string(types[0]) : .dictionary(object)) { return .done }
        for type in types {
            try printer.writeVerbatim(type)
        }
        return .done
    }
}
