import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let describe = Verb(
        "describe",
        summary: "tell what is known of a key, from its schema and the files",
        discussion: """
            Prints a line for each thing that is known: its name, a tab, and what it is, escaped as in 'prefs list'.
            They are, as far as they apply: type; default; value, and origin, which is the file that holds it, or
            'default'; allowed, range, length, pattern, format, count, elements and keys, which say what values there
            may be; summary; deprecated and readOnly, which are 'true'; formerly, the names that the key had before;
            schema, the file that says so.

            With --json it is an object of the same names, with 'key' before them; 'allowed' and 'formerly' are arrays
            in it. A key of which no schema tells has a type, a value and an origin.
            """,
        operands: [Operand(.key, "the key to describe, whole and as it is")],
        groups: [.searchedFiles, .output(.json, .typed, .null), .messages],
        examples: [
            "describe theme": "tell what 'theme' is, and what it may be",
            "describe -s group.x theme --json": "the same as a JSON object",
        ],
        exits: .reading([
            .done: "the key is set, or its schema describes it",
            .absent: "the key is unset, and no schema describes it",
            .invalidValue: "a value cannot be printed in the form that is asked for",
        ]),
        run: CommandContext.describe
    )
}

extension CommandContext {
    fileprivate func describe() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let name = arguments.operands[0]
        let schema = try schema(of: selection, keys: [name])
        let names = try NamedKey(name, in: schema).names
        let entry = try read(selection, keys: .named(names)) { snapshot throws(CommandError) in
            try snapshot.entry(of: name, schema)
        }
        guard entry != nil || schema?.describes(name) ?? false else {
            let suggestion = try schema?.suggestion(for: name)
            throw .nothingKnown(of: name, suggestion, in: selection.place, schemaPath: schema?.path)
        }
        let facts = facts(of: name, entry, schema)
        let object: PropertyListDictionary = ["key": .string(name)]
        if try writeIfJSON(.dictionary(object.merging(facts)), at: ValuePath(name)) { return .done }
        let records = try facts.map { fact throws(CommandError) in
            let text = try text(of: fact.value, at: ValuePath(name))
            let isValue = fact.key == "value" || fact.key == "default"
            return [Field(fact.key, .name), Field(text, isValue ? .value(of: fact.value.kind) : .detail)]
        }
        // The summary is printed in full.
        try writeRecords(records, isWhole: true)
        return .done
    }

    /// Returns the known facts of a key, in the order of the output.
    private func facts(of name: String, _ entry: PreferenceEntry?, _ schema: SuiteSchema?) -> PropertyListDictionary {
        let rule = schema?.schema.rule(for: name)
        let standard = schema?.schema.defaultValue(of: name)
        let type = rule?.kinds.typeNames ?? (entry?.value ?? standard)?.kind.rawValue
        var facts: PropertyListDictionary = ["type": .string(type ?? "any")]
        facts["default"] = standard
        facts["value"] = entry?.value ?? standard
        facts["origin"] = (entry?.file.path ?? standard.map { _ in Self.originOfDefaults }).map(PropertyList.string)
        guard let schema, let rule else { return facts }
        for requirement in schema.schema.requirements(of: rule) {
            facts[requirement.aspect.rawValue] = .string(requirement.text)
        }
        if let allowed = rule.allowedValues, jsonStyle != nil {
            facts["allowed"] = .array(allowed)
        }
        facts["summary"] = rule.summary.map(PropertyList.string)
        facts["deprecated"] = rule.isDeprecated ? true : nil
        facts["readOnly"] = rule.isReadOnly ? true : nil
        if !rule.formerNames.isEmpty {
            facts["formerly"] =
                jsonStyle == nil ? .string(rule.formerNames.joined(separator: ", ")) : rule.formerNames.propertyList
        }
        facts["schema"] = .string(schema.path)
        return facts
    }

    /// The origin that is printed for the schema's default, in place of a file.
    static var originOfDefaults: String { "default" }
}

extension [PropertyListKind] {
    var typeNames: String? { isEmpty ? nil : map(\.rawValue).joined(separator: " or ") }
}
