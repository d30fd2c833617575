import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let describe = Verb(
        "describe",
        summary: "Show what is known about a key",
        discussion: """
            Prints one line per fact: its name, a tab and its text, escaped as in 'prefs list'. Facts that do not apply
            are omitted. The facts about the value are 'type', 'default', 'value' and 'origin', which is the file that
            contains the value, or 'default'.

            The constraints are 'allowed', 'range', 'length', 'pattern', 'format', 'count', 'elements', 'keys' and
            'alternatives'. The facts about the key are 'summary'; 'deprecated', 'readOnly' and 'secret', always 'true';
            and 'formerly', its former names. The last fact is 'schema', the file of the schema.

            With --json, the command prints one object with the same names, after 'key'. In it, 'allowed' and 'formerly'
            are arrays. Without a schema, a key has only a type, a value and an origin.
            """,
        operands: [Operand(.key, "The key to describe, a literal name")],
        groups: [.searchedFiles, .pointer, .output(.json, .typed, .null), .messages],
        examples: [
            "describe theme": "Show what 'theme' is, and which values it allows",
            "describe -s group.x theme --json": "Print the same as a JSON object",
        ],
        exits: .reading([
            .done: "the key is set, or its schema describes it",
            .absent: "the key is not set, and no schema describes it",
            .invalidValue: "a value cannot be printed in the requested form",
        ]),
        run: VerbRun.describe
    )
}

extension VerbRun {
    fileprivate func describe() throws -> ExitCode {
        let selection = try reader.selection()
        let name = operands[0]
        let schema = try reader.schema(of: selection, keys: [name])
        let names = try NamedKey(name, in: schema).names
        let entry = try reader.read(selection, keys: .named(names)) { snapshot in
            try snapshot.entry(of: name, schema)
        }
        guard entry != nil || schema?.describes(name) ?? false else {
            let suggestion = try schema?.suggestions(for: [name])[0]
            throw CommandError.nothingKnown(of: name, suggestion, in: selection.location, schemaPath: schema?.path)
        }
        let pointer = reader.pointer(name)
        let secrets = try reader.secrets(of: selection, isOneFile: false, by: schema)
        let facts = PropertyListDictionary(
            factsOf: pointer,
            in: entry.map { ($0.value, $0.file.path) },
            schema,
            asJSON: printer.jsonStyle != nil,
            hiding: secrets
        )
        guard pointer.inValue == .whole || facts["value"] != nil || facts["schema"] != nil else {
            throw reader.unset([pointer], in: selection)
        }
        var object: PropertyListDictionary = ["key": .string(name)]
        object["at"] = pointer.inValue == .whole ? nil : .string(pointer.inValue.text)
        if try printer.writeIfJSON(.dictionary(object.merging(facts)), at: pointer) { return .done }
        let records = try facts.map { fact in
            let text = try printer.text(of: fact.value, at: pointer)
            let isValue = fact.key == "value" || fact.key == "default"
            return [Field(fact.key, .name), Field(text, isValue ? .value(of: fact.value.kind) : .detail)]
        }
        // The summary is printed in full.
        try printer.writeRecords(records, isWhole: true)
        return .done
    }
}

extension PropertyListDictionary {
    /// Creates the known facts of a key or a part of its value, in the order of the output.
    ///
    /// - Parameters:
    ///   - entry: The key's whole value and the path of its file; nil if the key is unset.
    ///   - isJSON: Whether lists are arrays, not texts.
    init(
        factsOf pointer: ValuePointer,
        in entry: (value: PropertyList, path: String)?,
        _ schema: SuiteSchema?,
        asJSON isJSON: Bool = false,
        hiding secrets: PreferenceSecrets
    ) {
        let rule = schema?.schema.rule(for: pointer.key, at: pointer.inValue.tokens, in: entry?.value)
        let standard = pointer.value(in: schema?.schema.defaultValue(of: pointer.key))
        let stored = pointer.value(in: entry?.value)
        let type = rule.flatMap { schema?.schema.kinds(of: $0).typeNames } ?? (stored ?? standard)?.kind.rawValue
        self = ["type": .string(type ?? "any")]
        func shown(_ value: PropertyList?) -> PropertyList? {
            value.map { secrets.hiding(in: $0, at: pointer) }
        }
        self["default"] = shown(standard)
        self["value"] = shown(stored ?? standard)
        self["origin"] =
            (stored == nil ? standard.map { _ in SuiteSchema.originOfDefaults } : entry?.path).map(PropertyList.string)
        guard let schema, let rule else { return }
        for requirement in schema.schema.requirements(of: rule) {
            self[requirement.aspect.rawValue] = .string(requirement.text)
        }
        if let allowed = schema.schema.allowedValues(of: rule), isJSON {
            self["allowed"] = .array(allowed)
        }
        self["summary"] = rule.summary.map(PropertyList.string)
        self["deprecated"] = rule.isDeprecated ? true : nil
        self["readOnly"] = rule.isReadOnly ? true : nil
        self["secret"] = secrets.isSecret(pointer) ? true : nil
        if !rule.formerNames.isEmpty {
            self["formerly"] =
                isJSON ? rule.formerNames.propertyList : .string(rule.formerNames.joined(separator: ", "))
        }
        self["schema"] = .string(schema.path)
    }
}

extension SuiteSchema {
    /// The origin that is printed for a default, in place of a file.
    static var originOfDefaults: String { "default" }
}

extension [PropertyListKind] {
    var typeNames: String? { isEmpty ? nil : map(\.rawValue).joined(separator: " or ") }
}

extension CommandError {
    /// Returns the error of a key that is not set, and that no schema, or the one at a path, declares.
    static func nothingKnown(
        of key: String,
        _ suggestion: SchemaSuggestion?,
        in location: String,
        schemaPath: String?
    ) -> CommandError {
        let rest = schemaPath.map { ", and not in \($0)" } ?? ", which has no schema"
        let hint = schemaPath == nil ? nil : suggestion?.hint
        return CommandError(.absent, Message("unknown key \(key.quoted): not set in \(location)\(rest)", hint: hint))
    }
}
