import CommandErrors
import CommandGrammar
import PreferenceCore
import PreferenceStore
import PropertyLists

extension Verb {
    static let explain = Verb(
        "explain",
        summary: "Show all that is known about a key",
        discussion: """
            Prints first one line per fact: its name, a tab and its text, escaped as in 'prefs list'. Facts that do not
            apply are omitted. The facts about the value are 'type', 'default', 'value' and 'origin', which is the file
            that contains the value, or 'default'. The constraints are 'allowed', 'range', 'length', 'pattern',
            'format', 'count', 'elements', 'keys' and 'alternatives'. The facts about the key are 'summary';
            'deprecated', 'readOnly', 'volatile' and 'secret', always 'true'; and 'formerly', its former names. The last
            facts are 'schema', the file of the schema, and 'managed', 'true' if the administrator has set the value.

            Then follows one line per file that a program searches, in order of precedence: the state and the path, and
            if the file sets the key, its type and value. The state is 'wins' for the value that a program reads, and
            'hidden' for a value after it. It is 'unset' if the file lacks the key or does not exist, and 'unreadable'
            if it cannot be read. If a schema has a default for the key, the last line shows it, with the schema's file.
            Its state is 'default' if it applies, else 'hidden'. A value under a former name of the key has that name at
            the end of its line.

            A line 'owner' follows for each owner that has set the value or a part of it with 'prefs apply --owner': the
            name, the place, the value that it has set, and the one before, or 'unset'.

            With --json, the command prints one object with the facts by name, after 'key'. In it, 'allowed' and
            'formerly' are arrays. 'owners' is an array of objects with 'owner', 'key', 'at', 'set' and 'before'.
            'layers' is an array of the files: objects with 'state', 'file', 'type', 'value', and 'key' for a former
            name.
            """,
        operands: [Operand(.key, "The key to explain, a literal name")],
        groups: [.searchedFiles, .pointer, .output(.json, .null), .messages],
        examples: [
            "explain theme": "Show what 'theme' is, which values it allows, and which file sets it",
            "explain -s group.x theme --json": "Print the same as a JSON object",
        ],
        exits: .reading([
            .done: "the key is set, or its schema describes it",
            .absent: "the key is not set anywhere, and no schema describes it; the files are printed nevertheless",
            .invalidValue: "a value cannot be printed in the requested form",
            .unreadableFile: "a file that could contain the winning value cannot be read",
        ]),
        action: VerbAction(VerbRun.explain)
    )
}

extension VerbRun {
    /// `prefs explain`: prints what is known of a key, and its value in each file of the search list and in the schema.
    ///
    /// A file that cannot be read is an error only if it precedes the winning one, as for `get`. The files after it are
    /// printed nevertheless.
    fileprivate func explain() throws -> ExitCode {
        let selection = try reader.selection()
        let pointer = reader.pointer(operands[0])
        let rules = selection.rules
        var layers = try layers(of: selection, for: pointer)
        rules.disclosure.coverSearchList()
        // After the values: a key is marked before its value is written.
        for position in layers.indices {
            layers[position].entry = layers[position].entry.map { ($0, rules.disclosure.shown($1, at: pointer), $2) }
        }
        let winner = layers.first { $0.isWinner }
        let schema = try rules.schema(of: [pointer.key])
        let isKnown = winner != nil || schema?.describes(pointer.key) ?? false
        let entry = winner?.whole.map { (value: $0, path: winner?.path ?? "") }
        var facts = rules.facts(of: pointer, in: entry, schema, asJSON: printer.jsonStyle != nil)
        if selection.searchList.contains(where: { $0.isManaged && $0.path == winner?.path }) { facts["managed"] = true }
        let file = winner.map { reader.selection(of: SuiteFile(path: $0.path)) } ?? selection
        if winner != nil, let version = try olderVersion(of: file, with: pointer.key, schema) {
            facts["version"] = .string(version)
        }
        let stored = ValuePointer(winner?.entry?.name ?? pointer.key, at: pointer.inValue)
        let owned = file.knownOwnedValues().filter { $0.concerns(stored) }
        try write(isKnown ? facts : [:], owned, layers, at: pointer)
        return try outcome(of: layers, isKnown: isKnown, at: pointer, in: selection)
    }

