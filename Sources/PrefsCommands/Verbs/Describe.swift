import PreferenceCore
import PreferenceStore
import PropertyLists

extension CommandContext {
    /// `prefs describe`: what the schema says of a key, and what the files hold for it.
    mutating func describe() throws(CommandError) -> ExitCode {
        let selection = try selection()
        let name = arguments.operands[0]
        let schema = try schema(of: selection, keys: [name])
        let names = try key(named: name, in: schema).names
        let entry = try read(selection, keys: .named(names)) { snapshot throws(CommandError) in
            try snapshot.entry(of: name, schema)
        }
        guard entry != nil || schema?.describes(name) ?? false else {
            let suggestion = try schema?.suggestion(for: name)
            throw .nothingKnown(of: name, suggestion, in: selection.place, schemaPath: schema?.path)
        }
        let facts = facts(of: name, entry, schema)
        if let style = jsonStyle {
            let object: PropertyListDictionary = ["key": .string(name)]
            try writeJSON(.dictionary(object.merging(facts)), style, at: ValuePlace(name))
        } else {
            var records: [[Field]] = []
            for fact in facts {
                let text = try text(of: fact.value, at: ValuePlace(name))
                let isValue = fact.key == "value" || fact.key == "default"
                records.append([Field(fact.key, .name), Field(text, isValue ? .value(of: fact.value.kind) : .detail)])
            }
            // What the key is for is to be read to its end.
            try writeRecords(records, isWhole: true)
        }
        return .done
    }

    /// What is known of a key, in the order in which it is told.
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

    /// What stands for a file where the schema's default holds.
    static var originOfDefaults: String { "default" }
}

extension [PropertyListKind] {
    /// The names of the types; nil where there are none.
    var typeNames: String? {
        isEmpty ? nil : map(\.rawValue).joined(separator: " or ")
    }
}