    /// Returns the version of a file with a key that the schema lacks, if it is older than the program's; else nil.
    private func olderVersion(of file: Selection, with key: String, _ schema: SuiteSchema?) throws -> String? {
        guard let schema, !schema.describes(key) else { return nil }
        let whole = try SuiteSchema(schema.document, keys: nil)
        let older = whole.olderVersion(of: try reader.contents(of: file), path: file.file.path)
        return older.map { "\($0.version), before the program's \($0.newest)" }
    }

    /// Prints the problems of files, and returns the exit code.
    private func outcome(
        of layers: [ExplainedLayer],
        isKnown: Bool,
        at pointer: ValuePointer,
        in selection: Selection
    ) throws -> ExitCode {
        let winner = layers.firstIndex(where: \.isWinner) ?? layers.endIndex
        var isCertain = true
        for (position, layer) in layers.enumerated() {
            guard let problem = layer.problem else { continue }
            if position < winner {
                isCertain = false
                messages.complain(problem)
            } else {
                messages.of(problem).forEach { messages.note($0) }
            }
        }
        guard isCertain else { return .unreadableFile }
        return isKnown ? .done : messages.absent(suggestions.unset([pointer], in: selection))
    }

    /// Returns the layers with their values as they are.
    private func layers(of selection: Selection, for pointer: ValuePointer) throws -> [ExplainedLayer] {
        let lastLayer = selection.rules.hasDefaults ? try selection.rules.schema(of: [pointer.key]) : nil
        let names = lastLayer?.names(of: pointer.key) ?? [pointer.key]
        var layers: [ExplainedLayer] = []
        for file in selection.searchList {
            var snapshot =
                try selection.isStream
                ? reader.snapshot(of: selection, keys: .named(names))
                : PreferenceSnapshot(of: [file], keys: .named(names))
            var layer = ExplainedLayer(path: file.path)
            do throws(PreferenceError) {
                let entry = try snapshot.entry(named: names)
                layer.entry = entry.flatMap { entry in pointer.value(in: entry.value).map { (entry.key, $0, $0.kind) } }
                layer.whole = entry?.value
            } catch {
                layer.problem = CommandError(error)
            }
            _ = try pointer.found(in: layer.whole)
            layers.append(layer)
            messages.warn(snapshot.warnings)
        }
        if let lastLayer, let standard = pointer.value(in: lastLayer.schema.defaultValue(of: pointer.key)) {
            layers.append(
                ExplainedLayer(path: lastLayer.path, entry: (pointer.key, standard, standard.kind), isDefault: true)
            )
        }
        // A file with the key decides it, even if its value has no such part.
        if let winner = layers.firstIndex(where: { $0.whole != nil || $0.isDefault }), layers[winner].entry != nil {
            layers[winner].isWinner = true
        }
        return layers
    }

    /// Prints a record for each fact, and for each layer: state, file and, if the key is set, type, value and former
    /// name.
    private func write(
        _ facts: PropertyListDictionary,
        _ owned: [OwnedValue],
        _ layers: [ExplainedLayer],
        at pointer: ValuePointer
    ) throws {
        var object: PropertyListDictionary = ["key": .string(pointer.key)]
        object["at"] = pointer.inValue == .whole ? nil : .string(pointer.inValue.text)
        object = object.merging(facts)
        object["owners"] = owned.isEmpty ? nil : .array(owned.map(\.object))
        object["layers"] = .array(layers.map { .dictionary($0.object(of: pointer.key)) })
        if try printer.writeIfJSON(.dictionary(object), at: pointer) { return }
        // The summary is printed in full.
        try printer.writeRecords(
            facts.map { fact in
                let isValue = fact.key == "value" || fact.key == "default"
                let text = try printer.text(of: fact.value, at: pointer)
                return [Field(fact.key, .name), Field(text, isValue ? .value(of: fact.value.kind) : .detail)]
            },
            isWhole: true
        )
        try printer.writeRecords(owned.map { [Field("owner", .name)] + (try fields(of: $0)) })
        let records = try layers.map { layer in
            var fields = [Field(layer.state.rawValue, layer.isWinner ? .name : .detail), Field(layer.path, .path)]
            if let (name, value, kind) = layer.entry {
                fields.append(Field(kind.rawValue, .detail))
                fields.append(
                    Field(try printer.text(of: value, at: pointer), layer.isWinner ? .value(of: kind) : .detail)
                )
                if !layer.isNamed(pointer.key) {
                    fields.append(Field(name, .detail))
                }
            }
            return fields
        }
        try printer.writeRecords(records)
    }
}

/// The value of a key in a file of the search list, or in the schema after it.
private struct ExplainedLayer {
    let path: String
    /// The name under which the layer contains a value, the value as it may be shown, and the type of the real one; nil
    /// if the key is unset.
    var entry: (name: String, value: PropertyList, kind: PropertyListKind)?
    /// The whole value of the key in a file, as it is; nil if the key is unset, or in the schema.
    var whole: PropertyList?
    var problem: CommandError?
    /// Whether the layer is the schema.
    var isDefault = false
    /// Whether a program reads this value.
    var isWinner = false

    enum State: String {
        case wins
        case standard = "default"
        /// An earlier layer wins.
        case hidden
        case unset
        case unreadable
    }

    var state: State {
        if problem != nil { return .unreadable }
        if entry == nil { return .unset }
        return !isWinner ? .hidden : isDefault ? .standard : .wins
    }

    /// Whether the layer contains a value under exactly this name.
    func isNamed(_ name: String) -> Bool {
        entry.map { ByteKey($0.name) == ByteKey(name) } ?? false
    }

    func object(of key: String) -> PropertyListDictionary {
        var object: PropertyListDictionary = ["state": .string(state.rawValue), "file": .string(path)]
        object["type"] = (entry?.kind.rawValue).map(PropertyList.string)
        object["value"] = entry?.value
        object["key"] = isNamed(key) ? nil : (entry?.name).map(PropertyList.string)
        return object
    }
}

extension SuiteRules {
    /// Returns the known facts of a key or a part of its value, in the order of the output.
    ///
    /// - Parameters:
    ///   - entry: The key's whole value and the path of its file; nil if the key is unset.
    ///   - schema: The schema of the key.
    ///   - isJSON: Whether lists are arrays, not texts.
    func facts(
        of pointer: ValuePointer,
        in entry: (value: PropertyList, path: String)?,
        _ schema: SuiteSchema?,
        asJSON isJSON: Bool = false
    ) -> PropertyListDictionary {
        let rule = schema?.schema.rule(for: pointer.key, at: pointer.inValue.tokens, in: entry?.value)
        let standard = pointer.value(in: schema?.schema.defaultValue(of: pointer.key))
        let stored = pointer.value(in: entry?.value)
        let type = rule.flatMap { schema?.schema.kinds(of: $0).typeNames } ?? (stored ?? standard)?.kind.rawValue
        var facts: PropertyListDictionary = ["type": .string(type ?? "any")]
        facts["default"] = standard.map { disclosure.shown($0, at: pointer) }
        facts["value"] = (stored ?? standard).map { disclosure.shown($0, at: pointer) }
        facts["origin"] =
            (stored == nil ? standard.map { _ in SuiteSchema.originOfDefaults } : entry?.path).map(PropertyList.string)
        guard let schema, let rule else { return facts }
        for requirement in schema.schema.requirements(of: rule) {
            facts[requirement.aspect.rawValue] = .string(requirement.text)
        }
        if let allowed = schema.schema.allowedValues(of: rule), isJSON {
            facts["allowed"] = .array(allowed)
        }
        facts["summary"] = rule.summary.map(PropertyList.string)
        facts["deprecated"] = rule.isDeprecated ? true : nil
        facts["readOnly"] = rule.isReadOnly ? true : nil
        facts["volatile"] = rule.isVolatile ? true : nil
        facts["secret"] = disclosure.hides(pointer) ? true : nil
        if !rule.formerNames.isEmpty {
            facts["formerly"] =
                isJSON ? rule.formerNames.propertyList : .string(rule.formerNames.joined(separator: ", "))
        }
        facts["schema"] = .string(schema.path)
        return facts
    }
}

extension SuiteSchema {
    /// The origin that is printed for a default, in place of a file.
    static var originOfDefaults: String { "default" }
}

extension [PropertyListKind] {
    var typeNames: String? { isEmpty ? nil : map(\.rawValue).joined(separator: " or ") }
}
